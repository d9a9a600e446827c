import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** In bytes; a whole run needs a quarter of it. */
const ENOUGH = 6 * 1024 ** 3;

/**
 * A folder in memory for what tests write, deleted when this process ends: on a disk the hundreds of databases take
 * half of the time. null where there is no such place or little memory.
 */
export function createMemoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, process.availableMemory()) < ENOUGH) return null;
    const folder = mkdtempSync(path.join(MEMORY, 'sodai-tests-'));
    // Servers under another user have their folders in it.
    chmodSync(folder, 0o711);
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
    return folder;
  } catch {
    return null;
  }
}
