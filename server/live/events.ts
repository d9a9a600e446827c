import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Live, LiveEvent } from './live.ts';
import { countNow, type Middleware, sendProblem } from '../http/middleware.ts';

/** How often a heartbeat is sent, in ms: before a proxy closes an idle connection. It also finds dead clients. */
const HEARTBEAT_MS = 25_000;
/** In ms, before a browser reconnects. Each waits up to twice as long, so that not all come at once. */
const RETRY_MS = 2_000;
/** In ms, how much older than its age a page may be: other caches lag, and requests take time. */
const SLACK_MS = 2_000;
/**
 * Connections at most: of one customer, with some browsers and phones; of one network, a household or many phones
 * behind one address of their operator; and of all.
 */
const LIMITS = { customer: 20, network: 200, process: 20_000 };
/** A client with more unread bytes than this is taken for dead. */
const MAX_UNSENT = 16_384;

interface LiveOptions {
  live: Pick<Live, 'subscribe' | 'changesWithin'>;
  session: (headers: Headers) => Promise<{ user: { id: string }; expiresAt: Date } | null>;
  network: (req: IncomingMessage) => string;
  onLimited: (req: IncomingMessage, userId: string | undefined) => void;
  limits?: Partial<typeof LIMITS>;
  heartbeatMs?: number;
}

/**
 * Server-sent events without data (product §7). `?age=`: ms since the page was asked for. A last `profile` says that
 * the session has ended.
 */
export function eventStream(address: '/api/live' | '/operator/live', options: LiveOptions): Middleware {
  const forOperators = address === '/operator/live';
  const { live, session, network, onLimited, heartbeatMs = HEARTBEAT_MS } = options;
  const limits = { ...LIMITS, ...options.limits };
  /** The open streams, and when their sessions end (ms since 1970). */
  const open = new Map<ServerResponse, number>();
  /** How many each customer and each network has open. */
  const counts = new Map<string, number>();
  let lastId = Date.now();

  setInterval(() => {
    const now = Date.now();
    for (const [res, until] of open) {
      if (until <= now) endStream(res);
      else write(res, ': \n\n');
    }
  }, heartbeatMs).unref();

  const count = (key: string, step: 1 | -1): void => {
    const now = (counts.get(key) ?? 0) + step;
    if (now > 0) counts.set(key, now);
    else counts.delete(key);
  };

  const send = (res: ServerResponse, event: LiveEvent): void => {
    if (event === 'closing') res.end();
    else write(res, `id: ${(lastId += 1)}\nevent: ${event}\ndata: {}\n\n`);
  };

  const endStream = (res: ServerResponse): void => {
    open.delete(res);
    send(res, 'profile');
    res.end();
  };

  /** Ends the stream of an ended session. While the database is away, sessions count as open. */
  const sendProfile = async (res: ServerResponse, headers: Headers): Promise<void> => {
    const found = await session(headers).catch(() => undefined);
    if (!open.has(res)) return;
    if (found === null) endStream(res);
    else send(res, 'profile');
  };

  return async (req, res, next) => {
    const [path, query] = req.url?.split('?', 2) ?? [];
    if (path !== address) return next();
    if (req.method !== 'GET') return sendProblem(res, { status: 405, detail: 'Send GET.' }, { Allow: 'GET' });
    const { cookie } = req.headers;
    const headers = new Headers(cookie === undefined ? {} : { cookie });
    const began = performance.now();
    const own = cookie === undefined ? null : await session(headers);
    const userId = own?.user.id;
    if (res.destroyed) return;
    if (forOperators && !own) return sendProblem(res, { status: 401, detail: 'Log in at /operator/login.' });
    if (open.size >= limits.process)
      return sendProblem(res, { status: 503, detail: 'Too many live connections.' }, { 'Retry-After': '60' });
    const places = { ...(userId !== undefined && { customer: userId }), network: network(req) };
    const keys = Object.entries(places).map(([kind, id]) => `${kind} ${id}`);
    const limited = (['customer', 'network'] as const).find(
      (kind) => (counts.get(`${kind} ${places[kind]}`) ?? 0) >= limits[kind],
    );
    if (limited) {
      onLimited(req, userId);
      const detail = `Too many live connections of one ${limited}.`;
      return sendProblem(res, { status: 429, detail }, { 'Retry-After': '60' });
    }
    for (const key of keys) count(key, 1);

    req.socket.setKeepAlive(true, heartbeatMs);
    req.socket.setNoDelay(true);
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    countNow(res);
    open.set(res, own?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY);
    const who = { userId, console: forOperators };
    const unsubscribe = live.subscribe(who, (event) => {
      if (event === 'profile') void sendProfile(res, headers);
      else send(res, event);
    });
    // It may have ended after the query that found it, and before anybody would have been told.
    if (forOperators && live.changesWithin(performance.now() - began, who).includes('profile'))
      void sendProfile(res, headers);
    res.once('close', () => {
      unsubscribe();
      open.delete(res);
      for (const key of keys) count(key, -1);
    });

    res.write(`retry: ${Math.round(RETRY_MS * (1 + Math.random()))}\n\n`);
    const [, asked] = /(?:^|&)age=(\d{1,15})(?:&|$)/.exec(query ?? '') ?? [];
    const age = req.headers['last-event-id'] === undefined ? asked : Number.POSITIVE_INFINITY;
    if (age !== undefined) for (const event of live.changesWithin(Number(age) + SLACK_MS, who)) send(res, event);
  };
}

function write(res: ServerResponse, text: string): void {
  // Writing after the end is an error that nobody handles, and a slow client has not read the end yet.
  if (res.writableEnded) return;
  if (res.writableLength > MAX_UNSENT) res.destroy();
  else res.write(text);
}
