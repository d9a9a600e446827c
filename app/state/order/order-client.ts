import { LANGUAGE } from '#messages';
import { PAGE_LANGUAGE } from '../../../base/language.ts';
import { orderAttempt, unsettledOrder } from './order-attempt.ts';

/** A JSON answer; null when there was none: no network, a timeout, or an answer that is not the shop's. */
export type Answer = { readonly status: number; readonly body: unknown } | null;

type AttemptStore = Pick<typeof orderAttempt, 'get' | 'set'>;

export interface OrderClient {
  attempt: AttemptStore;
  unsettled: AttemptStore;
  request(method: 'GET' | 'POST' | 'DELETE', path: string, body: unknown, signal?: AbortSignal): Promise<Answer>;
  /** Waits before the `failures`th retry; ends early when the browser is online again or `signal` aborts. */
  pause(failures: number, signal: AbortSignal): Promise<void>;
  /** Runs `work`, which must not throw, in one tab of this browser at a time. */
  runExclusive<T>(work: () => Promise<T>): Promise<T>;
}

/** A later answer counts as lost, in ms. */
const ANSWER_TIMEOUT_MS = 15_000;
/** The pause grows by the first one, up to the maximum, in ms. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5_000;
/** The wait for another tab's request, in ms. Only to avoid useless requests: the shop makes sure that a key makes one order. */
const LOCK_TIMEOUT_MS = 5_000;

export const orderClient: OrderClient = {
  attempt: orderAttempt,
  unsettled: unsettledOrder,
  async request(method, path, body, signal) {
    const stopped = new AbortController();
    const stop = (): void => stopped.abort();
    const timer = setTimeout(stop, ANSWER_TIMEOUT_MS);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    try {
      const response = await fetch(path, {
        method,
        signal: stopped.signal,
        headers: { [PAGE_LANGUAGE]: LANGUAGE, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
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
      const stopped = new AbortController();
      const end = (): void => {
        clearTimeout(timer);
        stopped.abort();
        resolve();
      };
      const timer = setTimeout(end, Math.min(failures * FIRST_PAUSE_MS, MAX_PAUSE_MS));
      window.addEventListener('online', end, stopped);
      signal.addEventListener('abort', end, stopped);
      if (signal.aborted) end();
    }),
  async runExclusive(work) {
    if (!('locks' in navigator)) return work();
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), LOCK_TIMEOUT_MS);
    try {
      return await navigator.locks.request('sodai-order', { signal: waiting.signal }, work);
    } catch {
      return work();
    } finally {
      clearTimeout(timer);
    }
  },
};
