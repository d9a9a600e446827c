import { problemResponse } from '../../domain/problem.ts';
import { PRODUCT_ID_PATTERN } from '../../domain/product.ts';
import type { Route } from './+types/products';
import { endpoint } from './endpoint.ts';

/** More ids than any cart that could be ordered. */
const MAX_IDS = 500;

/** `?ids=a,b`: the current products of a cart, in the order asked for; unknown ids are left out. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services, url }) => {
    const asked = url.searchParams.get('ids') ?? '';
    const ids = [...new Set(asked.split(','))].filter((id) => PRODUCT_ID_PATTERN.test(id));
    if (ids.length > MAX_IDS) return problemResponse({ status: 400, detail: `At most ${MAX_IDS} ids at a time.` });
    return { products: ids.length === 0 ? [] : await services.catalogue.byIds(ids) };
  },
});

export { loader as action };
