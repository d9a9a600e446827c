import { redirect } from 'react-router';
import { servicesOf } from '../context.ts';
import type { Route } from './+types/logout';

/** Ends the session and goes home (product §4). A mere visit changes nothing. */
export async function action(args: Route.ActionArgs) {
  const { headers } = await servicesOf(args).identity.signOut(args.request);
  return redirect('/', { headers });
}

export function loader() {
  return redirect('/');
}
