import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { Encoding, EncodedPage } from './page-cache.ts';

/** The smallest first: a client gets the first one that it accepts, whatever it prefers. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** By Accept-Encoding header: browsers send few different ones, and parsing takes 1 µs, a twentieth of the time of a whole cached page. */
const negotiated = new LRUCache<string, Encoding>({ max: 100, memoMethod: negotiate });

/** In the smallest encoding that the client accepts, or 304. `own`: headers of this one answer, names and values in turn. */
export function sendCachedResponse(
  req: IncomingMessage,
  res: ServerResponse,
  page: EncodedPage,
  own: readonly string[] = [],
): void {
  const encoding = encodingFor(req.headers['accept-encoding']);
  const { etag, headers, body, packed } = page[encoding];
  // Only this header: `fresh` would answer 200 to Cache-Control: no-cache, where RFC 9110 (13.2.2) asks for 304.
  if (page.status === 200 && fresh({ 'if-none-match': req.headers['if-none-match'] }, { etag })) {
    res.writeHead(
      304,
      headers
        .flatMap((name, index) => (index % 2 === 0 && !/^content-/i.test(name) ? [name, headers[index + 1] ?? ''] : []))
        .concat(own),
    );
    res.end();
    return;
  }
  res.writeHead(page.status, headers.concat(own));
  if (req.method === 'HEAD') res.end();
  else if (!packed) res.end(body);
  else if (!res.destroyed) pipeline(Readable.from([body]), createGunzip(), res, () => undefined);
}

export function encodingFor(accepted = ''): Encoding {
  return negotiated.memo(accepted);
}

function negotiate(accepted: string): Encoding {
  const accepts = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(ENCODINGS);
  return ENCODINGS.find((encoding) => accepts.includes(encoding)) ?? 'identity';
}
