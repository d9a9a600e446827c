import { INVALID_ORDER_ID } from '#messages';
import { problemResponse } from '../../base/problem.ts';
import type { Route } from './+types/order';
import { customer, endpoint } from './endpoint.ts';

/** One of the signed-in customer's orders; other customers' orders are 404. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: customer(async ({ viewer, services, params }) => {
    const order = await services.orders.find(viewer, params.id);
    return order ?? problemResponse({ status: 404, detail: INVALID_ORDER_ID });
  }),
});

export { loader as action };
