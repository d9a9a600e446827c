/**
 * A snapshot of the embedded database: a copy of its folder, which a thread of its own reads. So the shop's one connection is held only
 * while the files are copied, and no request waits while rows are read.
 */
import { constants } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import type { CopyAnswer, CopyQuestion } from './copied-pglite-thread.ts';
import { type PGliteConnection, type Snapshot, pgliteSession } from './session.ts';
import { checkSpaceFor } from './space.ts';

/** The beginning of the copies' names, in the data directory. */
const COPY_PREFIX = 'backup-';

/**
 * Copies the folder of an open database and opens the copy. Between statements the files are those of a server that was killed: every
 * committed transaction is in its log, and the copy repairs itself when it is opened.
 * @throws {NoSpaceError}
 */
export async function openCopy(pglite: PGlite, directory: string): Promise<Snapshot> {
  const { rows } = await pglite.query<{ bytes: number }>(SIZE);
  await checkSpaceFor(rows[0]?.bytes ?? 0, path.dirname(directory));
  const copy = await mkdtemp(path.join(path.dirname(directory), COPY_PREFIX));
  const remove = (): Promise<void> => rm(copy, { recursive: true, force: true });
  try {
    // Before the files are copied, so that the copy has little to repair.
    await pglite.query('checkpoint');
    // Where the file system can, the copy shares the blocks and takes no time.
    const options = { recursive: true, mode: constants.COPYFILE_FICLONE };
    await pglite.runExclusive(() => cp(directory, copy, options));
    const worker = new Worker(new URL('./copied-pglite-thread.ts', import.meta.url), { workerData: copy });
    const connection = connectionTo(worker);
    const close = async (): Promise<void> => {
      await worker.terminate();
      await remove();
    };
    try {
      await connection.exec(READ_ONLY);
    } catch (error) {
      await close();
      throw error;
    }
    return { ...pgliteSession(connection), close };
  } catch (error) {
    await remove();
    throw error;
  }
}

const SIZE = `
  select ((select sum(pg_database_size(oid)) from pg_database) + (select sum(size) from pg_ls_waldir()))::bigint as bytes`;
const READ_ONLY = 'begin isolation level repeatable read read only';

/** Deletes copies that a killed process has left. Call it while the data directory is locked. */
export async function removeOldCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(COPY_PREFIX)) await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
}

/** Sends the thread one query after the other. */
function connectionTo(worker: Worker): PGliteConnection {
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that reads the backup has ended')));
  });
  // Nobody may be waiting for an answer when it ends.
  ended.catch(() => {});
  async function ask(question: CopyQuestion): Promise<Exclude<CopyAnswer, { error: unknown }>> {
    const answered = new Promise<CopyAnswer>((resolve) => {
      worker.once('message', resolve);
    });
    worker.postMessage(question);
    const answer = await Promise.race([answered, ended]);
    if ('error' in answer) throw answer.error;
    return answer;
  }
  return {
    query: (sql, parameters = []) => ask({ sql, parameters }),
    exec: (sql) => ask({ sql }),
  };
}
