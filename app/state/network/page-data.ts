import {
  type DataRouteObject,
  type DataRouter,
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from 'react-router';
import { type Connection, connection, failureOf } from './connection.ts';
import { isOutdated, screens, setPageCopy } from './requests.ts';

/** A load that takes longer than the first shows as lost; longer than the second, it is loaded again. In ms. */
const SLOW_MS = 8_000;
const RELOAD_MS = 24_000;

/** Whether the next load is where a redirect has led that replaces its entry. */
let replaces = false;

type Results = Record<string, DataStrategyResult>;

/** Its `revalidate` also restarts a running navigation. */
let router: DataRouter | undefined;

export function setRouter(joined: DataRouter): void {
  router = joined;
  waitForModules(joined);
}

/**
 * The framework's middleware for all requests of screens' data (product §10). A lost network or a busy shop never
 * becomes the error screen: the load waits and the page stays, until a retry or another navigation. So does an error of
 * the shop while a screen is only refreshed. Forms are handled in form-errors.ts. An entry of the history that leads on,
 * such as the payment after its order, is replaced by where it leads: otherwise Back would never get past it.
 */
export function waitForData(conn: Connection): MiddlewareFunction<Results> {
  return async ({ request }, next) => {
    if (request.method !== 'GET') return next();
    const { signal } = request;
    // Back and Forward change the address before they load, links and forms afterwards.
    const isEntry = replaces || pageOf(request.url) === location.pathname + location.search;
    replaces = false;
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
      for (const { result } of answers)
        if (isEntry && result instanceof Response && result.headers.has('Location')) {
          result.headers.set('X-Remix-Replace', 'true');
          replaces = true;
        }
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

/**
 * When an import fails, the framework reloads the document, which fails without a network. It has no hook for that, so
 * the `lazy` functions of its routes are wrapped (decision 30).
 */
function waitForModules(router: DataRouter): void {
  const wait = ({ id, lazy, children }: DataRouteObject): void => {
    const url = screens().routes[id]?.module;
    if (url !== undefined && typeof lazy === 'object') {
      let loading: Promise<void> | undefined;
      for (const [key, load] of Object.entries(lazy)) {
        if (!load) continue;
        Object.assign(lazy, { [key]: () => (loading ??= loadModule(url, router)).then(load) });
      }
    }
    children?.forEach(wait);
  };
  router.routes.forEach(wait);
}

/** Retries until the module at `url` is loaded. Never resolves when the document is left instead. */
async function loadModule(url: string, router: DataRouter): Promise<void> {
  for (let refused = false; ;) {
    try {
      await import(/* @vite-ignore */ url);
      return;
    } catch {
      // An import does not report why it failed, and some browsers cache the failure. This request checks the network
      // itself: past the browser's cache, which may have this module but not what it imports.
      const status = await fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 404 || (status === 200 && refused)) {
        // The module belongs to an older version of the shop, or this document can no longer import it.
        location.assign(router.createHref(router.state.navigation.location ?? router.state.location));
        return new Promise(() => undefined);
      }
      // The network may have come back just before this request: then the next import finds the module.
      refused = status === 200;
      if (!refused) await connection.nextTry();
    }
  }
}
