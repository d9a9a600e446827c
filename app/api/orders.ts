import { parsePlaceOrder } from '../../domain/orders/place-order.ts';
import { cursorOf } from '../context.ts';
import type { Route } from './+types/orders';
import { customer, endpoint, json } from './endpoint.ts';
import { refusal } from './refusal.ts';

/** Newest first: `{orders, next}`. POST places one, priced by the shop, once for each idempotency key (product §7). */
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
        case 'attempt-void':
          return refusal({ status: 409, type: outcome.kind, reason: { code: outcome.kind } });
        case 'too-many-orders': {
          const { kind, retryAfter } = outcome;
          return refusal({ status: 429, type: kind, reason: { code: kind }, retryAfter });
        }
        case 'area-refused':
          return refusal({ status: 422, type: outcome.code, reason: { code: outcome.code } });
        case 'order-too-small': {
          const { kind, limit } = outcome;
          return refusal({ status: 422, type: kind, reason: { code: kind, limit } });
        }
        case 'price-changed':
        case 'product-unavailable': {
          const { kind, products } = outcome;
          return refusal({ status: 409, type: kind, reason: { code: kind }, extra: { products } });
        }
      }
    }),
  ),
});

export { loader as action };
