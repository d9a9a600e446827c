import { asRecord } from '../../../base/record.ts';
import { type MadeOrder, newOrderAttempt } from './order-attempt.ts';
import type { OrderClient } from './order-client.ts';

/** The outcome of an open attempt: the shop has made the order, or never will. */
export type Settlement =
  | { kind: 'made' }
  | { kind: 'void' }
  /** The session has ended; requests that are still on their way make no order without it. */
  | { kind: 'signed-out' };

/** Settles the customer's open attempt with one request. Null when there is none, or no answer; then the attempt stays open. */
export function settleOpenOrder(connection: OrderClient, userId: string): Promise<Settlement | null> {
  return connection.runExclusive(async () => {
    const open = openKey(connection, userId);
    return open === null ? null : settleKey(connection, open);
  });
}

/** The key of this customer's open attempt, of this session or an earlier one; null when there is none. */
export function openKey({ attempt, unsettled }: OrderClient, userId: string): string | null {
  for (const open of [attempt.get(), unsettled.get()])
    if (open?.state === 'open' && open.userId === userId) return open.idempotencyKey;
  return null;
}

export async function settleKey(client: OrderClient, key: string, signal?: AbortSignal): Promise<Settlement | null> {
  const { attempt, unsettled } = client;
  const answer = await client.request('DELETE', `/api/orders/attempts/${key}`, undefined, signal);
  if (answer?.status === 401) return { kind: 'signed-out' };
  const order = answer?.status === 200 ? asRecord(answer.body)?.order : undefined;
  const made = madeOrder(order);
  if (order !== null && made === null) return null;
  // Another tab may have settled it in the meantime.
  const still = attempt.get()?.idempotencyKey === key;
  const ofEarlierSession = unsettled.get()?.idempotencyKey === key;
  if (ofEarlierSession) unsettled.set(null);
  if (made === null) {
    if (still) attempt.set(newOrderAttempt());
    return { kind: 'void' };
  }
  if (still || ofEarlierSession) attempt.set({ idempotencyKey: key, state: 'made', ...made });
  return { kind: 'made' };
}

export function madeOrder(order: unknown): MadeOrder | null {
  const { id, totalCost, orderItems } = asRecord(order) ?? {};
  if (typeof id !== 'string' || typeof totalCost !== 'number' || !Array.isArray(orderItems)) return null;
  const ordered = orderItems.map((item) => asRecord(item)?.id).filter((product) => typeof product === 'string');
  return { id, totalCost, ordered };
}
