/** A typical mix of requests: mostly cached pages, some later batches of listings, some searches. */
import { LISTINGS } from '../test/support/first-categories.ts';
import { requestBytes } from './connection.ts';

const CACHED_PATHS = ['/', '/groceries', '/groceries/offers', ...LISTINGS.map(({ path }) => path)];
const TEMPLATES = 'abcdefghijklmnoprstu';
const HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** Generates requests; the same seed gives the same ones. `deep` is the share of requests that are not in the cache. */
export function createBrowsing(seed: number, deep = 0.2): () => Buffer {
  const draw = createDraw(seed);
  const pick = <T>(list: ArrayLike<T>): T | undefined => list[Math.floor(draw() * list.length)];
  const cached = CACHED_PATHS.map((path) => requestBytes(path, { headers: HEADERS }));
  return () => {
    if (draw() >= deep) return pick(cached) ?? Buffer.alloc(0);
    if (draw() < 0.5) {
      const path = pick(LISTINGS)?.path ?? '/';
      return requestBytes(`${path}?after=${Math.floor(draw() * 200)}`, { headers: HEADERS });
    }
    const text = `${pick(TEMPLATES)}${pick(TEMPLATES)}`;
    return requestBytes(`/groceries/search-results?searchText=${text}&searchCategory=all`, { headers: HEADERS });
  };
}

/** Random numbers from 0 to 1 (mulberry32); unlike Math.random the same for every run. */
export function createDraw(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
