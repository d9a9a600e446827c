import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/operators';

export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services }) => ({ operators: await services.operators.list() }),
});

export { loader as action };
