import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { Encoding, KeptPage } from './page-cache.ts';

/** The smallest first: which one of those that a client takes it gets, whatever it likes better. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** Browsers send a handful of different headers. Parsing one takes 2 µs, a tenth of what a cached page takes in all. */
const negotiated = new LRUCache<string, Encoding>({ max: 100, memoMethod: negotiate });

/**
 * Sends a finished answer in the best encoding that the client takes; 304 and no bytes when it has it already. `own` are headers of
 * this answer alone, names and values in turn.
 */
export function sendFinished(
  req: IncomingMessage,
  res: ServerResponse,
  page: KeptPage,
  own: readonly string[] = [],
): void {
  const encoding = encodingFor(req.headers['accept-encoding']);
  const { etag, headers, body } = encoding === 'identity' ? page.identity() : page[encoding];
  // `fresh` gets this header alone: with Cache-Control: no-cache it would send a page again that RFC 9110 answers with 304.
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
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** The best encoding that a client takes; without the header, none. */
export function encodingFor(accepted = ''): Encoding {
  return negotiated.memo(accepted);
}

function negotiate(accepted: string): Encoding {
  const taken = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(ENCODINGS);
  return ENCODINGS.find((encoding) => taken.includes(encoding)) ?? 'identity';
}
