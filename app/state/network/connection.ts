import { isRouteErrorResponse } from 'react-router';
import { createValue } from '../value.ts';

/** Why an answer is missing: no network, a busy or restarting shop, or an error that a retry cannot solve. */
export type Failure = 'offline' | 'busy' | 'broken';

/** Temporary refusals: too many requests, and the answers of proxies for a shop that does not answer. */
const BUSY_STATUSES = new Set([429, 502, 503, 504]);
/** The messages of Chromium, Firefox and Safari for a failed network. */
const NETWORK_FAILURE = /fetch|network|load failed|connection|offline|input stream/i;
/** The framework's message for an answer that is not its own: a hotel's login page, or an interrupted answer. */
const FOREIGN_ANSWER = 'Unable to decode turbo-stream response';

/** Classifies why a screen's data could not be loaded. */
export function failureOf(error: unknown): Failure {
  if (isRouteErrorResponse(error)) return BUSY_STATUSES.has(error.status) ? 'busy' : 'broken';
  if (!(error instanceof Error)) return 'broken';
  const noNetwork = error instanceof TypeError && NETWORK_FAILURE.test(error.message);
  return noNetwork || error.message === FOREIGN_ANSWER ? 'offline' : 'broken';
}

/** Waits before a retry: doubling, minus a random part up to half, so that browsers do not all retry at the same moment. In ms. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15_000;

/** The state of the connection to the shop, reported by the requests of this page. */
export interface Connection {
  isLost(): boolean;
  useLost(): boolean;
  /** A request got no answer. All subscribers retry after a wait, or when the browser is online again. */
  reportFailure(): void;
  /** A request is slow but may still be answered. Nothing is retried because of it. */
  reportSlow(): void;
  /** A request was answered. All subscribers retry immediately. */
  reportSuccess(): void;
  /** Reports a failure, and resolves when it is time to retry. */
  nextTry(): Promise<void>;
  /** Calls back when it is time to retry. Returns a function that unsubscribes. */
  onRetry(retry: () => void): () => void;
}

/** `events` emits `online`; `random` returns 0 to 1. */
export function createConnection(events: EventTarget | undefined, random: () => number = Math.random): Connection {
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

  const reportFailure = (): void => {
    lost.set(true);
    if (timer !== undefined) return;
    timer = setTimeout(retryAll, wait * (0.5 + random() / 2));
    wait = Math.min(2 * wait, MAX_WAIT_MS);
  };
  const onRetry = (retry: () => void): (() => void) => {
    retries.add(retry);
    return () => void retries.delete(retry);
  };

  return {
    isLost: lost.get,
    useLost: () => lost.use(),
    reportFailure,
    reportSlow: () => lost.set(true),
    reportSuccess() {
      wait = FIRST_WAIT_MS;
      lost.set(false);
      retryAll();
    },
    nextTry: () =>
      new Promise((resolve) => {
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

export const useConnectionLost = connection.useLost;
