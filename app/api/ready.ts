import { servicesOf } from '../context.ts';
import { problemResponse } from './problem.ts';
import type { Route } from './+types/ready';

/** Whether the database answers: 200 or 503. */
export async function loader(args: Route.LoaderArgs) {
  if (await servicesOf(args).database.ready()) return new Response('ok', { headers: { 'Cache-Control': 'no-store' } });
  return problemResponse({ status: 503, detail: 'The database does not answer.' }, { 'Retry-After': '2' });
}
