import { cursorIn, servicesOf } from '../../context.ts';
import { problemResponse, wrongMethod } from '../problem.ts';
import type { Route } from './+types/accounts';

/**
 * The accounts by e-mail address: `{accounts, next}`; `?after=` goes on. `?scheduledFor=` keeps those whose deletion was
 * asked for at least so many seconds ago.
 */
export async function loader(args: Route.LoaderArgs) {
  const seconds = args.url.searchParams.get('scheduledFor');
  if (seconds !== null && !/^\d{1,10}$/.test(seconds)) {
    return problemResponse({ status: 400, detail: 'scheduledFor must be a number of seconds.' });
  }
  const page = await servicesOf(args).operator.accounts.list({
    after: cursorIn(args),
    ...(seconds === null ? {} : { scheduledForSeconds: Number(seconds) }),
  });
  return Response.json(page, { headers: { 'Cache-Control': 'no-store' } });
}

export function action() {
  return wrongMethod('GET');
}
