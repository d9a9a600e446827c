import { LRUCache } from 'lru-cache';
import type { PictureStore } from './store.ts';

/** How much of the products' pictures a process keeps at hand, in bytes: those of a few hundred products. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * A store whose products' pictures are kept at hand once read: their names are never used again, so what is kept is
 * always right. People's pictures are read anew each time: a deleted one is gone in every process at once.
 */
export function cachedStore(store: PictureStore, mostBytes = MOST_BYTES): PictureStore {
  const atHand = new LRUCache<string, Uint8Array>({
    maxSize: mostBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes.byteLength),
    // Many who ask for one picture at once are one question to the store.
    fetchMethod: async (key) => (await store.get(key)) ?? undefined,
    ignoreFetchAbort: true,
  });
  return {
    ...store,
    async get(key) {
      return key.startsWith('p/') ? ((await atHand.fetch(key)) ?? null) : store.get(key);
    },
    async delete(key) {
      await store.delete(key);
      atHand.delete(key);
    },
  };
}
