/** Keeps the embedded database from filling its disk. */
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DatabaseLog } from './connect.ts';
import type { Tables } from './tables.ts';

/** What must be free on the disk, in bytes: with less nothing is written any more. The write-ahead log grows by 16 MiB. */
const RESERVE = 64 * 1024 * 1024;
const INTERVAL_MS = 5_000;

/** The free bytes of the disk of a folder. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** @throws a one-line error that names DATA_DIR when its disk is full. */
export async function checkSpace(dataDir: string, free = freeBytes): Promise<void> {
  if ((await free(dataDir)) < RESERVE) {
    throw new Error(`DATA_DIR: the disk of ${dataDir} is full; the shop needs ${RESERVE / 2 ** 20} MiB there`);
  }
}

/** The disk has too little room for something that can be left out. */
export class NoSpaceError extends Error {
  override name = 'NoSpaceError';
}

/** @throws {NoSpaceError} when so many bytes more would fill the disk of a folder. */
export async function checkSpaceFor(bytes: number, folder: string, free = freeBytes): Promise<void> {
  const missing = bytes + 2 * RESERVE - (await free(folder));
  if (missing <= 0) return;
  throw new NoSpaceError(
    `the disk of ${folder} needs ${Math.ceil(missing / 2 ** 20)} MiB more for a copy of the database`,
  );
}

export interface SpaceWatch {
  check(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes the database read-only while its disk is full. Looks every five seconds. */
export function watchSpace(
  { kysely, dataDir, log }: { kysely: Kysely<Tables>; dataDir: string; log: DatabaseLog },
  free = freeBytes,
): SpaceWatch {
  let readOnly = false;
  let checking: Promise<void> = Promise.resolve();
  async function check(): Promise<void> {
    const isFull = (await free(dataDir)) < RESERVE;
    if (isFull === readOnly) return;
    await sql`set default_transaction_read_only = ${sql.raw(isFull ? 'on' : 'off')}`.execute(kysely);
    readOnly = isFull;
    if (isFull) log.warn({ dataDir }, 'the disk is full: nothing can be ordered or changed');
    else log.info({ dataDir }, 'the disk has space again');
  }
  const timer = setInterval(() => {
    checking = check().catch((error: unknown) => log.warn({ err: error }, 'the free space cannot be read'));
  }, INTERVAL_MS);
  timer.unref();
  return {
    check,
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}
