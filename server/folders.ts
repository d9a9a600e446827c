import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it, one after another: Node's own recursive way never returns where the system says
 * that there is nothing in which a folder could be made (below /proc, for one).
 * @throws what the system says of the first one that cannot be made
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Somebody else was quicker.
    if (!isFolder(folder)) throw error;
  }
}

/** What is said of a data directory that cannot be used. */
export function unusableDataDir(directory: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`DATA_DIR: the data directory ${directory} cannot be used: ${reason}`, { cause });
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
