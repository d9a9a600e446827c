import { asRecord } from '../../domain/record.ts';
import { newOrderAttempt } from './order-attempt.ts';
import type { OrderConnection } from './order-connection.ts';

/** What became of an open attempt: the shop has made the order, or never will. */
export type Settlement =
  | { kind: 'made'; ordered: readonly string[] }
  | { kind: 'void' }
  /** The session has ended, and with it whatever of the attempt is still on its way. */
  | { kind: 'signed-out' };

/**
 * Settles the customer's open attempt, by one question. It never places an order. Null when there is none, and when no answer
 * came: then the attempt stays open.
 */
export function settleOpenOrder(connection: OrderConnection, userId: string): Promise<Settlement | null> {
  return connection.inTurn(async () => {
    const open = openKey(connection, userId);
    return open === null ? null : settleKey(connection, open);
  });
}

/** The key of the attempt that this customer has open, in this session or since an earlier one; or null. */
export function openKey({ attempt, unsettled }: OrderConnection, userId: string): string | null {
  for (const open of [attempt.get(), unsettled.get()])
    if (open?.state === 'open' && open.userId === userId) return open.idempotencyKey;
  return null;
}

/** As `settleOpenOrder`, for a key that was sent. */
export async function settleKey(
  { ask, attempt, unsettled }: OrderConnection,
  key: string,
  signal?: AbortSignal,
): Promise<Settlement | null> {
  const answer = await ask('DELETE', `/api/orders/attempts/${key}`, undefined, signal);
  if (answer?.status === 401) return { kind: 'signed-out' };
  const order = answer?.status === 200 ? asRecord(answer.body)?.order : undefined;
  const ordered = orderedIn(order);
  if (order !== null && ordered === null) return null;
  // Another tab may have seen to it meanwhile.
  const still = attempt.get()?.idempotencyKey === key;
  const ofEarlierSession = unsettled.get()?.idempotencyKey === key;
  if (ofEarlierSession) unsettled.set(null);
  if (ordered === null) {
    if (still) attempt.set(newOrderAttempt());
    return { kind: 'void' };
  }
  if (still || ofEarlierSession) attempt.set({ idempotencyKey: key, state: 'made', ordered });
  return { kind: 'made', ordered };
}

/** The ids of the products in an order; null when it is none. */
export function orderedIn(order: unknown): string[] | null {
  const items = asRecord(order)?.orderItems;
  if (!Array.isArray(items)) return null;
  return items.flatMap((item) => {
    const id = asRecord(item)?.id;
    return typeof id === 'string' ? [id] : [];
  });
}
