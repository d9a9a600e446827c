import { parsePlaceOrder } from '../../domain/orders/place-order.ts';
import { cursorOf } from '../context.ts';
import type { Route } from './+types/orders';
import { customer, endpoint, json } from './endpoint.ts';
import { placeAnswer } from './place-answer.ts';

/** Newest first: `{orders, next}`. POST places one, priced by the shop, once for each idempotency key (product §7). */
export const loader = endpoint<Route.LoaderArgs>({
  GET: customer(({ viewer, services, url }) => services.orders.list(viewer, { after: cursorOf({ url }) })),

  POST: customer(
    json(parsePlaceOrder, async ({ viewer, services, request, body }) => {
      const outcome = await services.orders.place(viewer, body, request);
      if (outcome.kind === 'placed' && !outcome.repeated) services.metrics.orderPlaced();
      return placeAnswer(outcome, '/api/orders');
    }),
  ),
});

export { loader as action };
