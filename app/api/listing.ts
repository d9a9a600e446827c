import { NO_SUCH_LISTING } from '#messages';
import { problemResponse } from '../../base/problem.ts';
import { parseSearchCategory } from '../../domain/catalogue/search.ts';
import { cursorOf } from '../context.ts';
import type { Route } from './+types/listing';
import { endpoint } from './endpoint.ts';

/** The batch of a long list that starts after `?after=`: `{products, next}`. Screens load it while scrolling. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services: { catalogue, categories }, params: { slug }, url }) => {
    const after = cursorOf({ url });
    if (slug === 'offers') return catalogue.offers({ after });
    if (slug === 'search-results') {
      const text = url.searchParams.get('searchText') ?? '';
      const category = parseSearchCategory(url.searchParams.get('searchCategory'));
      const { products, next } = await catalogue.search({ text, category, after });
      return { products, next };
    }
    const found = categories.listing(slug);
    return found
      ? catalogue.listing(found.listing, { after })
      : problemResponse({ status: 404, detail: NO_SUCH_LISTING });
  },
});

export { loader as action };
