import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import type { Middleware } from './middleware.ts';

/** The header that names a request, in its answer and in the log. */
export const REQUEST_ID = 'X-Request-Id';

export const newRequestId: () => string = randomUUID;

/** What is known of a request that is under way. */
interface Underway {
  id: string;
  count: () => void;
}

// On the response itself: a weak map of so many short lives keeps the garbage collector busy.
const UNDERWAY = Symbol('underway');
type Tracked = ServerResponse & { [UNDERWAY]?: Underway };

/** The id of the request that is answered. */
export function requestIdOf(res: Tracked): string {
  return res[UNDERWAY]?.id ?? newRequestId();
}

/** Counts a request before it ends: an open page listens for hours, and that is no latency. */
export function countNow(res: Tracked): void {
  res[UNDERWAY]?.count();
}

interface RequestLogOptions {
  log: Logger;
  metrics: Pick<Metrics, 'answered'>;
  /** The route that a path belongs to: see route-labels.ts. */
  routeOf: (path: string) => string;
}

/**
 * Gives each request an id, and counts and logs it when it ends: method, route, status, milliseconds. The route
 * stands for the path, which may hold an order's id or a reset token; nothing personal or secret is written.
 */
export function requestLog({ log, metrics, routeOf }: RequestLogOptions): Middleware {
  return (req, res: Tracked, next) => {
    const started = performance.now();
    const id = newRequestId();
    let counted = false;
    const count = (): void => {
      if (counted) return;
      counted = true;
      const ms = performance.now() - started;
      const route = routeOf(pathOf(req.url));
      metrics.answered(route, res.statusCode, ms / 1000);
      // 503 is said on purpose: come again.
      const level = res.statusCode === 503 ? 'warn' : res.statusCode >= 500 ? 'error' : 'debug';
      if (!log.isLevelEnabled(level)) return;
      log[level]({ id, method: req.method, route, status: res.statusCode, ms: Math.round(ms) }, 'request');
    };
    res[UNDERWAY] = { id, count };
    res.on('close', count);
    next();
  };
}

/** Names the request in its answer. Finished pages name it themselves: a header that is set by itself takes them a sixth longer. */
export const nameRequest: Middleware = (_req, res, next) => {
  res.setHeader(REQUEST_ID, requestIdOf(res));
  next();
};

/** The path of a request's address. */
export function pathOf(url = '/'): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
}
