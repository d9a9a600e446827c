/** A cache of finished public pages, compressed. Nothing personal is in it: pages are rendered without a request. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, createGunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { Overloaded } from './overload.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import fresh from 'fresh';
import Negotiator from 'negotiator';

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gzipped = promisify(gzip);

/** How many pages are rendered at a time. More would not be faster, and all of them would be in memory together. */
const MAX_CONCURRENT_RENDERS = 4;
/** FAST takes 1 or 2 ms and little memory. BEST takes 100 ms, and makes pages that are in demand a tenth smaller. */
const FAST = { quality: 6, windowBits: 16 };
const BEST = { quality: 11, windowBits: 18 };
/** The size of zlib's output buffers, in bytes; most pages fit into one. */
const BLOCK = 16 * 1024;

export type Encoding = 'br' | 'gzip' | 'identity';

export interface CachedResponse {
  status: number;
  etag: string;
  headers: string[];
  body: Buffer;
  /** The body is gzip, and unpacked while it is sent: few ask for it, and who does not read takes no memory. */
  packed?: boolean;
}

interface Asked {
  /** Of one encoding: most clients take the same, and another one is made when it is asked for. */
  key: string;
  render: () => Promise<Response>;
  tier?: CacheTier;
  encoding?: Encoding;
}

/** 'few': pages with links to them. 'many': searches and places in lists, which must not push out the others. */
export type CacheTier = 'few' | 'many' | 'none';

export type PageCache = ReturnType<typeof createPageCache>;

interface Entry {
  response: CachedResponse;
  renderedAt: number;
  requests: number;
  /** True also while it waits for that, and of what is not Brotli. */
  recompressed: boolean;
}

export function createPageCache({
  extraHeaders = new Map<string, string>(),
  /** Some six hundred pages. */
  maxBytes = 8 * 1024 * 1024,
  /** How many pages wait to be rendered: what is rendered within half a second. */
  maxWaiting = 100,
  /** A page is in demand after this many requests and this time in the cache. */
  hotRequests = 5,
  hotAfterMs = 2_000,
} = {}) {
  const openTier = (maxSize: number): LRUCache<string, Entry> =>
    new LRUCache({ maxSize, sizeCalculation: ({ response }) => response.body.length });
  const tiers = { few: openTier((maxBytes * 3) / 4), many: openTier(maxBytes / 4), none: null };
  const rendering = new Map<string, Promise<CachedResponse>>();
  const limit = pLimit(MAX_CONCURRENT_RENDERS);
  let recompressing = Promise.resolve();
  let generation = 0;
  let hits = 0;
  let misses = 0;

  async function renderAndStore({ key, render, tier = 'few', encoding = 'br' }: Asked): Promise<CachedResponse> {
    const renderedIn = generation;
    const response = await finish(await render(), extraHeaders, encoding);
    // When the cache was cleared meanwhile, the page may be old: it is not stored, and answers only earlier requests.
    if (renderedIn === generation && response.status === 200) {
      const recompressed = encoding !== 'br';
      tiers[tier]?.set(key, { response, renderedAt: performance.now(), requests: 0, recompressed });
    }
    return response;
  }

  async function recompress(pages: LRUCache<string, Entry>, key: string, entry: Entry): Promise<void> {
    if (pages.peek(key) !== entry) return;
    const { response } = entry;
    const bytes = trimmed(await compress(await unbrotli(response.body), BEST));
    if (pages.peek(key) === entry) pages.set(key, { ...entry, response: resized(response, bytes) });
  }

  return {
    get(key: string, tier: CacheTier = 'few'): CachedResponse | undefined {
      const pages = tiers[tier];
      const entry = pages?.get(key);
      if (!pages || !entry) return undefined;
      hits += 1;
      entry.requests += 1;
      if (!entry.recompressed && entry.requests >= hotRequests && performance.now() - entry.renderedAt >= hotAfterMs) {
        entry.recompressed = true;
        // One after the other, to leave the processors to requests. When it fails, the page stays as it is.
        recompressing = recompressing.then(() => recompress(pages, key, entry)).catch(() => {});
      }
      return entry.response;
    },
    /** The page of a key, rendered when it is not cached. Only those with status 200 are stored. @throws Overloaded */
    getOrRender(asked: Asked): Promise<CachedResponse> {
      const { key } = asked;
      const under = rendering.get(key);
      if (under) return under;
      if (limit.pendingCount >= maxWaiting) return Promise.reject(new Overloaded());
      misses += 1;
      const promise: Promise<CachedResponse> = limit(() => renderAndStore(asked)).finally(() => {
        if (rendering.get(key) === promise) rendering.delete(key);
      });
      rendering.set(key, promise);
      return promise;
    },
    /** Drops all pages, and does not store those that are being made. */
    clear(): void {
      generation += 1;
      tiers.few.clear();
      tiers.many.clear();
      rendering.clear();
    },
    figures: () => ({
      pages: tiers.few.size + tiers.many.size,
      bytes: tiers.few.calculatedSize + tiers.many.calculatedSize,
      hits,
      misses,
    }),
  };
}

