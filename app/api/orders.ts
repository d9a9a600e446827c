import * as messages from '../../domain/messages.ts';
import { parsePlaceOrder } from '../../domain/place-order.ts';
import { problemResponse } from '../../domain/problem.ts';
import { cursorOf } from '../context.ts';
import type { Route } from './+types/orders';
import { customer, endpoint, json, retryAfter } from './endpoint.ts';

/**
 * The signed-in customer's orders, newest first: `{orders, next}`. POST places one, priced by the shop, once for each
 * idempotency key (product §7).
 */
export const loader = endpoint<Route.LoaderArgs>({
  GET: customer(({ viewer, services, url }) => services.orders.list(viewer, { after: cursorOf({ url }) })),

  POST: customer(
    json(parsePlaceOrder, async ({ viewer, services, request, body }) => {
      const outcome = await services.orders.place(viewer, body, request);
      switch (outcome.kind) {
        case 'placed': {
          const { order, repeated } = outcome;
          if (!repeated) services.metrics.orderPlaced();
          const headers = { Location: `/api/orders/${order.id}` };
          return Response.json(order, { status: repeated ? 200 : 201, headers });
        }
        case 'key-reused':
          return problemResponse({ status: 409, type: outcome.kind, detail: messages.KEY_REUSED });
        case 'attempt-void':
          return problemResponse({ status: 409, type: outcome.kind, detail: messages.ORDER_NOT_PLACED });
        case 'too-many-orders': {
          const refusal = { status: 429, type: outcome.kind, detail: messages.TOO_MANY_ORDERS };
          return problemResponse(refusal, retryAfter(outcome.retryAfter));
        }
        case 'price-changed':
        case 'product-unavailable': {
          const { kind, products } = outcome;
          const detail = kind === 'price-changed' ? messages.PRICE_CHANGED : messages.PRODUCT_UNAVAILABLE;
          return problemResponse({ status: 409, type: kind, detail, extra: { products } });
        }
      }
    }),
  ),
});

export { loader as action };
