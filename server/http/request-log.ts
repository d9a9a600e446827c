import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Metrics, routeOf } from '../metrics.ts';
import type { Step } from './walk.ts';

interface RequestLogOptions {
  log: Logger;
  metrics: Pick<Metrics, 'answered'>;
}

/**
 * Gives each request an id (`X-Request-Id`), and counts and logs it when it ends: method, route, status, milliseconds. The route
 * stands for the path, which may hold an order's id or a reset token; nothing personal or secret is written.
 */
export function requestLog({ log, metrics }: RequestLogOptions): Step {
  return (req, res, next) => {
    const started = performance.now();
    const id = randomUUID();
    res.setHeader('X-Request-Id', id);
    res.once('close', () => {
      const path = req.url?.split('?', 1)[0] ?? '/';
      // An open page listens for hours: that is no latency.
      if (path === '/api/live') return;
      const ms = performance.now() - started;
      metrics.answered(path, res.statusCode, ms / 1000);
      const level = res.statusCode >= 500 ? 'error' : 'debug';
      log[level](
        { id, method: req.method, route: routeOf(path), status: res.statusCode, ms: Math.round(ms) },
        'request',
      );
    });
    next();
  };
}
