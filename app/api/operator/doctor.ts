import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/doctor';

/** What stands between the shop and its customers: `{checks: [{name, ok, text}]}`. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services }) => ({ checks: await services.checks.all() }),
});

export { loader as action };
