import { servicesOf, viewerOf } from '../context.ts';
import { signedOut, wrongMethod } from './problem.ts';
import type { Route } from './+types/profile';

/** The signed-in customer's user document. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await viewerOf(args);
  if (!viewer) return signedOut();
  const profile = await servicesOf(args).users.profile(viewer);
  return Response.json(profile, { headers: { 'Cache-Control': 'no-store' } });
}

export function action() {
  return wrongMethod('GET');
}
