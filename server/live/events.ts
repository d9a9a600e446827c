import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Session } from '../identity/sessions.ts';
import type { Live, LiveEvent } from './live.ts';
import { sendProblem } from '../http/problem.ts';
import { countNow } from '../http/request-log.ts';
import type { Middleware } from '../http/middleware.ts';

/** How often a silent connection is written to, in ms: less than proxies' patience, and how dead clients are noticed. */
const HEARTBEAT_MS = 25_000;
/** How long a browser waits before it connects again, in ms; at random up to twice that, so that not all come at once. */
const RETRY_MS = 2_000;
/** What a page may have been made from that is older than it says: another process's cache, a request's way here. In ms. */
const SLACK_MS = 2_000;
/** One customer's browsers and phones. */
const MOST_PER_USER = 20;
/** A household, or a telephone company's street. */
const MOST_PER_NETWORK = 200;
const MOST_PER_PROCESS = 20_000;
/** A client that has not taken this many bytes is gone. */
const MOST_UNSENT = 16_384;

interface LiveOptions {
  live: Pick<Live, 'subscribe' | 'toldWithin'>;
  session: (headers: Headers) => Promise<Pick<Session, 'viewer' | 'expiresAt'> | null>;
  /** What connections are counted by, beside their customer: `networkOf` their address. */
  network: (req: IncomingMessage) => string;
  /** Told of each that is one too many of its customer or network. */
  onLimited: (req: IncomingMessage, userId: string | undefined) => void;
  mostPerUser?: number;
  mostPerNetwork?: number;
  mostPerProcess?: number;
  heartbeatMs?: number;
}

/**
 * `GET /api/live`: server-sent events. `products` when the catalogue changed, `profile` when the signed-in customer's data or
 * orders changed. Events carry no data: who hears one asks again. A browser that connects again after a drop is told both;
 * with `?age=`, the ms since its page was asked for, it is told what changed since then. When its session has ended, wherever
 * that was, a stream says `profile` once more and closes: the browser comes back as a visitor and hears nothing personal.
 */
export function liveEvents(options: LiveOptions): Middleware {
  const { live, session, network, onLimited, mostPerUser = MOST_PER_USER, mostPerProcess = MOST_PER_PROCESS } = options;
  const { mostPerNetwork = MOST_PER_NETWORK, heartbeatMs = HEARTBEAT_MS } = options;
  /** The open streams, and when their sessions end (ms since 1970). */
  const open = new Map<ServerResponse, number>();
  const perUser = createTally();
  const perNetwork = createTally();
  let lastId = Date.now();

  const heartbeat = setInterval(() => {
    const now = Date.now();
    for (const [res, until] of open) {
      if (until <= now) sayGoodbye(res);
      else write(res, ': \n\n');
    }
  }, heartbeatMs);
  heartbeat.unref();

  const tell = (res: ServerResponse, event: LiveEvent): void => {
    if (event === 'closing') res.end();
    else write(res, `id: ${(lastId += 1)}\nevent: ${event}\ndata: {}\n\n`);
  };

  const sayGoodbye = (res: ServerResponse): void => {
    open.delete(res);
    tell(res, 'profile');
    res.end();
  };

  /** Looks whether the session goes on before it is told of. While the database is away it is taken to: the event has no data. */
  const tellOwner = async (res: ServerResponse, headers: Headers): Promise<void> => {
    const ended = await session(headers).then(
      (found) => found === null,
      () => false,
    );
    if (!open.has(res)) return;
    if (ended) sayGoodbye(res);
    else tell(res, 'profile');
  };

  return async (req, res, next) => {
    const [path, query] = req.url?.split('?', 2) ?? [];
    if (path !== '/api/live') return next();
    if (req.method !== 'GET') return sendProblem(res, { status: 405, detail: 'Send GET.' }, { Allow: 'GET' });
    const { cookie } = req.headers;
    const headers = new Headers(cookie === undefined ? {} : { cookie });
    const own = cookie === undefined ? null : await session(headers);
    const userId = own?.viewer.id;
    if (res.destroyed) return;
    if (open.size >= mostPerProcess) {
      return sendProblem(res, { status: 503, detail: 'Too many live connections.' }, { 'Retry-After': '60' });
    }
    const place = network(req);
    const limited =
      userId !== undefined && perUser.of(userId) >= mostPerUser
        ? 'customer'
        : perNetwork.of(place) >= mostPerNetwork && 'network';
    if (limited) {
      onLimited(req, userId);
      const detail = `Too many live connections of one ${limited}.`;
      return sendProblem(res, { status: 429, detail }, { 'Retry-After': '60' });
    }
    perNetwork.add(place);
    if (userId !== undefined) perUser.add(userId);

    req.socket.setKeepAlive(true, heartbeatMs);
    req.socket.setNoDelay(true);
    res.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    countNow(res);
    open.set(res, own?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY);
    const unsubscribe = live.subscribe({ userId }, (event) => {
      if (event === 'profile') void tellOwner(res, headers);
      else tell(res, event);
    });
    res.once('close', () => {
      unsubscribe();
      open.delete(res);
      perNetwork.remove(place);
      if (userId !== undefined) perUser.remove(userId);
    });

    res.write(`retry: ${Math.round(RETRY_MS * (1 + Math.random()))}\n\n`);
    const age = req.headers['last-event-id'] === undefined ? ageIn(query) : Number.POSITIVE_INFINITY;
    if (age !== null) for (const event of live.toldWithin(age + SLACK_MS, userId)) tell(res, event);
  };
}

/** How many there are of each. */
function createTally(): { of(key: string): number; add(key: string): void; remove(key: string): void } {
  const counts = new Map<string, number>();
  return {
    of: (key) => counts.get(key) ?? 0,
    add: (key) => void counts.set(key, (counts.get(key) ?? 0) + 1),
    remove(key) {
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
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
