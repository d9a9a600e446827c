import { customer, endpoint } from './endpoint.ts';
import type { Route } from './+types/profile';

/** The signed-in customer's user document. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: customer(({ viewer, services }) => services.users.profile(viewer)),
});

export { loader as action };
