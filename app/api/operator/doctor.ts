import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/doctor';

/** What stands between the shop and its customers: `{checks: [{name, ok, text}]}`. POST sends a test mail for it. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services: { checks } }) => ({ checks: await checks.all() }),
  POST: async ({ services: { checks } }) => ({ checks: await checks.all(await checks.testMail()) }),
});

export { loader as action };
