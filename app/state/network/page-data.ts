import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction } from 'react-router';
import { type Connection, connection, failureOf } from './connection.ts';
import { setPageCopy } from '../offline/page-copy.ts';
import { isOutdated } from './requests.ts';

/** A load that takes longer than the first time shows as lost; one that takes longer than the second is loaded again. In ms. */
const SLOW_MS = 8_000;
const RELOAD_MS = 24_000;

type Results = Record<string, DataStrategyResult>;

/** The needed part of the router; its `revalidate` also restarts a running navigation. */
interface Router {
  revalidate(): unknown;
  readonly state: { readonly location: { readonly pathname: string; readonly search: string } };
}

let router: Router | undefined;

export function setRouter(joined: Router): void {
  router = joined;
}

/**
 * The framework's middleware for all requests of screens' data (product §10). Data that a lost network or a busy shop withholds never
 * becomes the error screen: the load waits and the page stays, until a retry or another navigation replaces it. So does an error of
 * the shop while a screen is only refreshed, because the shopper may be typing in it. Forms are handled in form-answer.ts.
 */
export function waitForData(conn: Connection): MiddlewareFunction<Results> {
  return async ({ request }, next) => {
    if (request.method !== 'GET') return next();
    const { signal } = request;
    const done = new AbortController();
    const aborted = new Promise<Results>((resolve) => {
      signal.addEventListener('abort', () => resolve({}), { signal: done.signal });
    });
    let waiting = false;
    const stopRetrying = conn.onRetry(() => {
      if (waiting) router?.revalidate();
    });
    const lose = (): void => {
      waiting = true;
      conn.reportFailure();
    };
    const slow = setTimeout(() => {
      waiting = true;
      conn.reportSlow();
    }, SLOW_MS);
    const reloading = setTimeout(lose, RELOAD_MS);
    try {
      const results = await Promise.race([next(), aborted]);
      if (signal.aborted) return results;
      const answers = Object.values(results);
      const refresh = isShown(request.url);
      if (!answers.some((answer) => isLost(answer, refresh))) {
        waiting = false;
        if (answers.length > 0) conn.reportSuccess();
        if (isOutdated()) {
          // This version may not be able to show the new one's data. The screen stays; another one opens as a document.
          if (refresh) return {};
          location.assign(pageOf(request.url));
          return await aborted;
        }
        // A refresh is never answered with a copy.
        if (refresh && answers.length > 0) setPageCopy(pageOf(request.url), null);
        return results;
      }
      lose();
      return await aborted;
    } finally {
      clearTimeout(slow);
      clearTimeout(reloading);
      stopRetrying();
      done.abort();
    }
  };
}

function isLost({ type, result }: DataStrategyResult, refresh: boolean): boolean {
  if (type !== 'error') return false;
  if (failureOf(result) !== 'broken') return true;
  return refresh && (isRouteErrorResponse(result) ? result.status >= 500 : result instanceof Error);
}

function isShown(url: string): boolean {
  const shown = router?.state.location;
  return shown !== undefined && shown.pathname + shown.search === pageOf(url);
}

function pageOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export const pageData = waitForData(connection);
