import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';

/** Folders are for the shop's own user alone. */
const PRIVATE = 0o700;

/**
 * Makes a folder and those above it, for this user alone, one after another: Node's own recursive way never returns where the system says
 * that there is nothing in which a folder could be made (below /proc, for one).
 * @throws what the system says of the first one that cannot be made
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, PRIVATE);
  } catch (error) {
    // Somebody else was quicker.
    if (!isFolder(folder)) throw error;
  }
}

/**
 * Takes from others what they may do in a data directory that is there already. Only where nothing but the shop's own lies
 * (`/tmp` may be given by mistake); elsewhere, or where the system does not allow it, a warning is logged.
 */
export function tightenDataDir(directory: string, log: Pick<Logger, 'warn'>): void {
  const mode = statSync(directory, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return;
  try {
    if (readdirSync(directory).every((name) => OWN.has(name))) return chmodSync(directory, PRIVATE);
  } catch {
    // Said below.
  }
  log.warn({ directory, mode: (mode & 0o777).toString(8) }, 'DATA_DIR can be read by other users of this machine');
}

/** What the shop keeps in its data directory. */
const OWN: ReadonlySet<string> = new Set([
  'auth-secret',
  'database',
  'images',
  'lock',
  // SQLite's, while the lock is held.
  'lock-journal',
  'mail',
  'operator-token',
]);

/** What is said of a data directory that cannot be used. */
export function unusableDataDir(directory: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`DATA_DIR: the data directory ${directory} cannot be used: ${reason}`, { cause });
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
