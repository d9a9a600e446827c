import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/shop';

/** The shop's name, address and number of products. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services: { shop, catalogue } }) => ({
    name: shop.name,
    url: shop.origin,
    products: await catalogue.size(),
  }),
});

export { loader as action };
