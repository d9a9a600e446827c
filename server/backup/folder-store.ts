import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../data-dir/folders.ts';
import { type BackupStore, storedBackup } from './stored-backup.ts';

/** A file that is being written. One that a kill left goes with the next backup. */
const DRAFT = /^\.sodai-.*\.part$/;

export function createFolderStore(directory: string): BackupStore {
  const at = (name: string): string => path.join(directory, name);
  return {
    async list() {
      makeFolder(directory);
      const found = await Promise.all(
        (await readdir(directory)).map(async (name) => {
          if (!storedBackup(name, 0)) return null;
          // It can be gone meanwhile.
          const file = await stat(at(name)).catch(() => null);
          return file?.isFile() ? storedBackup(name, file.size) : null;
        }),
      );
      return found.filter((backup) => backup !== null);
    },
    async write(name, file) {
      makeFolder(directory);
      for (const old of await readdir(directory)) if (DRAFT.test(old)) await rm(at(old), { force: true });
      const draft = at(`.${name}.part`);
      const handle = await open(draft, 'wx', 0o600);
      let bytes = 0;
      try {
        for await (const chunk of file) {
          await handle.writeFile(chunk);
          bytes += chunk.byteLength;
        }
        await handle.sync();
        await handle.close();
        await rename(draft, at(name));
      } catch (error) {
        await handle.close().catch(() => {});
        await rm(draft, { force: true });
        throw error;
      }
      const folder = await open(directory, 'r');
      await folder.sync().finally(() => folder.close());
      return bytes;
    },
    read: (name) => createReadStream(at(name)),
    delete: (name) => rm(at(name), { force: true }),
  };
}
