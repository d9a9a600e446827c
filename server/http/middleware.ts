/** A chain of middleware, and what all of it shares: refusals, the headers of every answer, the log of requests. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { problemMessage, type ProblemFields } from '../../base/problem.ts';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';

export type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void | Promise<void>;

/** Runs a list of middleware in turn until one answers. `onError` gets what is thrown. */
export function compose(
  chain: readonly Middleware[],
  onError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void,
): RequestListener {
  return (req, res) => {
    const run = (at: number): void => {
      const middleware = chain[at];
      if (!middleware) return;
      const failed = (error: unknown): void => onError(error, req, res);
      try {
        const answer = middleware(req, res, () => run(at + 1));
        if (answer) answer.catch(failed);
      } catch (error) {
        failed(error);
      }
    };
    run(0);
  };
}

/** The `detail` of a 503: the database, or the store of the pictures, is away, slow or full. */
export const UNAVAILABLE = 'The shop cannot do this just now. Please try again in a moment.';

export function sendProblem(res: ServerResponse, fields: ProblemFields, headers?: Record<string, string>): void {
  const message = problemMessage(fields, headers);
  res.writeHead(message.status, { ...message.headers, 'Content-Length': Buffer.byteLength(message.body) });
  res.end(res.req.method === 'HEAD' ? undefined : message.body);
}

export const POLICY = 'Content-Security-Policy';

/** For answers that are no page: when a browser opens them, they load, run and send nothing, in no frame. */
export function policyWith(...directives: readonly string[]): string {
  const closed = ['default-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors'];
  return [...closed.map((directive) => `${directive} 'none'`), ...directives].join('; ');
}

/** The headers of every answer, but see `OF_DOCUMENTS`. Pages bring a Content-Security-Policy of their own. */
export function securityHeadersOf({ https }: { https: boolean }): Map<string, string> {
  const headers = new Map([
    [POLICY, policyWith()],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()'],
  ]);
  if (https) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  return headers;
}

/** Browsers heed these for documents only: a first visit's scripts and pictures would carry 3 kB of them. */
const OF_DOCUMENTS = new Set(['Cross-Origin-Opener-Policy', 'Permissions-Policy']);

/**
 * Sets them and the request's id for all middleware after this one. Cached pages write their own, because `setHeader`
 * would slow them by a sixth. Vite's pages in development have no Content-Security-Policy.
 */
export function commonHeaders({ https, development }: { https: boolean; development: boolean }): Middleware {
  const headers = securityHeadersOf({ https });
  if (development) headers.delete(POLICY);
  const ofFiles = new Map([...headers].filter(([name]) => !OF_DOCUMENTS.has(name)));
  return (req, res, next) => {
    const isFile = /^\/(?:assets|images)\//.test(req.url ?? '');
    res.setHeaders(isFile ? ofFiles : headers).setHeader(REQUEST_ID, requestIdOf(res));
    next();
  };
}

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

/** Logs the pattern of the route, because a path may have an order's id or a reset token. */
export function requestLog(
  log: Logger,
  metrics: Pick<Metrics, 'answered'>,
  routeOf: (path: string) => string,
): Middleware {
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

export function pathOf(url = '/'): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
}
