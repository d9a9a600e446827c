/**
 * A cache of finished public pages in memory. A page is stored compressed. Requests for the same page at the same moment render it once.
 * When the catalogue changes, all pages are dropped. Nothing personal is in it: pages are rendered without a request.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gunzipSync, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

/** The default size of the cache in bytes: some six hundred pages. */
const MOST_BYTES = 16 * 1024 * 1024;
/** How many pages are rendered at a time. More would not be faster, and all of them would be in memory together. */
const MAKERS = 4;
/**
 * Brotli's qualities. A new page is compressed quickly, in 2 or 3 ms. A page in demand is compressed again: a tenth smaller, in some
 * 100 ms.
 */
const QUICK = 6;
const SMALL = 11;
/** A page is in demand after this many requests and this time in the cache, in ms. */
const OFTEN = 5;
const SETTLED_MS = 2_000;
/** The size of zlib's output buffers, in bytes; most pages fit into one. */
const BLOCK = 16 * 1024;
/** A larger window would take megabytes of memory and make no page smaller. */
const WINDOW_BITS = 18;

export type Encoding = 'br' | 'gzip' | 'identity';

/** A finished answer, ready to be written: header names and values in turn, and the body. */
export interface Finished {
  etag: string;
  headers: string[];
  body: Buffer;
}

/** A page in every encoding. */
export interface EncodedPage {
  status: number;
  br: Finished;
  gzip: Finished;
  /** Uncompressed, which few clients need: made anew for each of them. */
  identity(): Finished;
}

/**
 * Which part of the cache a page belongs to. 'few': the pages that the shop links to. 'many': searches and places within lists, of which
 * anybody can request more and more; they must not push out the others. 'none': not cached.
 */
export type Keeping = 'few' | 'many' | 'none';

export interface PageCache {
  /** The cached page of a key. */
  get(key: string, keeping?: Keeping): EncodedPage | undefined;
  /** The page of a key, made by `make` when it is not cached. Only answers of status 200 are stored. */
  obtain(key: string, make: () => Promise<Response>, keeping?: Keeping): Promise<EncodedPage>;
  /** Drops all pages, and does not store those that are being made. */
  clear(): void;
  figures(): PageCacheFigures;
}

export interface PageCacheFigures {
  pages: number;
  bytes: number;
  hits: number;
  misses: number;
}

interface PageCacheOptions {
  /** Headers of every page. */
  extraHeaders?: readonly (readonly [string, string])[];
  mostBytes?: number;
  often?: number;
  settledMs?: number;
}

interface Entry {
  page: EncodedPage;
  madeAt: number;
  asked: number;
  /** Whether it has the higher compression, or is waiting for it. */
  small: boolean;
}

