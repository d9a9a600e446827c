/**
 * What is refused before anything else looks at it: addresses and methods that are none, writes of other sites, and
 * more than one connection may take up.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { type Middleware, sendProblem, pathOf, REQUEST_ID } from './middleware.ts';
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { problemMessage } from '../../base/problem.ts';
import { codeOf } from '../../base/error-code.ts';
import type { Metrics } from '../metrics.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function namesOneHost({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): boolean {
  const isHost = (text: string, at: number): boolean => at % 2 === 0 && /^host$/i.test(text);
  return rawHeaders.filter(isHost).length === 1 && headers.host !== '';
}

/** Refuses addresses that cannot be read (400): none or two hosts, dots as a way up, broken escapes, NUL. */
export const refuseMalformed: Middleware = (req, res, next) => {
  const { url = '', headers } = req;
  const { host = '', accept = '' } = headers;
  if (namesOneHost(req) && isReadable(url, host)) return next();
  // A person who follows a damaged link gets the shop's page for addresses that name nothing.
  const literal = url.replaceAll('%', '%25');
  if (accept.includes('text/html') && namesOneHost(req) && !WAY_UP.test(pathOf(url)) && isReadable(literal, host)) {
    req.url = literal;
    return next();
  }
  sendProblem(res, { status: 400, detail: 'The address of this request cannot be read.' });
};

/** Parts of the shop would read `/operator/..` differently. Browsers and proxies resolve it before they ask. */
const WAY_UP = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

function isReadable(url: string, host: string): boolean {
  // PostgreSQL stores no NUL in text.
  if (!url.startsWith('/') || /%00|\0/.test(url) || WAY_UP.test(pathOf(url)) || !URL.canParse(url, `http://${host}`))
    return false;
  try {
    decodeURIComponent(pathOf(url));
    return true;
  } catch {
    return false;
  }
}

/** Without this the framework would answer 500. */
export const refuseUnknownMethods: Middleware = (req, res, next) => {
  if (METHODS.includes(req.method ?? '')) return next();
  sendProblem(res, { status: 405, detail: 'The shop does not know this method.' }, { Allow: METHODS.join(', ') });
};

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Answers 403 to writes from other sites (CSRF), also without a cookie: they could log a visitor in elsewhere. */
export function rejectCrossSiteWrites(origin: string, onRefused: (req: IncomingMessage) => void): Middleware {
  const http = origin.startsWith('http:');
  const isOwn = ({ headers }: IncomingMessage): boolean => {
    const { origin: sender, 'sec-fetch-site': site } = headers;
    if (sender === undefined) return site === undefined || site === 'same-origin' || site === 'none';
    return sender === origin || (http && sender === `http://${headers.host}` && isLocalName(sender));
  };
  return (req, res, next) => {
    if (SAFE.has(req.method ?? 'GET') || isOwn(req)) return next();
    onRefused(req);
    sendProblem(res, { status: 403, detail: 'This request came from another site.' });
  };
}

/**
 * Without TLS the shop is also opened as localhost, by its address or its short name. Whoever owns a name of the
 * internet could lead it here.
 */
function isLocalName(origin: string): boolean {
  const name = URL.parse(origin)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return isIP(name) > 0 || /^[^.]+(?:\.local(?:host)?)?$/.test(name);
}

const TURNS = Symbol('turns');
type Queued = Socket & { [TURNS]?: { last: ServerResponse; waiting: number } };

/**
 * Answers pipelined requests in turn, and closes a connection that reads nothing for `unreadMs`, or has too many of
 * them. Browsers and proxies send one at a time.
 */
export function takeTurns(unreadMs: number, maxPipelined = 100): Middleware {
  return (req, res, next) => {
    const socket: Queued = req.socket;
    res.setTimeout(unreadMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    const turns = (socket[TURNS] ??= { last: res, waiting: 0 });
    const { last } = turns;
    turns.last = res;
    if (last === res || last.closed) return next();
    if (turns.waiting >= maxPipelined) return void socket.destroy();
    turns.waiting += 1;
    last.once('close', () => {
      turns.waiting -= 1;
      if (!socket.destroyed) next();
    });
  };
}

const STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

interface UnreadableOptions {
  headers: ReadonlyMap<string, string>;
  /** Undefined until the shop is open. */
  metrics: Pick<Metrics, 'answered'> | undefined;
}

/** Answers 400 to what is no HTTP, 431 to too large headers and 408 to a slow request. Closes the connection. */
export function answerUnreadable(error: Error, socket: Duplex, { headers: common, metrics }: UnreadableOptions): void {
  const status = STATUSES[codeOf(error) ?? ''] ?? 400;
  if (!socket.writable) return void socket.destroy(error);
  metrics?.answered('other', status, 0);
  const own = { ...Object.fromEntries(common), Connection: 'close', [REQUEST_ID]: randomUUID() };
  const { headers, body } = problemMessage({ status, detail: 'This request cannot be read.' }, own);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}Content-Length: ${length}\r\n\r\n${body}`);
}
