import type { CartItem } from '../../domain/cart.ts';
import type { ShippingInfo } from '../../domain/checkout.ts';
import type { Product } from '../../domain/catalogue.ts';
import type { PlaceOrder } from '../../domain/place-order.ts';
import { totalsOf } from '../../domain/pricing.ts';
import { parseProducts } from '../../domain/product.ts';
import { asRecord } from '../../domain/record.ts';
import { orderAttempt, newOrderAttempt } from './order-attempt.ts';

/** What became of an order that was sent. */
export type Placement =
  | { kind: 'placed' }
  /** The shop said no; `products` are the cart's current ones where prices or products changed. */
  | { kind: 'refused'; detail: string; changed: boolean; products: readonly Product[] }
  | { kind: 'signed-out' }
  /** No answer came: the order may exist or not, and the same request can be sent again. */
  | { kind: 'unknown' };

/** Pauses before the same request is sent again, in ms. */
const RETRIES_MS = [1000, 3000];

/**
 * Places the order of the confirmed checkout. Whatever is lost on the way, the request is sent again under its own key, so that
 * it makes one order; a request of before that nobody answered is settled first.
 */
export async function placeOrder(
  items: readonly CartItem[],
  shippingInfo: ShippingInfo,
  userId: string,
): Promise<Placement> {
  const unanswered = await settleOrder(userId);
  if (unanswered && unanswered.kind !== 'refused') return unanswered;
  const { idempotencyKey } = orderAttempt.get() ?? newOrderAttempt();
  const sent: PlaceOrder = {
    idempotencyKey,
    items: items.map(({ id, quantity }) => ({ id, quantity })),
    shippingInfo,
    paymentMethod: 'cashon',
    expectedTotal: totalsOf(items).totalCost,
  };
  orderAttempt.set({ idempotencyKey, sent, userId });
  return answered(await send(sent));
}

/** Sends the request that was left without an answer, if there is one of this customer's. Null when there is none. */
export async function settleOrder(userId: string): Promise<Placement | null> {
  const attempt = orderAttempt.get();
  if (!attempt?.sent || attempt.userId !== userId) return null;
  return answered(await send(attempt.sent));
}

/** Once the answer is known the request is done with; an answer of no makes the next try an order of its own. */
function answered(placement: Placement): Placement {
  if (placement.kind === 'placed') orderAttempt.set(null);
  if (placement.kind === 'refused') orderAttempt.set(newOrderAttempt());
  return placement;
}

async function send(request: PlaceOrder): Promise<Placement> {
  for (const pause of [...RETRIES_MS, null]) {
    const placement = await sendOnce(request);
    if (placement.kind !== 'unknown' || pause === null) return placement;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return { kind: 'unknown' };
}

async function sendOnce(request: PlaceOrder): Promise<Placement> {
  try {
    const response = await fetch('/api/orders', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
    if (response.ok) return { kind: 'placed' };
    if (response.status === 401) return { kind: 'signed-out' };
    if (response.status >= 500 || response.status === 429) return { kind: 'unknown' };
    const answer = asRecord(await response.json());
    return {
      kind: 'refused',
      detail: typeof answer?.detail === 'string' ? answer.detail : response.statusText,
      changed: answer?.type === 'price-changed' || answer?.type === 'product-unavailable',
      products: parseProducts(answer),
    };
  } catch {
    return { kind: 'unknown' };
  }
}
