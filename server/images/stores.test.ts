import { expect, test } from 'vitest';
import { cachedStore, type PictureStore } from './stores.ts';

/** A store that counts the reads of each key. */
function countedStore(files: Record<string, Uint8Array>) {
  const asked: string[] = [];
  const store: PictureStore = {
    put: async (key, bytes) => void (files[key] = bytes),
    async get(key) {
      asked.push(key);
      return files[key] ?? null;
    },
    has: async (key) => key in files,
    delete: async (key) => void delete files[key],
  };
  return { store, asked };
}

test('concurrent reads of a product’s picture are one read of the store', async () => {
  const { store, asked } = countedStore({ 'p/a': Buffer.alloc(10, 1) });
  const kept = cachedStore(store, 100);
  await Promise.all([kept.get('p/a'), kept.get('p/a')]);
  expect(await kept.get('p/a')).toEqual(Buffer.alloc(10, 1));
  expect(asked).toEqual(['p/a']);
});

test('the cache stays within its bytes and drops the least recently used first', async () => {
  const { store, asked } = countedStore({
    'p/a': Buffer.alloc(60),
    'p/b': Buffer.alloc(60),
    'p/huge': Buffer.alloc(200),
  });
  const kept = cachedStore(store, 100);
  await kept.get('p/a');
  await kept.get('p/b');
  await kept.get('p/a');
  expect((await kept.get('p/huge'))?.byteLength).toBe(200);
  expect((await kept.get('p/huge'))?.byteLength).toBe(200);
  expect(asked).toEqual(['p/a', 'p/b', 'p/a', 'p/huge', 'p/huge']);
});

test('a missing picture is looked up again, and a deleted one is gone', async () => {
  const { store } = countedStore({});
  const kept = cachedStore(store);
  expect(await kept.get('p/a')).toBeNull();
  await kept.put('p/a', Buffer.from('picture'));
  expect(await kept.get('p/a')).not.toBeNull();
  await kept.delete('p/a');
  expect(await kept.get('p/a')).toBeNull();
});

test('a person’s picture that another process deleted is gone here too', async () => {
  const { store } = countedStore({ 'u/a': Buffer.from('face') });
  const kept = cachedStore(store);
  expect(await kept.get('u/a')).not.toBeNull();
  await store.delete('u/a');
  expect(await kept.get('u/a')).toBeNull();
});

test('a failed read is not cached', async () => {
  const { store } = countedStore({ 'p/a': Buffer.from('picture') });
  let away = true;
  const kept = cachedStore({ ...store, get: (key) => (away ? Promise.reject(new Error('away')) : store.get(key)) });
  await expect(kept.get('p/a')).rejects.toThrow('away');
  away = false;
  expect(await kept.get('p/a')).not.toBeNull();
});
