/** One shop to a data directory: an exclusive lock that the operating system drops with the process, however it ends. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder, unusableDataDir } from './folders.ts';

/** The locks of this process. A lock that nothing refers to is collected as garbage, and the directory is free. */
const held = new Set<DatabaseSync>();

/** SQLite's result code for 'somebody else has the lock'. */
const SQLITE_BUSY = 5;

/**
 * Takes the lock of a data directory, making the directory when it is not there.
 * It is SQLite's lock on an empty file: the one file lock that Node brings along, and it holds between containers that
 * share the directory. Returns what gives it back.
 * @throws when another shop has it, or the directory cannot be written.
 */
export function lockDataDir(directory: string): () => void {
  let opened: DatabaseSync | undefined;
  try {
    makeFolder(directory);
    opened = new DatabaseSync(path.join(directory, 'lock'));
    opened.exec('begin exclusive');
  } catch (error) {
    opened?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new Error(`DATA_DIR: the data directory ${directory} is already used by a running shop`, { cause: error });
    }
    throw unusableDataDir(directory, error);
  }
  const lock = opened;
  held.add(lock);
  return () => {
    if (held.delete(lock)) lock.close();
  };
}
