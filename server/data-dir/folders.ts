import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import { reasonOf } from '../../base/error-code.ts';

const PRIVATE = 0o700;

/** Makes a folder for this user only. Node's `recursive` never returns where none can be made (/proc). @throws */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, PRIVATE);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

/** Removes other users' permissions when the folder has only the shop's files, and else logs a warning. */
export function tightenDataDir(directory: string, log: Pick<Logger, 'warn'>): void {
  const mode = statSync(directory, { throwIfNoEntry: false })?.mode ?? 0;
  // Another user that runs the database may pass (db/own-server/cluster.ts).
  if ((mode & 0o066) === 0) return;
  try {
    if (readdirSync(directory).every((name) => OWN.has(name))) return chmodSync(directory, PRIVATE);
  } catch {
    // The warning below covers this.
  }
  log.warn({ directory, mode: (mode & 0o777).toString(8) }, 'DATA_DIR can be read by other users of this machine');
}

/** SQLite creates `lock-journal` while the lock is held. */
const OWN = new Set(['auth-secret', 'images', 'lock', 'lock-journal', 'mail', 'operator-token', 'postgres']);

export function unusableDataDir(directory: string, cause: unknown): Error {
  return new Error(`DATA_DIR: the data directory ${directory} cannot be used: ${reasonOf(cause)}`, { cause });
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A power failure does not undo what was renamed in the folder before. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

/** Writes all of a file or nothing, also at a power failure. Its folder is made. */
export async function writeWhole(
  file: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  { draft = `${file}.${randomUUID()}`, mode = 0o600 } = {},
): Promise<void> {
  makeFolder(path.dirname(file));
  try {
    await writeFile(draft, content, { mode, flush: true });
    await rename(draft, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

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
