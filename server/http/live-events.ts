import type { ServerResponse } from 'node:http';
import type { Viewer } from '../identity.ts';
import type { Live, LiveEvent } from '../live.ts';
import { sendProblem } from './problem.ts';
import type { Step } from './walk.ts';

/** How often a silent connection is written to, in ms: less than proxies' patience, and how dead clients are noticed. */
const HEARTBEAT_MS = 25_000;
/** How long a browser waits before it connects again, in ms; at random up to twice that, so that not all come at once. */
const RETRY_MS = 2_000;
/** What a page may have been made from that is older than it says: another process's cache, a request's way here. In ms. */
const SLACK_MS = 2_000;
/** One customer's browsers and phones. */
const MOST_PER_USER = 20;
const MOST_PER_PROCESS = 20_000;
/** A client that has not taken this many bytes is gone. */
const MOST_UNSENT = 16_384;

interface LiveOptions {
  live: Pick<Live, 'subscribe' | 'toldWithin'>;
  viewer: (headers: Headers) => Promise<Viewer | null>;
  mostPerUser?: number;
  mostPerProcess?: number;
  heartbeatMs?: number;
}

/**
 * `GET /api/live`: server-sent events. `products` when the catalogue changed, `profile` when the signed-in customer's data or
 * orders changed. Events carry no data: who hears one asks again. A browser that connects again after a drop is told both;
 * with `?age=`, the ms since its page was asked for, it is told what changed since then.
 */
export function liveEvents(options: LiveOptions): Step {
  const { live, viewer, mostPerUser = MOST_PER_USER, mostPerProcess = MOST_PER_PROCESS } = options;
  const { heartbeatMs = HEARTBEAT_MS } = options;
  const open = new Set<ServerResponse>();
  const perUser = new Map<string, number>();
  let lastId = Date.now();

  const heartbeat = setInterval(() => {
    for (const res of open) write(res, ': \n\n');
  }, heartbeatMs);
  heartbeat.unref();

  const tell = (res: ServerResponse, event: LiveEvent): void => {
    if (event === 'closing') res.end();
    else write(res, `id: ${(lastId += 1)}\nevent: ${event}\ndata: {}\n\n`);
  };

  return async (req, res, next) => {
    const [path, query] = req.url?.split('?', 2) ?? [];
    if (path !== '/api/live') return next();
    if (req.method !== 'GET') return sendProblem(res, { status: 405, detail: 'Send GET.' }, { Allow: 'GET' });
    const cookie = req.headers.cookie;
    const userId = cookie === undefined ? undefined : (await viewer(new Headers({ cookie })))?.id;
    if (res.destroyed) return;
    if (open.size >= mostPerProcess) {
      return sendProblem(res, { status: 503, detail: 'Too many live connections.' }, { 'Retry-After': '60' });
    }
    const own = userId === undefined ? 0 : (perUser.get(userId) ?? 0);
    if (userId !== undefined) {
      if (own >= mostPerUser) {
        return sendProblem(
          res,
          { status: 429, detail: 'Too many live connections of one customer.' },
          { 'Retry-After': '60' },
        );
      }
      perUser.set(userId, own + 1);
    }

    req.socket.setKeepAlive(true, heartbeatMs);
    req.socket.setNoDelay(true);
    res.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    open.add(res);
    const unsubscribe = live.subscribe({ userId }, (event) => tell(res, event));
    res.once('close', () => {
      unsubscribe();
      open.delete(res);
      if (userId === undefined) return;
      const left = (perUser.get(userId) ?? 1) - 1;
      if (left > 0) perUser.set(userId, left);
      else perUser.delete(userId);
    });

    res.write(`retry: ${Math.round(RETRY_MS * (1 + Math.random()))}\n\n`);
    const age = req.headers['last-event-id'] === undefined ? ageIn(query) : Number.POSITIVE_INFINITY;
    if (age !== null) for (const event of live.toldWithin(age + SLACK_MS, userId)) tell(res, event);
  };
}

/** Null when there is none. */
function ageIn(query: string | undefined): number | null {
  const [, age] = /(?:^|&)age=(\d{1,15})(?:&|$)/.exec(query ?? '') ?? [];
  return age === undefined ? null : Number(age);
}

function write(res: ServerResponse, text: string): void {
  if (res.writableLength > MOST_UNSENT) res.destroy();
  else res.write(text);
}
