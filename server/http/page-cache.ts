/** A cache of finished public pages, compressed. Nothing personal is in it: pages are rendered without a request. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { Overloaded } from './overload.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

/** The default size of the cache in bytes: some six hundred pages. */
const MAX_BYTES = 16 * 1024 * 1024;
/** How many pages are rendered at a time. More would not be faster, and all of them would be in memory together. */
const MAX_CONCURRENT_RENDERS = 4;
/** How many wait for that: what is rendered within half a second. */
const MAX_WAITING_RENDERS = 100;
/** FAST takes 1 or 2 ms and little memory; BEST, for pages in demand, 100 ms for a tenth less. Larger windows make no page smaller. */
const FAST = { quality: 6, windowBits: 16 };
const BEST = { quality: 11, windowBits: 18 };
/** A page is in demand after this many requests and this time in the cache, in ms. */
const HOT_REQUESTS = 5;
const HOT_AFTER_MS = 2_000;
/** The size of zlib's output buffers, in bytes; most pages fit into one. */
const BLOCK = 16 * 1024;

export type Encoding = 'br' | 'gzip' | 'identity';

export interface CachedResponse {
  etag: string;
  headers: string[];
  body: Buffer;
  /** The body is gzip, and to be sent unpacked. */
  packed?: boolean;
}

export interface EncodedPage {
  status: number;
  br: CachedResponse;
  gzip: CachedResponse;
  /** Uncompressed, which few clients need: unpacked while it is sent, so that an answer that nobody reads takes little memory. */
  identity: CachedResponse;
}

/** 'few': what the shop links to. 'many': searches and places within lists, which must not push out the others. 'none': not cached. */
export type CacheTier = 'few' | 'many' | 'none';

export interface PageCache {
  get(key: string, tier?: CacheTier): EncodedPage | undefined;
  /** The page of a key, rendered when it is not cached. Only answers of status 200 are stored. @throws Overloaded when too many wait. */
  getOrRender(key: string, render: () => Promise<Response>, tier?: CacheTier): Promise<EncodedPage>;
  /** Drops all pages, and does not store those that are being made. */
  clear(): void;
  figures(): Record<'pages' | 'bytes' | 'hits' | 'misses', number>;
}

interface Entry {
  page: EncodedPage;
  renderedAt: number;
  requests: number;
  /** True also while it waits for that. */
  recompressed: boolean;
}

export function createPageCache({
  extraHeaders = new Map<string, string>(),
  maxBytes = MAX_BYTES,
  maxWaiting = MAX_WAITING_RENDERS,
  hotRequests = HOT_REQUESTS,
  hotAfterMs = HOT_AFTER_MS,
} = {}): PageCache {
  const openTier = (maxSize: number): LRUCache<string, Entry> =>
    new LRUCache({ maxSize, sizeCalculation: ({ page: { br, gzip } }) => br.body.length + gzip.body.length });
  const tiers = { few: openTier((maxBytes * 3) / 4), many: openTier(maxBytes / 4), none: null };
  const rendering = new Map<string, Promise<EncodedPage>>();
  const limit = pLimit(MAX_CONCURRENT_RENDERS);
  let recompressing = Promise.resolve();
  let generation = 0;
  let hits = 0;
  let misses = 0;

  async function renderAndStore(key: string, render: () => Promise<Response>, tier: CacheTier): Promise<EncodedPage> {
    const renderedIn = generation;
    const page = await finish(await render(), extraHeaders);
    // When the cache was cleared meanwhile, the page may be outdated. It answers the requests before that, and is not stored.
    if (renderedIn === generation && page.status === 200) {
      tiers[tier]?.set(key, { page, renderedAt: performance.now(), requests: 0, recompressed: false });
    }
    return page;
  }

  async function recompress(pages: LRUCache<string, Entry>, key: string, entry: Entry): Promise<void> {
    if (pages.peek(key) !== entry) return;
    const { page } = entry;
    const bytes = trimmed(await compress(await gunzipped(page.gzip.body), BEST));
    if (pages.peek(key) === entry) pages.set(key, { ...entry, page: { ...page, br: resized(page.br, bytes) } });
  }

  /** One page after the other, to leave the processors to requests. When it fails, the page stays as it is. */
  function recompressInTurn(pages: LRUCache<string, Entry>, key: string, entry: Entry): void {
    entry.recompressed = true;
    recompressing = recompressing.then(() => recompress(pages, key, entry)).catch(() => {});
  }

  return {
    get(key, tier = 'few') {
      const pages = tiers[tier];
      const entry = pages?.get(key);
      if (!pages || !entry) return undefined;
      hits += 1;
      entry.requests += 1;
      if (!entry.recompressed && entry.requests >= hotRequests && performance.now() - entry.renderedAt >= hotAfterMs) {
        recompressInTurn(pages, key, entry);
      }
      return entry.page;
    },
    getOrRender(key, render, tier = 'few') {
      const under = rendering.get(key);
      if (under) return under;
      if (limit.pendingCount >= maxWaiting) return Promise.reject(new Overloaded());
      misses += 1;
      const promise: Promise<EncodedPage> = limit(() => renderAndStore(key, render, tier)).finally(() => {
        if (rendering.get(key) === promise) rendering.delete(key);
      });
      rendering.set(key, promise);
      return promise;
    },
    clear() {
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

async function finish(response: Response, extraHeaders: Map<string, string>): Promise<EncodedPage> {
  const identity = Buffer.concat(await Array.fromAsync(response.body ?? []));
  const [br, zipped] = await Promise.all([compress(identity, FAST), gzipped(identity, { chunkSize: BLOCK })]);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  // The page's own headers win: its Content-Security-Policy above all.
  const further = [...extraHeaders].filter(([name]) => !response.headers.has(name));
  const common = [...response.headers, ...further, ['Vary', 'Accept-Encoding, Cookie']].flat();
  const packed = cachedResponse({ common, tag, encoding: 'gzip', body: trimmed(zipped) });
  const { etag, headers } = cachedResponse({ common, tag, encoding: 'identity', body: identity });
  return {
    status: response.status,
    br: cachedResponse({ common, tag, encoding: 'br', body: trimmed(br) }),
    gzip: packed,
    identity: { etag, headers, body: packed.body, packed: true },
  };
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

interface CachedResponseParts {
  common: readonly string[];
  /** A hash of the content. A strong ETag stands for exact bytes, so each encoding gets its own. */
  tag: string;
  encoding: Encoding;
  body: Buffer;
}

export function cachedResponse({ common, tag, encoding, body }: CachedResponseParts): CachedResponse {
  const etag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
  const headers = [...common, 'ETag', etag, 'Content-Length', String(body.length)];
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
  return { etag, headers, body };
}

/** The same content in other bytes, so with another ETag and another length. */
function resized({ etag: before, headers }: CachedResponse, body: Buffer): CachedResponse {
  const etag = `${before.slice(0, -1)}${BEST.quality}"`;
  const changed: Readonly<Record<string, string>> = { ETag: etag, 'Content-Length': String(body.length) };
  return { etag, headers: headers.map((text, at) => changed[headers[at - 1] ?? ''] ?? text), body };
}
