import type { PlaceOrderResult } from '../../server/orders/place.ts';
import { refusal } from './refusal.ts';

/** What became of placing an order: 201 the first time, 200 with the same order when its key comes again. `Location` is its address. */
export function placeAnswer(outcome: PlaceOrderResult, path: string): Response {
  switch (outcome.kind) {
    case 'placed': {
      const { order, repeated } = outcome;
      return Response.json(order, { status: repeated ? 200 : 201, headers: { Location: `${path}/${order.id}` } });
    }
    case 'key-reused':
    case 'attempt-void':
      return refusal({ status: 409, type: outcome.kind, reason: { code: outcome.kind } });
    case 'blocked':
      return refusal({ status: 403, type: outcome.kind, reason: { code: outcome.kind } });
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
}
