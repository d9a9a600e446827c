import { redirect } from 'react-router';
import { servicesOf } from '../../context.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import type { Route } from './+types/logout';

/** Ends the session, or with `?everywhere` all of the customer's (product §4). A GET request changes nothing. */
export async function action(args: Route.ActionArgs) {
  const everywhere = args.url.searchParams.has('everywhere');
  const outcome = await servicesOf(args).identity.signOut(args.request, { everywhere });
  if (outcome.ok) return redirect('/', { headers: outcome.value.headers });
  const { status, reason, retryAfter } = outcome;
  return new Response(sentenceOf(reason), {
    status,
    headers: retryAfter ? { 'Retry-After': String(retryAfter) } : {},
  });
}

export function loader() {
  return redirect('/');
}
