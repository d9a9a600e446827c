import type { ServerResponse } from 'node:http';
import type { Viewer } from '../identity.ts';
import type { Live, LiveEvent } from '../live.ts';
import { sendProblem } from './problem.ts';
import type { Step } from './walk.ts';

/** How often a silent connection is written to, in ms: less than proxies' patience, and how dead clients are noticed. */
const HEARTBEAT_MS = 25_000;
/** How long a browser waits before it connects again, in ms. */
const RETRY_MS = 2_000;
/** One customer's browsers and phones. */
const MOST_PER_USER = 20;
const MOST_PER_PROCESS = 20_000;
/** A client that has not taken this many bytes is gone. */
const MOST_UNSENT = 16_384;

interface LiveOptions {
  live: Live;
  viewer: (headers: Headers) => Promise<Viewer | null>;
  mostPerUser?: number;
  mostPerProcess?: number;
}

/**
 * `GET /api/live`: server-sent events. `products` when the catalogue changed, `profile` when the signed-in customer's data or
 * orders changed. Events carry no data: who hears one asks again. A browser that connects again after a drop is told both.
 */
export function liveEvents(options: LiveOptions): Step {
  const { live, viewer, mostPerUser = MOST_PER_USER, mostPerProcess = MOST_PER_PROCESS } = options;
  const open = new Set<ServerResponse>();
  const perUser = new Map<string, number>();
  let lastId = Date.now();

  const heartbeat = setInterval(() => {
    for (const res of open) write(res, ': \n\n');
  }, HEARTBEAT_MS);
  heartbeat.unref();

  const tell = (res: ServerResponse, event: LiveEvent): void => {
    if (event === 'closing') res.end();
    else write(res, `id: ${(lastId += 1)}\nevent: ${event}\ndata: {}\n\n`);
  };

  return async (req, res, next) => {
    if (req.url?.split('?', 1)[0] !== '/api/live') return next();
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

    req.socket.setKeepAlive(true, HEARTBEAT_MS);
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

    res.write(`retry: ${RETRY_MS}\n\n`);
    if (req.headers['last-event-id'] !== undefined) {
      tell(res, 'products');
      if (userId !== undefined) tell(res, 'profile');
    }
  };
}

function write(res: ServerResponse, text: string): void {
  if (res.writableLength > MOST_UNSENT) res.destroy();
  else res.write(text);
}
