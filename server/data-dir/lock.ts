/** Only one shop has a data directory. The operating system ends the lock with the process. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder, unusableDataDir } from './folders.ts';

/** The locks of this process. Without a reference, garbage collection would release a lock. */
const held = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;

export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/** Returns what releases the lock: SQLite's, on an empty file, because Node has no other. @throws {DataDirInUse} */
export function lockDataDir(directory: string): () => void {
  let opened: DatabaseSync | undefined;
  try {
    makeFolder(directory);
    opened = new DatabaseSync(path.join(directory, 'lock'));
    opened.exec('begin exclusive');
  } catch (error) {
    opened?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new DataDirInUse(`DATA_DIR: the data directory ${directory} is already used by a running shop`, {
        cause: error,
      });
    }
    throw unusableDataDir(directory, error);
  }
  const lock = opened;
  held.add(lock);
  return () => {
    if (held.delete(lock)) lock.close();
  };
}
