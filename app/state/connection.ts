import { useSyncExternalStore } from 'react';
import { isRouteErrorResponse } from 'react-router';

/** What kept an answer away: no network, a shop that is busy or restarting, or a fault that asking again does not mend. */
export type Fault = 'offline' | 'busy' | 'broken';

/** Refusals for the moment: too many requests, and what proxies answer for a shop that does not. */
const BUSY = new Set([429, 502, 503, 504]);
/** How Chromium, Firefox and Safari name a network that fails, each in words of its own. */
const NO_NETWORK = /fetch|network|load failed|connection|offline|input stream/i;
/** The framework's word for an answer that is not its own: a hotel's login page, or one that was cut off. */
const NOT_THE_SHOPS = 'Unable to decode turbo-stream response';

/** Tells apart why a screen's data did not come. */
export function faultOf(error: unknown): Fault {
  if (isRouteErrorResponse(error)) return BUSY.has(error.status) ? 'busy' : 'broken';
  if (!(error instanceof Error)) return 'broken';
  const noNetwork = error instanceof TypeError && NO_NETWORK.test(error.message);
  return noNetwork || error.message === NOT_THE_SHOPS ? 'offline' : 'broken';
}

/** Waits before asking again: doubling, a random half of it taken off so that browsers do not come back in step. In ms. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** The connection to the shop, as the requests of this page find it. */
export interface Connection {
  isLost(): boolean;
  /** A request got no answer: all that wait ask again after a while, or as soon as the browser finds a network. */
  lose(): void;
  /** A request has had no answer for long, and may have one yet: nothing is asked again for its sake. */
  doubt(): void;
  /** An answer came: all that wait ask again at once. */
  find(): void;
  /** Calls back whenever it is time to ask again. Returns what ends that. */
  onRetry(retry: () => void): () => void;
  /** Calls back when the connection is lost or found. Returns what ends that. */
  subscribe(listener: () => void): () => void;
}

/** `events` tells of `online`; `random` answers 0 to 1. */
export function createConnection(events: EventTarget | undefined, random: () => number = Math.random): Connection {
  const retries = new Set<() => void>();
  const listeners = new Set<() => void>();
  let lost = false;
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setLost = (next: boolean): void => {
    if (lost === next) return;
    lost = next;
    for (const listener of listeners) listener();
  };
  const askAgain = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const retry of retries) retry();
  };
  events?.addEventListener('online', () => {
    wait = FIRST_WAIT_MS;
    askAgain();
  });

  return {
    isLost: () => lost,
    lose() {
      setLost(true);
      if (timer !== undefined) return;
      timer = setTimeout(askAgain, wait * (0.5 + random() / 2));
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    },
    doubt: () => setLost(true),
    find() {
      wait = FIRST_WAIT_MS;
      setLost(false);
      askAgain();
    },
    onRetry(retry) {
      retries.add(retry);
      return () => void retries.delete(retry);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The connection of this page. */
export const connection = createConnection(typeof window === 'undefined' ? undefined : window);

/** Whether requests of this page go unanswered. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isLost, () => false);
}
