import type { Product } from '../../domain/product.ts';
import { ORDER_NOT_PLACED } from '../../domain/messages.ts';
import type { PlaceOrder } from '../../domain/place-order.ts';
import { parseProducts } from '../../domain/product.ts';
import { asRecord } from '../../domain/record.ts';
import { newOrderAttempt } from './order-attempt.ts';
import type { OrderConnection } from './order-connection.ts';
import { openKey, orderedIn, settleKey, settleOpenOrder, type Settlement } from './settle-order.ts';

/** What became of a press of `Place order`. */
export type Placement =
  /** The shop has made the order, by this press or by the one before that was still open. */
  | { kind: 'placed' }
  /** There is no order and there never will be; `products` are the cart's current ones where prices or products changed. */
  | Refusal
  | { kind: 'signed-out' };

interface Refusal {
  kind: 'refused';
  detail: string;
  changed: boolean;
  products: readonly Product[];
}

/** Everything of an order but its key. */
export type OrderToPlace = Omit<PlaceOrder, 'idempotencyKey'>;

export interface Press {
  connection: OrderConnection;
  userId: string;
  /** Aborted when the shopper leaves the screen: nothing is sent from then on. */
  signal: AbortSignal;
  /** Called when an answer was lost: nobody knows just now whether the order was made. */
  onUnsure: () => void;
}

/**
 * Places the order of one press (contract 'An order needs a press'). First an attempt that is still open is settled: when that one
 * made an order, that is the answer. Lost answers are asked for again under the same key until the outcome is known. A refusal is
 * one only once its key is void, so that no copy that is still on its way makes an order later. Null when the shopper left
 * before that.
 */
export async function placeOrder(order: OrderToPlace, press: Press): Promise<Placement | null> {
  const { connection, userId, signal } = press;
  const { attempt } = connection;
  let sent: string | null = null;
  let refusal: Refusal | null = null;

  /** The key to settle before anything is sent, if there is one. */
  const keyToSettle = (): string | null => {
    if (sent === null) return openKey(connection, userId);
    return refusal !== null || attempt.get()?.idempotencyKey !== sent ? sent : null;
  };

  /** One question to the shop. Null when its answer was lost. */
  const ask = async (): Promise<Placement | 'go on' | null> => {
    if (attempt.get()?.state === 'made') return { kind: 'placed' };
    const open = keyToSettle();
    if (open !== null) {
      const settled = await settleKey(connection, open, signal);
      if (settled?.kind === 'made') return { kind: 'placed' };
      if (settled?.kind !== 'void') return settled;
      return sent === null ? 'go on' : (refusal ?? CALLED_OFF);
    }
    if (sent === null) {
      const drawn = attempt.get();
      sent = (drawn?.state === 'drawn' ? drawn : newOrderAttempt()).idempotencyKey;
      attempt.set({ idempotencyKey: sent, state: 'open', userId });
    }
    const answer = await send(connection, { ...order, idempotencyKey: sent }, signal);
    if (answer?.kind !== 'refused') return answer;
    refusal = answer;
    return 'go on';
  };

  for (let failures = 0; ;) {
    const answer = await connection.inTurn(async () => (signal.aborted ? null : ask()));
    if (answer === 'go on') continue;
    if (answer !== null || signal.aborted) return answer;
    failures += 1;
    press.onUnsure();
    await connection.pause(failures, signal);
  }
}

/** Settles what was left open before this screen was opened; sends no order. Null when nothing was, or when the shopper left. */
export async function settleUntilKnown({
  connection,
  userId,
  signal,
}: Omit<Press, 'onUnsure'>): Promise<Settlement | null> {
  for (let failures = 1; openKey(connection, userId) !== null && !signal.aborted; failures += 1) {
    const settled = await settleOpenOrder(connection, userId);
    if (settled) return settled;
    await connection.pause(failures, signal);
  }
  return null;
}

/** One request. Null when nobody knows what became of it. */
async function send(
  { ask, attempt }: OrderConnection,
  request: PlaceOrder,
  signal: AbortSignal,
): Promise<Placement | null> {
  const answer = await ask('POST', '/api/orders', request, signal);
  if (!answer) return null;
  const { status, body } = answer;
  const ordered = status === 200 || status === 201 ? orderedIn(body) : null;
  if (ordered) {
    const { idempotencyKey } = request;
    if (attempt.get()?.idempotencyKey === idempotencyKey) attempt.set({ idempotencyKey, state: 'made', ordered });
    return { kind: 'placed' };
  }
  if (status === 401) return { kind: 'signed-out' };
  const problem = asRecord(body);
  // Only the shop's own refusals count: a network's login page answers too.
  if (status < 400 || status >= 500 || typeof problem?.detail !== 'string') return null;
  return {
    kind: 'refused',
    detail: problem.detail,
    changed: problem.type === 'price-changed' || problem.type === 'product-unavailable',
    products: parseProducts(problem),
  };
}

/** The attempt was settled before the shop had made an order of it. */
export const CALLED_OFF: Refusal = { kind: 'refused', detail: ORDER_NOT_PLACED, changed: false, products: [] };
