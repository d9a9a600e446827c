import { servicesOf } from '../../context.ts';
import { findOrderId } from './find-order.ts';
import { problemResponse, wrongMethod } from '../problem.ts';
import type { Route } from './+types/order';

/** One order with its history, `{order, userId, placedAt, history}`; its id, or the first 6 characters or more of it. */
export async function loader(args: Route.LoaderArgs) {
  const { orders } = servicesOf(args);
  const found = await findOrderId(orders.desk, args.params.id);
  if (!found.ok) return found.refusal;
  const shown = await orders.desk.show(found.id);
  if (!shown) return problemResponse({ status: 404, detail: 'There is no such order.' });
  return Response.json(shown, { headers: { 'Cache-Control': 'no-store' } });
}

export function action() {
  return wrongMethod('GET');
}
