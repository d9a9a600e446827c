import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from './folders.ts';

/** A new file without a name, so that nothing of it is left when its handle is closed or the shop is killed. */
export async function openUnnamedFile(directory: string): Promise<FileHandle> {
  makeFolder(directory);
  const file = path.join(directory, `upload-${randomUUID()}`);
  const handle = await open(file, 'wx+', 0o600);
  await rm(file).catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  return handle;
}
