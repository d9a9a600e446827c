import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/shop';

export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services: { shop, catalogue } }) => ({
    name: shop.name,
    url: shop.origin,
    products: await catalogue.size(),
  }),
});

export { loader as action };
