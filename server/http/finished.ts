import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoding, KeptPage } from './page-cache.ts';

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
  const wanted = req.headers['if-none-match'];
  if (wanted !== undefined && page.status === 200 && matches(wanted, etag)) {
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

/** The best encoding that a client takes. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity';
  if (takes(accepted, 'br')) return 'br';
  return takes(accepted, 'gzip') ? 'gzip' : 'identity';
}

function takes(accepted: string, encoding: string): boolean {
  const at = accepted.indexOf(encoding);
  return at >= 0 && !/^\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(accepted.slice(at + encoding.length));
}

function matches(wanted: string, etag: string): boolean {
  return wanted === '*' || wanted.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
