import { problemSentence } from '../../../messages/sentence.ts';
import { ORDER_NOT_PLACED } from '#messages';
import { type Product, parseProducts } from '../../../domain/catalogue/product.ts';
import type { PlaceOrder } from '../../../domain/orders/read-order.ts';
import { asRecord } from '../../../base/record.ts';
import { keepLink } from './guest-orders.ts';
import { newOrderAttempt, orderAttempt } from './order-attempt.ts';
import { madeOrder, openKey, type OrderClient, settleKey, settleOpenOrder, type Settlement } from './order-client.ts';

export type PlaceOrderOutcome =
  /** In this press or in an earlier open attempt. */
  | { kind: 'placed' }
  /** There never will be an order; `products` are the cart's current ones when prices or products changed. */
  | Refusal
  | { kind: 'signed-out' };

interface Refusal {
  kind: 'refused';
  sentence: string;
  changed: boolean;
  /** The chosen delivery time takes no more orders. */
  full?: boolean;
  products: readonly Product[];
}

export type UnsentOrder = Omit<PlaceOrder, 'idempotencyKey' | 'customer'>;

export interface OrderPress {
  connection: OrderClient;
  userId: string;
  /** Aborted when the shopper leaves the screen: then nothing more is sent. */
  signal: AbortSignal;
  /** An answer was lost: now the outcome is unknown. */
  onUnsure: () => void;
}

/**
 * Places the order of one press (product §4). First settles an open attempt: if that made an order, this is the
 * outcome. A lost answer is requested again with the same key. A refusal counts only after its key is void, so that no
 * late copy of the request can make an order. Null when the shopper left before the outcome was known.
 */
export async function placeOrder(order: UnsentOrder, press: OrderPress): Promise<PlaceOrderOutcome | null> {
  const { connection, userId, signal } = press;
  let sent: string | null = null;
  let refusal: Refusal | null = null;
  let failures = 0;

  const keyToSettle = (): string | null => {
    if (sent === null) return openKey(userId);
    return refusal !== null || orderAttempt.get()?.idempotencyKey !== sent ? sent : null;
  };

  const step = async (): Promise<PlaceOrderOutcome | 'go on' | null> => {
    if (orderAttempt.get()?.state === 'made') return { kind: 'placed' };
    const open = keyToSettle();
    if (open !== null) {
      const settled = await settleKey(connection, { key: open, userId }, signal);
      if (settled?.kind === 'made') return { kind: 'placed' };
      if (settled?.kind !== 'void') return settled;
      return sent === null ? 'go on' : (refusal ?? VOIDED);
    }
    if (sent === null) {
      const drawn = orderAttempt.get();
      sent = (drawn?.state === 'drawn' ? drawn : newOrderAttempt()).idempotencyKey;
      orderAttempt.set({ idempotencyKey: sent, state: 'open', userId });
    }
    const answer = await send(connection, { ...order, idempotencyKey: sent, customer: userId }, signal);
    // Its only request was refused, so there is nothing to settle.
    if (answer?.kind === 'signed-out' && failures === 0) orderAttempt.set({ idempotencyKey: sent, state: 'drawn' });
    if (answer?.kind !== 'refused') return answer;
    refusal = answer;
    return 'go on';
  };

  for (;;) {
    const answer = await connection.runExclusive(async () => (signal.aborted ? null : step()));
    if (answer === 'go on') continue;
    if (answer !== null || signal.aborted) return answer;
    failures += 1;
    press.onUnsure();
    await connection.pause(failures, signal);
  }
}

/** Null when there was no open attempt, or when the shopper left. */
export async function settleUntilKnown(press: Omit<OrderPress, 'onUnsure'>): Promise<Settlement | null> {
  const { connection, userId, signal } = press;
  for (let failures = 1; openKey(userId) !== null && !signal.aborted; failures += 1) {
    const settled = await settleOpenOrder(connection, userId);
    if (settled) return settled;
    await connection.pause(failures, signal);
  }
  return null;
}

/** Null when the outcome is unknown. */
async function send(client: OrderClient, order: PlaceOrder, signal: AbortSignal): Promise<PlaceOrderOutcome | null> {
  const answer = await client.request('POST', '/api/orders', order, signal);
  if (!answer) return null;
  const { status, body } = answer;
  const made = status === 200 || status === 201 ? madeOrder(body) : null;
  if (made) {
    keepLink(asRecord(body)?.link);
    const { idempotencyKey } = order;
    if (orderAttempt.get()?.idempotencyKey === idempotencyKey)
      orderAttempt.set({ idempotencyKey, state: 'made', ...made });
    return { kind: 'placed' };
  }
  if (status === 401) return { kind: 'signed-out' };
  const problem = asRecord(body);
  // Only the shop's own refusals count; a network's login page can answer too.
  const sentence = problemSentence(problem);
  if (status < 400 || status >= 500 || sentence === null) return null;
  return {
    kind: 'refused',
    sentence,
    changed: problem?.type === 'price-changed' || problem?.type === 'product-unavailable',
    ...(problem?.type === 'slot-full' && { full: true }),
    products: parseProducts(problem),
  };
}

export const VOIDED: Refusal = { kind: 'refused', sentence: ORDER_NOT_PLACED, changed: false, products: [] };
