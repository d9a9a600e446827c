import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import type { Step } from './walk.ts';

/** The header that names a request, in its answer and in the log. */
export const REQUEST_ID = 'X-Request-Id';

export const newRequestId: () => string = randomUUID;

/** What a response emits that is answered although it goes on: an open page listens for hours, and that is no latency. */
export const ANSWERED = 'answered';

interface RequestLogOptions {
  log: Logger;
  metrics: Pick<Metrics, 'answered'>;
  /** The route that a path belongs to: see route-labels.ts. */
  routeOf: (path: string) => string;
}

/**
 * Gives each request an id (`X-Request-Id`), and counts and logs it when it ends: method, route, status, milliseconds. The route
 * stands for the path, which may hold an order's id or a reset token; nothing personal or secret is written.
 */
export function requestLog({ log, metrics, routeOf }: RequestLogOptions): Step {
  return (req, res, next) => {
    const started = performance.now();
    const id = newRequestId();
    res.setHeader(REQUEST_ID, id);
    let counted = false;
    const count = (): void => {
      if (counted) return;
      counted = true;
      const ms = performance.now() - started;
      const route = routeOf(pathOf(req.url));
      metrics.answered(route, res.statusCode, ms / 1000);
      const level = res.statusCode >= 500 ? 'error' : 'debug';
      if (!log.isLevelEnabled(level)) return;
      log[level]({ id, method: req.method, route, status: res.statusCode, ms: Math.round(ms) }, 'request');
    };
    res.once('close', count);
    res.once(ANSWERED, count);
    next();
  };
}

/** The path of a request's address. */
export function pathOf(url = '/'): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
}
