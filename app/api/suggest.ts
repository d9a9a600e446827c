import { parseSearchCategory } from '../../domain/catalogue/search.ts';
import type { Route } from './+types/suggest';
import { endpoint } from './endpoint.ts';

/** `?q=TEXT&category=GROUP`: at most 8 products for what a shopper is typing, `{products}` (product §5). */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services, url: { searchParams } }) => ({
    products: await services.catalogue.suggest(
      searchParams.get('q') ?? '',
      parseSearchCategory(searchParams.get('category')),
    ),
  }),
});

export { loader as action };
