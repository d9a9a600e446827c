/**
 * What a process with too much work refuses at once, so that others wait a second at most (operations, 'Too many
 * shoppers').
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { TEXTS } from '../../messages/texts.ts';
import { splitPath } from '../../base/language.ts';
import { problemResponse } from '../../base/problem.ts';
import type { Metrics } from '../metrics.ts';
import { UNAVAILABLE, logQuietly, pathOf } from './middleware.ts';
import { isOperatorsFile, takesFiles } from './bodies.ts';

/**
 * How much a process does within half a second. Writes have their own room, because orders are worth more than pages,
 * and uploads last. page-cache.ts has a limit of its own.
 */
const ROOM = { session: 1_000, read: 100, write: 200, upload: 50 };

/** There is too much to do: the request was not begun, and may be sent again. */
export class Overloaded extends Error {}

/** What asks whether the process lives, and what it does. Never refused. */
const HEALTH = /^\/(?:healthz|readyz|metrics)$/;

export function createLoadLimit(room = ROOM) {
  const free = { ...room };
  /** @throws Overloaded, without beginning, when there is no room. */
  async function run<T>(kind: keyof typeof ROOM, work: () => Promise<T>): Promise<T> {
    if (free[kind] === 0) throw new Overloaded();
    free[kind] -= 1;
    try {
      return await work();
    } finally {
      free[kind] += 1;
    }
  }
  return {
    run,
    /** The answer to a request, whose body has arrived unless it is a file. @throws Overloaded. */
    answer({ method, path }: { method: string; path: string }, work: () => Promise<Response>): Promise<Response> {
      // Operators' files have limits of their own, and customers must not take up their room.
      if (HEALTH.test(path) || isOperatorsFile(path)) return work();
      if (method === 'GET' || method === 'HEAD') return run('read', work);
      return run(takesFiles(path) ? 'upload' : 'write', work);
    },
  };
}

const LOG_EVERY_MS = 10_000;
/** When to come again, in s. Not all at the same moment. */
const MAX_RETRY_S = 5;

/** Answers a request that cannot be served now. A page that a browser opens says so, and loads itself again. */
export function createRefusals(log: Logger, metrics: Pick<Metrics, 'refused'>, now = () => performance.now()) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  return (req: IncomingMessage, res: ServerResponse): Response => {
    metrics.refused();
    logQuietly(res);
    unlogged += 1;
    if (now() - loggedAt >= LOG_EVERY_MS) {
      loggedAt = now();
      log.warn({ requests: unlogged }, 'more requests than the process can serve: some are refused');
      unlogged = 0;
    }
    const seconds = String(1 + Math.floor(Math.random() * MAX_RETRY_S));
    if (req.method !== 'GET' || !req.headers.accept?.includes('text/html'))
      return problemResponse({ status: 503, detail: UNAVAILABLE }, { 'Retry-After': seconds });
    const { language } = splitPath(pathOf(req.url));
    const text = TEXTS[language].MANY_SHOPPERS;
    const page = `<!doctype html><html lang="${language}"><meta name="viewport" content="width=device-width"><title>${text}</title><h1>${text}</h1></html>`;
    return new Response(page, {
      status: 503,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'Retry-After': seconds,
        Refresh: seconds,
      },
    });
  };
}
