import { customer, endpoint } from './endpoint.ts';
import type { Route } from './+types/profile';

export const loader = endpoint<Route.LoaderArgs>({
  GET: customer(({ viewer, services }) => services.users.profile(viewer)),
});

export { loader as action };
