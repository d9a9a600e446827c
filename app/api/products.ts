import { problemResponse } from '../../base/problem.ts';
import { PRODUCT_ID_PATTERN } from '../../domain/catalogue/product.ts';
import type { Route } from './+types/products';
import { endpoint } from './endpoint.ts';

/** More ids than the largest possible order has. */
const MAX_IDS = 500;

/** `?ids=a,b`: the current products of a cart, in the given order, without unknown ids. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services, url }) => {
    const requested = url.searchParams.get('ids') ?? '';
    const ids = [...new Set(requested.split(','))].filter((id) => PRODUCT_ID_PATTERN.test(id));
    if (ids.length > MAX_IDS) return problemResponse({ status: 400, detail: `At most ${MAX_IDS} ids at a time.` });
    return { products: ids.length === 0 ? [] : await services.catalogue.byIds(ids) };
  },
});

export { loader as action };
