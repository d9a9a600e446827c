/** What shoppers ask for all day: mostly pages that are finished, some listings further down, some searches. */
import { LISTINGS } from '../domain/catalogue.ts';
import { requestBytes } from './connection.ts';

const POPULAR = ['/', '/groceries', '/groceries/offers', ...LISTINGS.map(({ path }) => path)];
const TEMPLATES = 'abcdefghijklmnoprstu';
const HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** Draws requests; the same seed draws the same ones. `deep` is the share of those that nobody else asked for lately. */
export function createBrowsing(seed: number, deep = 0.2): () => Buffer {
  const draw = createDraw(seed);
  const pick = <T>(list: ArrayLike<T>): T | undefined => list[Math.floor(draw() * list.length)];
  const popular = POPULAR.map((path) => requestBytes(path, { headers: HEADERS }));
  return () => {
    if (draw() >= deep) return pick(popular) ?? Buffer.alloc(0);
    if (draw() < 0.5) {
      const path = pick(LISTINGS)?.path ?? '/';
      return requestBytes(`${path}?after=${Math.floor(draw() * 200)}`, { headers: HEADERS });
    }
    const text = `${pick(TEMPLATES)}${pick(TEMPLATES)}`;
    return requestBytes(`/groceries/search-results?searchText=${text}&searchCategory=all`, { headers: HEADERS });
  };
}

/** Numbers from 0 to 1 (mulberry32): repeatable, unlike Math.random. */
export function createDraw(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
