import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction } from 'react-router';
import { type Connection, connection, faultOf } from './connection.ts';

/** Data that takes longer counts as lost for the shopper; that takes still longer is asked for anew. In ms. */
const SLOW_MS = 8_000;
const HANGING_MS = 24_000;

type Results = Record<string, DataStrategyResult>;

/** What is needed of the router: its `revalidate` also restarts a navigation under way. */
interface Router {
  revalidate(): unknown;
  readonly state: { readonly location: { readonly pathname: string; readonly search: string } };
}

let router: Router | undefined;

/** Says which router loads the data: what is lost is begun anew through it, and what it shows is kept. */
export function loadThrough(joined: Router): void {
  router = joined;
}

/**
 * The framework's middleware through which all of its requests for screens' data go. Data that a lost network or a busy shop
 * keeps away never becomes the error screen: the load waits, and the page stays as it is, until a new try or another
 * navigation takes its place. So does a fault of the shop while the screen that is shown is only refreshed: somebody may be typing
 * in it. Forms have their own way (form-answer.ts).
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
      if (waiting) router?.revalidate();
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
      const refresh = isShown(request.url);
      if (!answers.some((answer) => isLost(answer, refresh))) {
        waiting = false;
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

/** Whether a screen's data is still to come. The error screen is for what a new try does not mend, and for a fault on the way. */
function isLost({ type, result }: DataStrategyResult, refresh: boolean): boolean {
  if (type !== 'error') return false;
  if (faultOf(result) !== 'broken') return true;
  return refresh && (isRouteErrorResponse(result) ? result.status >= 500 : result instanceof Error);
}

/** Whether the screen at `url` is the one that is shown. */
function isShown(url: string): boolean {
  const { pathname, search } = new URL(url);
  const shown = router?.state.location;
  return shown?.pathname === pathname && shown.search === search;
}

/** For this page's connection. */
export const pageData = waitForData(connection);
