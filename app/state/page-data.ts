import type { DataStrategyResult, MiddlewareFunction } from 'react-router';
import { type Connection, connection, faultOf } from './connection.ts';

/** Data that takes longer counts as lost for the shopper; that takes still longer is asked for anew. In ms. */
const SLOW_MS = 8_000;
const HANGING_MS = 24_000;

type Results = Record<string, DataStrategyResult>;

let reload: () => void = () => undefined;

/** Says how what is being loaded is begun anew: the router's `revalidate`, which also restarts a navigation under way. */
export function reloadWith(revalidate: () => void): void {
  reload = revalidate;
}

/**
 * The framework's middleware through which all of its requests for screens' data go. Data that a lost network or a busy shop
 * keeps away never becomes the error screen: the load waits, and the page stays as it is, until a new try or another
 * navigation takes its place. Forms have their own way (form-answer.ts).
 */
export function waitForData(conn: Connection): MiddlewareFunction<Results> {
  return async ({ request }, next) => {
    if (request.method !== 'GET') return next();
    const { signal } = request;
    const over = new AbortController();
    const aborted = new Promise<Results>((resolve) => {
      signal.addEventListener('abort', () => resolve({}), { signal: over.signal });
    });
    let waiting = false;
    const stopRetrying = conn.onRetry(() => {
      if (waiting) reload();
    });
    const lose = (): void => {
      waiting = true;
      conn.lose();
    };
    const slow = setTimeout(() => {
      waiting = true;
      conn.doubt();
    }, SLOW_MS);
    const hanging = setTimeout(lose, HANGING_MS);
    try {
      const results = await Promise.race([next(), aborted]);
      if (signal.aborted) return results;
      const answers = Object.values(results);
      if (!answers.some(isLost)) {
        if (answers.length > 0) conn.find();
        return results;
      }
      lose();
      return await aborted;
    } finally {
      clearTimeout(slow);
      clearTimeout(hanging);
      stopRetrying();
      over.abort();
    }
  };
}

function isLost({ type, result }: DataStrategyResult): boolean {
  return type === 'error' && faultOf(result) !== 'broken';
}

/** For this page's connection. */
export const pageData = waitForData(connection);
