import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Live, LiveEvent } from './live.ts';
import { sendProblem } from '../http/problem.ts';
import { countNow } from '../http/request-log.ts';
import { createTally } from '../http/tally.ts';
import type { Middleware } from '../http/middleware.ts';

/** How often a heartbeat is sent, in ms: before a proxy closes an idle connection. It also finds dead clients. */
const HEARTBEAT_MS = 25_000;
/** How long a browser waits before it reconnects, in ms: at random between this and twice this, so that not all come at once. */
const RETRY_MS = 2_000;
/** How much older than its age a page may be, in ms: another process's cache may lag, and a request takes time to arrive. */
const SLACK_MS = 2_000;
/** Connections of one customer: some browsers and phones. */
const MAX_PER_USER = 20;
/** Connections of one network: a household, or many phones behind one address of their operator. */
const MAX_PER_NETWORK = 200;
const MAX_PER_PROCESS = 20_000;
/** A client with more unread bytes than this is taken for dead. */
const MAX_UNSENT = 16_384;

interface LiveOptions {
  live: Pick<Live, 'subscribe' | 'changesWithin'>;
  session: (headers: Headers) => Promise<{ user: { id: string }; expiresAt: Date } | null>;
  network: (req: IncomingMessage) => string;
  onLimited: (req: IncomingMessage, userId: string | undefined) => void;
  maxPerUser?: number;
  maxPerNetwork?: number;
  maxPerProcess?: number;
  heartbeatMs?: number;
}

export const operatorEvents = (options: LiveOptions): Middleware => eventStream('/operator/live', options);

/** Server-sent events without data (product §7). `?age=`: the ms since the page was requested. When the session has ended, a last `profile` comes. */
export const liveEvents = (options: LiveOptions): Middleware => eventStream('/api/live', options);

function eventStream(address: '/api/live' | '/operator/live', options: LiveOptions): Middleware {
  const forOperators = address === '/operator/live';
  const { live, session, network, onLimited, maxPerUser = MAX_PER_USER, maxPerProcess = MAX_PER_PROCESS } = options;
  const { maxPerNetwork = MAX_PER_NETWORK, heartbeatMs = HEARTBEAT_MS } = options;
  /** The open streams, and when their sessions end (ms since 1970). */
  const open = new Map<ServerResponse, number>();
  const perUser = createTally();
  const perNetwork = createTally();
  let lastId = Date.now();

  setInterval(() => {
    const now = Date.now();
    for (const [res, until] of open) {
      if (until <= now) endStream(res);
      else write(res, ': \n\n');
    }
  }, heartbeatMs).unref();

  const send = (res: ServerResponse, event: LiveEvent): void => {
    if (event === 'closing') res.end();
    else write(res, `id: ${(lastId += 1)}\nevent: ${event}\ndata: {}\n\n`);
  };

  const endStream = (res: ServerResponse): void => {
    open.delete(res);
    send(res, 'profile');
    res.end();
  };

  /** Ends the stream when the session has ended. While the database is away it counts as existing: the event has no data. */
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
    if (open.size >= maxPerProcess)
      return sendProblem(res, { status: 503, detail: 'Too many live connections.' }, { 'Retry-After': '60' });
    const place = network(req);
    const limited =
      userId !== undefined && perUser.of(userId) >= maxPerUser
        ? 'customer'
        : perNetwork.of(place) >= maxPerNetwork && 'network';
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
      perNetwork.remove(place);
      if (userId !== undefined) perUser.remove(userId);
    });

    res.write(`retry: ${Math.round(RETRY_MS * (1 + Math.random()))}\n\n`);
    const age = req.headers['last-event-id'] === undefined ? ageIn(query) : Number.POSITIVE_INFINITY;
    if (age !== null) for (const event of live.changesWithin(age + SLACK_MS, who)) send(res, event);
  };
}

function ageIn(query: string | undefined): number | null {
  const [, age] = /(?:^|&)age=(\d{1,15})(?:&|$)/.exec(query ?? '') ?? [];
  return age === undefined ? null : Number(age);
}

function write(res: ServerResponse, text: string): void {
  // Writing after the end is an error that nobody handles, and a slow client has not read the end yet.
  if (res.writableEnded) return;
  if (res.writableLength > MAX_UNSENT) res.destroy();
  else res.write(text);
}
