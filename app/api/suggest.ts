import type { Route } from './+types/suggest';
import { endpoint } from './endpoint.ts';

/** `?q=TEXT`: at most 8 products for what a shopper is typing, `{products}` (product §5). */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services, url }) => ({ products: await services.catalogue.suggest(url.searchParams.get('q') ?? '') }),
});

export { loader as action };
