import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';

const PRIVATE = 0o700;

/** For this user only. Without Node's `recursive`, which never returns where no folder can be created (/proc). @throws system errors. */
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

/** Removes other users' permissions if only the shop's files are in it (`/tmp` may be set by mistake); else logs a warning. */
export function tightenDataDir(directory: string, log: Pick<Logger, 'warn'>): void {
  const mode = statSync(directory, { throwIfNoEntry: false })?.mode ?? 0;
  // Another user that runs the database may pass (db/server-user.ts).
  if ((mode & 0o066) === 0) return;
  try {
    if (readdirSync(directory).every((name) => OWN.has(name))) return chmodSync(directory, PRIVATE);
  } catch {
    // The warning below covers this.
  }
  log.warn({ directory, mode: (mode & 0o777).toString(8) }, 'DATA_DIR can be read by other users of this machine');
}

const OWN: ReadonlySet<string> = new Set([
  'auth-secret',
  'images',
  'lock',
  // SQLite creates it while the lock is held.
  'lock-journal',
  'mail',
  'operator-token',
  'postgres',
]);

export function unusableDataDir(directory: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`DATA_DIR: the data directory ${directory} cannot be used: ${reason}`, { cause });
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
