import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Viewer } from '../identity.ts';
import type { Live, LiveEvent } from '../live.ts';
import { sendProblem } from './problem.ts';
import { ANSWERED } from './request-log.ts';
import type { Step } from './walk.ts';

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
  viewer: (headers: Headers) => Promise<Viewer | null>;
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
 * with `?age=`, the ms since its page was asked for, it is told what changed since then.
 */
export function liveEvents(options: LiveOptions): Step {
  const { live, viewer, network, onLimited, mostPerUser = MOST_PER_USER, mostPerProcess = MOST_PER_PROCESS } = options;
  const { mostPerNetwork = MOST_PER_NETWORK, heartbeatMs = HEARTBEAT_MS } = options;
  const open = new Set<ServerResponse>();
  const perUser = createTally();
  const perNetwork = createTally();
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
    res.emit(ANSWERED);
    open.add(res);
    const unsubscribe = live.subscribe({ userId }, (event) => tell(res, event));
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
