import { NO_SUCH_LISTING } from '#messages';
import { problemResponse } from '../../base/problem.ts';
import { PRODUCT_ID_PATTERN } from '../../domain/catalogue/product.ts';
import { parseSearchCategory } from '../../domain/catalogue/search.ts';
import { cursorOf } from '../context.ts';
import { endpoints } from './endpoint.ts';

/** More ids than the largest possible order has. */
const MAX_IDS = 500;

export const loader = endpoints({
  /** `?ids=a,b`: the current products of a cart, in the given order, without unknown ids. */
  '/api/products': {
    GET: async ({ services, url }) => {
      const requested = url.searchParams.get('ids') ?? '';
      const ids = [...new Set(requested.split(','))].filter((id) => PRODUCT_ID_PATTERN.test(id));
      if (ids.length > MAX_IDS) return problemResponse({ status: 400, detail: `At most ${MAX_IDS} ids at a time.` });
      return { products: ids.length === 0 ? [] : await services.catalogue.byIds(ids) };
    },
  },
  /** The batch of a long list that starts after `?after=`: `{products, next}`. Screens load it while scrolling. */
  '/api/listings/:slug': {
    GET: async ({ services: { catalogue, categories }, params: { slug = '' }, url }) => {
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
  },
  /** `?q=TEXT&category=GROUP`: at most 8 products for what a shopper is typing, `{products}` (product §5). */
  '/api/suggest': {
    GET: async ({ services: { catalogue }, url: { searchParams } }) => {
      const category = parseSearchCategory(searchParams.get('category'));
      return { products: await catalogue.suggest(searchParams.get('q') ?? '', category) };
    },
  },
});

export { loader as action };
