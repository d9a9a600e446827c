import { LANGUAGE, ORDER_NOT_PLACED } from '#messages';
import { PAGE_LANGUAGE } from '../../../base/language.ts';
import { asRecord } from '../../../base/record.ts';
import { toastError } from '../toasts.ts';
import { finishOrder, showOrderPlaced } from './checkout.ts';
import { keepLink } from './guest-orders.ts';
import { type MadeOrder, newOrderAttempt, orderAttempt, unsettledOrder } from './order-attempt.ts';

/** A JSON answer; null when there was none: no network, a timeout, or an answer that is not the shop's. */
export type Answer = { readonly status: number; readonly body: unknown } | null;

/** A later answer counts as lost, in ms. */
const ANSWER_TIMEOUT_MS = 15_000;
/** The pause grows by the first one, up to the maximum, in ms. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5_000;
/** The wait for another tab's request, in ms. It saves requests; the shop makes one order of one key. */
const LOCK_TIMEOUT_MS = 5_000;

/** Aborts after `ms`, or with `signal`. Many phones have no AbortSignal.any yet. */
function endOf(ms: number, signal?: AbortSignal): AbortSignal {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  AbortSignal.timeout(ms).addEventListener('abort', end);
  signal?.addEventListener('abort', end, { signal: ended.signal });
  if (signal?.aborted) end();
  return ended.signal;
}

export type OrderClient = typeof orderClient;

export const orderClient = {
  async request(method: 'POST' | 'DELETE', path: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
    try {
      const response = await fetch(path, {
        method,
        signal: endOf(ANSWER_TIMEOUT_MS, signal),
        headers: { [PAGE_LANGUAGE]: LANGUAGE, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return null;
    }
  },
  /** Waits before the `failures`th retry; ends early when the browser is online again or `signal` aborts. */
  pause: (failures: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const end = endOf(Math.min(failures * FIRST_PAUSE_MS, MAX_PAUSE_MS), signal);
      end.addEventListener('abort', () => resolve());
      window.addEventListener('online', () => resolve(), { signal: end });
      if (end.aborted) resolve();
    }),
  /** Runs `work`, which must not throw, in one tab of this browser at a time. */
  async runExclusive<T>(work: () => Promise<T>): Promise<T> {
    if (!('locks' in navigator)) return work();
    try {
      return await navigator.locks.request('sodai-order', { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, work);
    } catch {
      return work();
    }
  },
};

/** The outcome of an open attempt: the shop has made the order, or never will. */
export type Settlement =
  | { kind: 'made' }
  | { kind: 'void' }
  /** The session has ended; requests that are still on their way make no order without it. */
  | { kind: 'signed-out' };

/** Settles the customer's open attempt with one request. Null: there is none, or no answer, and it stays. */
export function settleOpenOrder(connection: OrderClient, userId: string): Promise<Settlement | null> {
  return connection.runExclusive(async () => {
    const open = openKey(userId);
    return open === null ? null : settleKey(connection, { key: open, userId });
  });
}

/** The key of this customer's open attempt, of this session or an earlier one; null when there is none. */
export function openKey(userId: string): string | null {
  for (const open of [orderAttempt.get(), unsettledOrder.get()])
    if (open?.state === 'open' && open.userId === userId) return open.idempotencyKey;
  return null;
}

/** `userId`: whose attempt it is. The shop settles none for another session. */
export async function settleKey(
  client: OrderClient,
  { key, userId }: { key: string; userId: string },
  signal?: AbortSignal,
): Promise<Settlement | null> {
  const path = `/api/orders/attempts/${key}?customer=${encodeURIComponent(userId)}`;
  const answer = await client.request('DELETE', path, undefined, signal);
  if (answer?.status === 401) return { kind: 'signed-out' };
  const order = answer?.status === 200 ? asRecord(answer.body)?.order : undefined;
  const made = madeOrder(order);
  if (order !== null && made === null) return null;
  // Another tab may have settled it in the meantime.
  const still = orderAttempt.get()?.idempotencyKey === key;
  const ofEarlierSession = unsettledOrder.get()?.idempotencyKey === key;
  if (ofEarlierSession) unsettledOrder.set(null);
  if (made === null) {
    if (still) orderAttempt.set(newOrderAttempt());
    return { kind: 'void' };
  }
  keepLink(asRecord(order)?.link);
  if (still || ofEarlierSession) orderAttempt.set({ idempotencyKey: key, state: 'made', ...made });
  return { kind: 'made' };
}

export function madeOrder(order: unknown): MadeOrder | null {
  const { id, totalCost, orderItems } = asRecord(order) ?? {};
  if (typeof id !== 'string' || typeof totalCost !== 'number' || !Array.isArray(orderItems)) return null;
  const ordered = orderItems.map((item) => asRecord(item)?.id).filter((product) => typeof product === 'string');
  return { id, totalCost, ordered };
}

/** Settles the customer's open attempt, and tells the outcome (product §4). Loaded only where there is one. */
export async function settleUnfinished(userId: string): Promise<void> {
  const settled = await settleOpenOrder(orderClient, userId);
  if (settled?.kind === 'void') toastError(ORDER_NOT_PLACED);
  if (settled?.kind !== 'made') return;
  showOrderPlaced();
  finishOrder();
}