/** An empty cache. */
export function createPageCache(options: PageCacheOptions = {}): PageCache {
  const { extraHeaders = [], mostBytes = MOST_BYTES, often = OFTEN, settledMs = SETTLED_MS } = options;
  const shelf = (maxSize: number): LRUCache<string, Entry> =>
    new LRUCache({ maxSize, sizeCalculation: ({ page: { br, gzip } }) => br.body.length + gzip.body.length });
  const shelves = { few: shelf((mostBytes * 3) / 4), many: shelf(mostBytes / 4), none: null };
  const making = new Map<string, Promise<EncodedPage>>();
  const limit = pLimit(MAKERS);
  let shrinking = Promise.resolve();
  let generation = 0;
  let hits = 0;
  let misses = 0;

  async function make(key: string, maker: () => Promise<Response>, keeping: Keeping): Promise<EncodedPage> {
    const madeIn = generation;
    const page = await finish(await maker(), extraHeaders);
    // When the cache was cleared meanwhile, the page may be outdated. It answers the requests before that, and is not stored.
    if (madeIn === generation && page.status === 200) {
      shelves[keeping]?.set(key, { page, madeAt: performance.now(), asked: 0, small: false });
    }
    return page;
  }

  /** Replaces a page by one of the higher compression, unless it was dropped meanwhile. */
  async function shrink(pages: LRUCache<string, Entry>, key: string, entry: Entry): Promise<void> {
    if (pages.peek(key) !== entry) return;
    const { page } = entry;
    const bytes = trimmed(await compress(await gunzipped(page.gzip.body), SMALL));
    if (pages.peek(key) === entry) pages.set(key, { ...entry, page: { ...page, br: resized(page.br, bytes) } });
  }

  /** One page after the other, to leave the processors to requests. When it fails, the page stays as it is. */
  function shrinkInTurn(pages: LRUCache<string, Entry>, key: string, entry: Entry): void {
    entry.small = true;
    shrinking = shrinking.then(() => shrink(pages, key, entry)).catch(() => {});
  }

  return {
    get(key, keeping = 'few') {
      const pages = shelves[keeping];
      const entry = pages?.get(key);
      if (!pages || !entry) return undefined;
      hits += 1;
      entry.asked += 1;
      if (!entry.small && entry.asked >= often && performance.now() - entry.madeAt >= settledMs) {
        shrinkInTurn(pages, key, entry);
      }
      return entry.page;
    },
    obtain(key, maker, keeping = 'few') {
      const under = making.get(key);
      if (under) return under;
      misses += 1;
      const promise: Promise<EncodedPage> = limit(() => make(key, maker, keeping)).finally(() => {
        if (making.get(key) === promise) making.delete(key);
      });
      making.set(key, promise);
      return promise;
    },
    clear() {
      generation += 1;
      shelves.few.clear();
      shelves.many.clear();
      making.clear();
    },
    figures: () => ({
      pages: shelves.few.size + shelves.many.size,
      bytes: shelves.few.calculatedSize + shelves.many.calculatedSize,
      hits,
      misses,
    }),
  };
}

/** Reads a whole answer and compresses it in every encoding. */
async function finish(response: Response, extraHeaders: readonly (readonly [string, string])[]): Promise<EncodedPage> {
  const identity = Buffer.from(await response.arrayBuffer());
  const [br, zipped] = await Promise.all([compress(identity, QUICK), gzipped(identity, { chunkSize: BLOCK })]);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  // The page's own headers win: its Content-Security-Policy above all.
  const further = extraHeaders.filter(([name]) => !response.headers.has(name));
  const common = [...response.headers, ...further, ['Vary', 'Accept-Encoding, Cookie']].flat();
  return {
    status: response.status,
    br: finished({ common, tag, encoding: 'br', body: trimmed(br) }),
    gzip: finished({ common, tag, encoding: 'gzip', body: trimmed(zipped) }),
    identity: () => finished({ common, tag, encoding: 'identity', body: gunzipSync(zipped) }),
  };
}

/** A copy with its own memory. zlib returns the beginning of a large buffer, and would hold all of it in memory. */
function trimmed(bytes: Buffer): Buffer {
  return Buffer.from(new Uint8Array(bytes).buffer);
}

function compress(bytes: Buffer, quality: number): Promise<Buffer> {
  return brotli(bytes, {
    chunkSize: BLOCK,
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

interface FinishedParts {
  common: readonly string[];
  /** A hash of the content. A strong ETag stands for exact bytes, so each encoding gets its own. */
  tag: string;
  encoding: Encoding;
  body: Buffer;
}

/** The finished answer in one encoding. */
export function finished({ common, tag, encoding, body }: FinishedParts): Finished {
  const etag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
  const headers = [...common, 'ETag', etag, 'Content-Length', String(body.length)];
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
  return { etag, headers, body };
}

/** The same content in other bytes, so with another ETag and another length. */
function resized({ etag: before, headers }: Finished, body: Buffer): Finished {
  const etag = `${before.slice(0, -1)}${SMALL}"`;
  const changed: Readonly<Record<string, string>> = { ETag: etag, 'Content-Length': String(body.length) };
  return {
    etag,
    headers: headers.map((text, at) => changed[headers[at - 1] ?? ''] ?? text),
    body,
  };
}
