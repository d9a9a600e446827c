import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { sendProblem } from './problem.ts';
import type { Middleware } from './middleware.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

interface ForeignWritesOptions {
  origin: string;
  onRefused: (req: IncomingMessage) => void;
}

/** CSRF (403), without a cookie too: a foreign page could sign a visitor in to its account. Programs send neither header. */
export function rejectCrossSiteWrites({ origin, onRefused }: ForeignWritesOptions): Middleware {
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

/** Without TLS the shop may be opened as localhost, by its address or its short name in the network. A name of the internet could be led here by its owner. */
function isLocalName(origin: string): boolean {
  const name = URL.parse(origin)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return isIP(name) > 0 || /^[^.]+(?:\.local(?:host)?)?$/.test(name);
}
