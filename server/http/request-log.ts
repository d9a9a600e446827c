import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import type { Middleware } from './middleware.ts';

export const REQUEST_ID = 'X-Request-Id';

interface Underway {
  id: string;
  count: () => void;
  quiet: boolean;
}

// A property of the response. A WeakMap with so many short-lived keys would cost garbage collection.
const UNDERWAY = Symbol('underway');
type Tracked = ServerResponse & { [UNDERWAY]?: Underway };

export function requestIdOf(res: Tracked): string {
  return res[UNDERWAY]?.id ?? randomUUID();
}

/** Leaves this request to the log of all requests (debug): there are many like it, and one line tells of all. */
export function logQuietly(res: Tracked): void {
  const underway = res[UNDERWAY];
  if (underway) underway.quiet = true;
}

/** Counts and logs a request before it ends. A live connection stays open for hours, and that is not its latency. */
export function countNow(res: Tracked): void {
  res[UNDERWAY]?.count();
}

interface RequestLogOptions {
  log: Logger;
  metrics: Pick<Metrics, 'answered'>;
  routeOf: (path: string) => string;
}

/** Logs the route pattern, not the path, which may contain an order's id or a reset token: nothing personal or secret is logged. */
export function requestLog({ log, metrics, routeOf }: RequestLogOptions): Middleware {
  return (req, res: Tracked, next) => {
    const started = performance.now();
    const id = randomUUID();
    let counted = false;
    const count = (): void => {
      if (counted) return;
      counted = true;
      const ms = performance.now() - started;
      const route = routeOf(pathOf(req.url));
      metrics.answered(route, res.statusCode, ms / 1000);
      // 503 is intended (overload, database away), so it is no error of the program.
      const failed = res.statusCode >= 500 && !underway.quiet;
      const level = !failed ? 'debug' : res.statusCode === 503 ? 'warn' : 'error';
      if (!log.isLevelEnabled(level)) return;
      log[level]({ id, method: req.method, route, status: res.statusCode, ms: Math.round(ms) }, 'request');
    };
    const underway: Underway = { id, count, quiet: false };
    res[UNDERWAY] = underway;
    res.on('close', count);
    next();
  };
}

/** Sets the request's id as a header. Cached pages write it together with their other headers: `setHeader` would make them a sixth slower. */
export const setRequestId: Middleware = (_req, res, next) => {
  res.setHeader(REQUEST_ID, requestIdOf(res));
  next();
};

export function pathOf(url = '/'): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
}
