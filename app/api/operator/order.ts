import { problemResponse } from '../../../base/problem.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/order';
import { findOrderId } from './find-order.ts';

/** One order with its history, `{order, userId, placedAt, history}`, by its id or at least the first 6 characters of it. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services: { orders }, params }) => {
    const id = await findOrderId(orders.admin, params.id);
    if (typeof id !== 'string') return id;
    return (await orders.admin.show(id)) ?? problemResponse({ status: 404, detail: 'There is no such order.' });
  },
});

export { loader as action };
