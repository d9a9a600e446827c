import { PRODUCT_ID } from '../../domain/product.ts';
import { servicesOf } from '../context.ts';
import { problemResponse } from './problem.ts';
import type { Route } from './+types/products';

/** More ids than any cart that could be ordered. */
const MAX_IDS = 500;

/** `?ids=a,b`: the current products of a cart, in the order asked for; unknown ids are left out. */
export async function loader(args: Route.LoaderArgs) {
  const asked = args.url.searchParams.get('ids') ?? '';
  const ids = [...new Set(asked.split(','))].filter((id) => PRODUCT_ID.test(id));
  if (ids.length > MAX_IDS) return problemResponse({ status: 400, detail: `At most ${MAX_IDS} ids at a time.` });
  const products = ids.length === 0 ? [] : await servicesOf(args).catalogue.byIds(ids);
  return Response.json({ products }, { headers: { 'Cache-Control': 'no-store' } });
}
