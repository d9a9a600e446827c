import { randomUUID } from 'node:crypto';
import { access, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../base/error-code.ts';
import { makeFolder } from '../data-dir/folders.ts';
import type { PictureStore } from './store.ts';

/** Stores pictures as files under `directory`, which is created with the first picture. */
export function createDiskStore(directory: string): PictureStore {
  const fileOf = (key: string): string => path.join(directory, key);
  return {
    async put(key, bytes) {
      const file = fileOf(key);
      const draft = `${file}.${randomUUID()}`;
      makeFolder(path.dirname(file));
      try {
        // Flushed to disk before the rename. A row will point to this name, and then a power failure must not leave half a file.
        await writeFile(draft, bytes, { flush: true });
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(key) {
      return readFile(fileOf(key)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      });
    },
    has: (key) =>
      access(fileOf(key)).then(
        () => true,
        () => false,
      ),
    delete: (key) => rm(fileOf(key), { force: true }),
  };
}
