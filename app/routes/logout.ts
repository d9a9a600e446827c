import { redirect } from 'react-router';
import { servicesOf } from '../context.ts';
import type { Route } from './+types/logout';

/** Ends the session, or with `?everywhere` all of the customer's, and goes home (product §4). A mere visit changes nothing. */
export async function action(args: Route.ActionArgs) {
  const everywhere = args.url.searchParams.has('everywhere');
  const { headers } = await servicesOf(args).identity.signOut(args.request, { everywhere });
  return redirect('/', { headers });
}

export function loader() {
  return redirect('/');
}
