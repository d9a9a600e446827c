import { LRUCache } from 'lru-cache';
import type { PictureStore } from './store.ts';

/** How many bytes of product pictures a process caches: those of a few hundred products. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Caches the shop's pictures, which are immutable. People's are not cached: a deleted one must be gone in every process at once. */
export function cachedStore(store: PictureStore, maxBytes = MAX_BYTES): PictureStore {
  const atHand = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes.byteLength),
    // Concurrent reads of one picture become one request to the store.
    fetchMethod: async (key) => (await store.get(key)) ?? undefined,
    ignoreFetchAbort: true,
  });
  return {
    ...store,
    async get(key) {
      return key.startsWith('u/') ? store.get(key) : ((await atHand.fetch(key)) ?? null);
    },
    async delete(key) {
      await store.delete(key);
      atHand.delete(key);
    },
  };
}
