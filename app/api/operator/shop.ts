import { servicesOf } from '../../context.ts';
import { wrongMethod } from '../problem.ts';
import type { Route } from './+types/shop';

/** Which shop this is, and how many products it has. */
export async function loader(args: Route.LoaderArgs) {
  const { shop, catalogue } = servicesOf(args);
  const answer = { name: shop.name, url: shop.origin, products: await catalogue.size() };
  return Response.json(answer, { headers: { 'Cache-Control': 'no-store' } });
}

export function action() {
  return wrongMethod('GET');
}
