import { statusOfChange } from '../../../domain/orders/order.ts';
import { problemResponse } from '../../../base/problem.ts';
import { endpoint, noSuchEndpoint } from '../endpoint.ts';
import type { Route } from './+types/order-change';
import { findOrderId } from './find-order.ts';

/** Repeating a finished change gets the same answer. */
const change = endpoint<Route.LoaderArgs>({
  POST: async ({ services: { orders }, params }) => {
    const to = statusOfChange(params.change);
    if (to === null) return noSuchEndpoint();
    const id = await findOrderId(orders.admin, params.id);
    if (typeof id !== 'string') return id;
    const outcome = await orders.admin.change(id, to);
    switch (outcome.kind) {
      case 'not-found':
        return problemResponse({ status: 404, detail: 'There is no such order.' });
      case 'refused':
        return problemResponse({ status: 409, detail: `The order is ${outcome.status} and cannot be ${to}.` });
      default:
        return outcome.order;
    }
  },
});

/** An unknown change is an unknown endpoint, for every method. */
export function loader(args: Route.LoaderArgs): Promise<Response> | Response {
  return statusOfChange(args.params.change) === null ? noSuchEndpoint() : change(args);
}

export { loader as action };
