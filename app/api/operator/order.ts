import { problemResponse } from '../../../base/problem.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/order';
import { changeOrder } from './change-order.ts';
import { findOrderId } from './find-order.ts';

/**
 * One order with its history, `{order, userId, placedAt, history, phone}`, by its id or at least the first 6 characters of it. PATCH changes
 * a pending one: `{items, shippingInfo, reason, revision}`, of which only what is to be changed is needed.
 */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services: { orders }, params }) => {
    const id = await findOrderId(orders.admin, params.id);
    if (typeof id !== 'string') return id;
    return (await orders.admin.show(id)) ?? problemResponse({ status: 404, detail: 'There is no such order.' });
  },

  PATCH: changeOrder('edit'),
});

export { loader as action };
