import { INVALID_ORDER_ID } from '#messages';
import { problemResponse } from '../../base/problem.ts';
import type { Route } from './+types/order-cancel';
import { customer, endpoint } from './endpoint.ts';

/** Cancels the customer's own pending order. Repeated calls get the same answer. */
export const loader = endpoint<Route.LoaderArgs>({
  POST: customer(async ({ viewer, services, params, request }) => {
    const outcome = await services.orders.cancel(viewer, params.id, request);
    switch (outcome.kind) {
      case 'changed':
        return outcome.order;
      case 'refused':
        return problemResponse({ status: 409, detail: `The order is ${outcome.status} and cannot be canceled.` });
      default:
        return problemResponse({ status: 404, detail: INVALID_ORDER_ID });
    }
  }),
});

export { loader as action };
