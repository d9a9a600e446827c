import { useSyncExternalStore } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { createValue } from '../value.ts';

/** Temporary refusals: too many requests, and the answers of proxies for a shop that does not answer. */
const BUSY_STATUSES = new Set([429, 502, 503, 504]);
/** The messages of Chromium, Firefox and Safari for a failed network. */
const NETWORK_FAILURE = /fetch|network|load failed|connection|offline|input stream/i;
/** The framework's message for an answer that is not its own: a hotel's login page, or an interrupted answer. */
const FOREIGN_ANSWER = 'Unable to decode turbo-stream response';

/** Why a screen's data is missing: no network, a busy or restarting shop, or an error that a retry cannot solve. */
export function failureOf(error: unknown): 'offline' | 'busy' | 'broken' {
  if (isRouteErrorResponse(error)) return BUSY_STATUSES.has(error.status) ? 'busy' : 'broken';
  if (!(error instanceof Error)) return 'broken';
  const noNetwork = error instanceof TypeError && NETWORK_FAILURE.test(error.message);
  return noNetwork || error.message === FOREIGN_ANSWER ? 'offline' : 'broken';
}

/** Doubling, minus a random part up to half, so that browsers do not all retry at the same moment. In ms. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15_000;

export type Connection = ReturnType<typeof createConnection>;

/** The state of the connection, by this page's requests. `events` emits `online`; `random` gives 0 to 1. */
export function createConnection(events: EventTarget | undefined, random: () => number = Math.random) {
  const retries = new Set<() => void>();
  const lost = createValue(false);
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const retryAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const retry of retries) retry();
  };
  events?.addEventListener('online', () => {
    wait = FIRST_WAIT_MS;
    retryAll();
  });

  /** A request got no answer. All subscribers retry after a wait, or when the browser is online again. */
  const reportFailure = (): void => {
    lost.set(true);
    if (timer !== undefined) return;
    timer = setTimeout(retryAll, wait * (0.5 + random() / 2));
    wait = Math.min(2 * wait, MAX_WAIT_MS);
  };
  /** Calls back when it is time to retry. Returns a function that unsubscribes. */
  const onRetry = (retry: () => void): (() => void) => {
    retries.add(retry);
    return () => void retries.delete(retry);
  };

  return {
    isLost: lost.get,
    useLost: () => lost.use(),
    reportFailure,
    /** A request is slow but may still be answered. Nothing is retried because of it. */
    reportSlow: () => lost.set(true),
    /** A request was answered. All subscribers retry immediately. */
    reportSuccess(): void {
      wait = FIRST_WAIT_MS;
      lost.set(false);
      retryAll();
    },
    /** Reports a failure, and resolves when it is time to retry. */
    nextTry: () =>
      new Promise<void>((resolve) => {
        const stop = onRetry(() => {
          stop();
          resolve();
        });
        reportFailure();
      }),
    onRetry,
  };
}

export const connection = createConnection(typeof window === 'undefined' ? undefined : window);

/** Whether the browser has a network at all. True on the server and during hydration. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const listening = new AbortController();
      window.addEventListener('online', listener, listening);
      window.addEventListener('offline', listener, listening);
      return () => listening.abort();
    },
    () => navigator.onLine,
    () => true,
  );
}
