/** How an attempt to order reaches the shop from this tab. */
import { type OrderAttempt, orderAttempt, unsettledOrder } from './order-attempt.ts';

/** A JSON answer; null when none came: no network, a time-out, or something that is not the shop's. */
export type Answer = { readonly status: number; readonly body: unknown } | null;

interface AttemptStore {
  get(): OrderAttempt | null;
  set(next: OrderAttempt | null): void;
}

/** What placing and settling need of the world. */
export interface OrderConnection {
  attempt: AttemptStore;
  /** What an ended session left open. */
  unsettled: AttemptStore;
  ask(method: 'GET' | 'POST' | 'DELETE', path: string, body: unknown, signal?: AbortSignal): Promise<Answer>;
  /** Waits before asking for the `failures`th time again; ends early when the network is back or `signal` aborts. */
  pause(failures: number, signal: AbortSignal): Promise<void>;
  /** Runs `work`, which does not throw, alone among the tabs of this browser. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** An answer that has not come by then counts as lost, in ms. */
const ANSWER_WITHIN_MS = 15_000;
/** The pause grows by the first up to the longest, in ms. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;
/** How long another tab's request is waited for, in ms. A courtesy: that a key makes one order is the shop's own care. */
const TURN_WITHIN_MS = 5_000;

export const orderConnection: OrderConnection = {
  attempt: orderAttempt,
  unsettled: unsettledOrder,
  async ask(method, path, body, signal) {
    const over = new AbortController();
    const stop = (): void => over.abort();
    const timer = setTimeout(stop, ANSWER_WITHIN_MS);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    try {
      const response = await fetch(path, {
        method,
        signal: over.signal,
        ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  },
  pause: (failures, signal) =>
    new Promise((resolve) => {
      const over = new AbortController();
      const end = (): void => {
        clearTimeout(timer);
        over.abort();
        resolve();
      };
      const timer = setTimeout(end, Math.min(failures * FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
      window.addEventListener('online', end, { signal: over.signal });
      signal.addEventListener('abort', end, { signal: over.signal });
      if (signal.aborted) end();
    }),
  async inTurn(work) {
    if (!('locks' in navigator)) return work();
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), TURN_WITHIN_MS);
    try {
      return await navigator.locks.request('sodai-order', { signal: patience.signal }, work);
    } catch {
      return work();
    } finally {
      clearTimeout(timer);
    }
  },
};
