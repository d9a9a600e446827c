import { problemResponse } from '../../../domain/problem.ts';
import { endpoint, noSuchEndpoint } from '../endpoint.ts';
import type { Route } from './+types/order-change';
import { findOrderId } from './find-order.ts';

/** POST …/deliver or …/cancel: takes a pending order to its end. What is done already is answered the same again. */
const change = endpoint<Route.LoaderArgs>({
  POST: async ({ services: { orders }, params }) => {
    if (!isChange(params.change)) return noSuchEndpoint();
    const id = await findOrderId(orders.desk, params.id);
    if (typeof id !== 'string') return id;
    const outcome = await orders.desk[params.change](id);
    switch (outcome.kind) {
      case 'delivered':
      case 'canceled':
        return outcome.order;
      case 'not-found':
        return problemResponse({ status: 404, detail: 'There is no such order.' });
      case 'refused': {
        const done = params.change === 'deliver' ? 'delivered' : 'canceled';
        return problemResponse({ status: 409, detail: `The order is ${outcome.status} and cannot be ${done}.` });
      }
    }
  },
});

/** What is no change is no endpoint, whatever the method. */
export function loader(args: Route.LoaderArgs): Promise<Response> | Response {
  return isChange(args.params.change) ? change(args) : noSuchEndpoint();
}

export { loader as action };

function isChange(text: string): text is 'deliver' | 'cancel' {
  return text === 'deliver' || text === 'cancel';
}
