/**
 * Finished pages in memory: each kept compressed under its key, made once however many ask at the same moment, dropped all
 * together when the catalogue changes. Holds nothing personal: its makers never see a request.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gunzipSync, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

/** All that is kept together takes at most this many bytes, if not told otherwise: some six hundred pages. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Pages in the making at a time. More would come no sooner, and all would be in memory at once. */
const MAKERS = 4;
/** Brotli's qualities: a page comes at once (two or three milliseconds), and smaller by a tenth when it is worth a hundred. */
const QUICK = 6;
const SMALL = 11;
/** What is worth it: a page that was asked for so often and has stood for so long, in ms. */
const OFTEN = 5;
const SETTLED_MS = 2_000;
/** The pieces that zlib answers in, in bytes; most pages are one. */
const BLOCK = 16 * 1024;
/** No page is so long that a larger window would find more; a larger one takes megabytes. */
const WINDOW_BITS = 18;

export type Encoding = 'br' | 'gzip' | 'identity';

/** A finished answer, ready to be written: header names and values in turn, and the bytes. */
export interface Finished {
  etag: string;
  headers: string[];
  body: Buffer;
}

/** A page in every encoding. */
export interface KeptPage {
  status: number;
  br: Finished;
  gzip: Finished;
  /** Uncompressed, for the few that ask for it. */
  identity(): Finished;
}

/**
 * How a page is kept: among the 'few' that the shop has links to, among the 'many' that anybody can name more of (searches, places
 * within lists), so that those do not push out these, or not at all.
 */
export type Keeping = 'few' | 'many' | 'none';

export interface PageCache {
  /** The page of a key if it is there. */
  get(key: string, keeping?: Keeping): KeptPage | undefined;
  /** The page of a key, made by `make` when it is not there. What is no plain 200 is answered and not kept. */
  obtain(key: string, make: () => Promise<Response>, keeping?: Keeping): Promise<KeptPage>;
  /** Drops everything, also what is being made. */
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
  /** Sent with every page. */
  extraHeaders?: readonly (readonly [string, string])[];
  mostBytes?: number;
  often?: number;
  settledMs?: number;
}

interface Entry {
  page: KeptPage;
  madeAt: number;
  asked: number;
  /** Whether it is compressed as far as it goes, or about to be. */
  small: boolean;
}

/** An empty cache. */
export function createPageCache(options: PageCacheOptions = {}): PageCache {
  const { extraHeaders = [], mostBytes = MOST_BYTES, often = OFTEN, settledMs = SETTLED_MS } = options;
  const shelf = (maxSize: number): LRUCache<string, Entry> =>
    new LRUCache({ maxSize, sizeCalculation: ({ page: { br, gzip } }) => br.body.length + gzip.body.length });
  const shelves = { few: shelf((mostBytes * 3) / 4), many: shelf(mostBytes / 4), none: null };
  const making = new Map<string, Promise<KeptPage>>();
  const limit = pLimit(MAKERS);
  let shrinking = Promise.resolve();
  let generation = 0;
  let hits = 0;
  let misses = 0;

  async function make(key: string, maker: () => Promise<Response>, keeping: Keeping): Promise<KeptPage> {
    const madeIn = generation;
    const page = await finish(await maker(), extraHeaders);
    // Cleared meanwhile, it was made from what was: good for those who asked before, not to be kept.
    if (madeIn === generation && page.status === 200) {
      shelves[keeping]?.set(key, { page, madeAt: performance.now(), asked: 0, small: false });
    }
    return page;
  }

  /** Compresses a page as far as it goes; it stays as it is when it is dropped meanwhile, or when that fails. */
  async function shrink(pages: LRUCache<string, Entry>, key: string, entry: Entry): Promise<void> {
    if (pages.peek(key) !== entry) return;
    const { page } = entry;
    const bytes = trimmed(await compress(await gunzipped(page.gzip.body), SMALL));
    if (pages.peek(key) === entry) pages.set(key, { ...entry, page: { ...page, br: resized(page.br, bytes) } });
  }

  /** One page after the other: requests want the processors too. */
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
      const promise: Promise<KeptPage> = limit(() => make(key, maker, keeping)).finally(() => {
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

/** Reads an answer to its end and makes it ready to be sent, in every encoding. */
async function finish(response: Response, extraHeaders: readonly (readonly [string, string])[]): Promise<KeptPage> {
  const identity = Buffer.from(await response.arrayBuffer());
  const [br, zipped] = await Promise.all([compress(identity, QUICK), gzipped(identity, { chunkSize: BLOCK })]);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  // What the page itself says, its policy above all, goes before.
  const further = extraHeaders.filter(([name]) => !response.headers.has(name));
  const common = [...response.headers, ...further, ['Vary', 'Accept-Encoding, Cookie']].flat();
  return {
    status: response.status,
    br: finished({ common, tag, encoding: 'br', body: trimmed(br) }),
    gzip: finished({ common, tag, encoding: 'gzip', body: trimmed(zipped) }),
    identity: () => finished({ common, tag, encoding: 'identity', body: gunzipSync(zipped) }),
  };
}

/** A copy with memory of its own. zlib's answers are the beginnings of whole blocks, and keep all of them. */
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
  /** Names the content; strong tags name bytes, so each encoding has its own. */
  tag: string;
  encoding: Encoding;
  body: Buffer;
}

/** An answer in one encoding. */
export function finished({ common, tag, encoding, body }: FinishedParts): Finished {
  const etag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
  const headers = [...common, 'ETag', etag, 'Content-Length', String(body.length)];
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
  return { etag, headers, body };
}

/** The same content in other bytes: another tag and another length. */
function resized({ etag: before, headers }: Finished, body: Buffer): Finished {
  const etag = `${before.slice(0, -1)}${SMALL}"`;
  const changed: Readonly<Record<string, string>> = { ETag: etag, 'Content-Length': String(body.length) };
  return {
    etag,
    headers: headers.map((text, at) => changed[headers[at - 1] ?? ''] ?? text),
    body,
  };
}