async function finish(
  response: Response,
  extraHeaders: Map<string, string>,
  encoding: Encoding,
): Promise<CachedResponse> {
  const identity = Buffer.concat(await Array.fromAsync(response.body ?? []));
  const body = trimmed(await (encoding === 'br' ? compress(identity, FAST) : gzipped(identity, { chunkSize: BLOCK })));
  // The page's own headers win: its Content-Security-Policy above all.
  const further = [...extraHeaders].filter(([name]) => !response.headers.has(name));
  const common = [...response.headers, ...further, ['Vary', 'Accept-Encoding, Cookie']].flat();
  const responseOf = responsesOf(identity, common, response.status);
  return encoding === 'identity'
    ? { ...responseOf(encoding, identity), body, packed: true }
    : responseOf(encoding, body);
}

/** A copy with its own memory. zlib returns the beginning of a large buffer, and would hold all of it in memory. */
function trimmed(bytes: Buffer): Buffer {
  return Buffer.from(new Uint8Array(bytes).buffer);
}

function compress(bytes: Buffer, { quality, windowBits }: typeof FAST): Promise<Buffer> {
  return brotli(bytes, {
    chunkSize: BLOCK,
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: windowBits,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** The encodings of `content`. A strong ETag stands for exact bytes, so each gets its own. */
export function responsesOf(content: Buffer, common: readonly string[], status = 200) {
  const tag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return (encoding: Encoding, body: Buffer): CachedResponse => {
    const etag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
    const headers = [...common, 'ETag', etag, 'Content-Length', String(body.length)];
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    return { status, etag, headers, body };
  };
}

/** The same content in other bytes, so with another ETag and another length. */
function resized({ status, etag: before, headers }: CachedResponse, body: Buffer): CachedResponse {
  const etag = `${before.slice(0, -1)}${BEST.quality}"`;
  const changed: Readonly<Record<string, string>> = { ETag: etag, 'Content-Length': String(body.length) };
  return { status, etag, headers: headers.map((text, at) => changed[headers[at - 1] ?? ''] ?? text), body };
}

/** The smallest first: a client gets the first one that it accepts, whatever it prefers. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** By the header Accept-Encoding, because parsing it takes a twentieth of the time of a cached page. */
const negotiated = new LRUCache<string, Encoding>({ max: 100, memoMethod: negotiate });

/** Sends it, or 304. `own`: further headers, names and values in turn. */
export function sendCachedResponse(
  req: IncomingMessage,
  res: ServerResponse,
  { status, etag, headers, body, packed }: CachedResponse,
  own: readonly string[] = [],
): void {
  // Only this header: `fresh` would answer 200 to Cache-Control: no-cache, where RFC 9110 (13.2.2) asks for 304.
  if (status === 200 && fresh({ 'if-none-match': req.headers['if-none-match'] }, { etag })) {
    res.writeHead(
      304,
      headers
        .flatMap((name, index) => (index % 2 === 0 && !/^content-/i.test(name) ? [name, headers[index + 1] ?? ''] : []))
        .concat(own),
    );
    res.end();
    return;
  }
  res.writeHead(status, headers.concat(own));
  if (req.method === 'HEAD') res.end();
  else if (!packed) res.end(body);
  else if (!res.destroyed) pipeline(Readable.from([body]), createGunzip(), res, () => undefined);
}

/** The smallest that a client takes. */
export const encodingFor = (accepted = ''): Encoding => negotiated.memo(accepted);

function negotiate(accepted: string): Encoding {
  const accepts = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(ENCODINGS);
  return ENCODINGS.find((encoding) => accepts.includes(encoding)) ?? 'identity';
}
