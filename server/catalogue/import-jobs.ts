/** Progress is written to the job's row, where all processes find it and see that this one is alive. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import type { Actor } from '../db/audit.ts';
import type { Catalogue } from './catalogue.ts';
import { type CheckDependencies, type CheckOptions, checkFile } from './check-file.ts';
import { AT_WORK, type ImportJob, INTERRUPTED, JobLost, createImportJobStore } from './import-job-store.ts';
import { OutdatedRows } from './write-rows.ts';
import type { Worker } from '../jobs/worker.ts';
import { type Upload, receiveUpload } from './upload.ts';

const BEAT_MS = 500;

const MAX_NAME_LENGTH = 120;

/** Files that a process takes at a time; only one of them is then checked. */
const MAX_ARRIVING = 4;

/** Forms and addresses can send anything, also what PostgreSQL does not take. */
const JOB_ID = /^[0-9a-z-]{1,36}$/;

const BUSY = refused(409, { code: 'import-busy' });
const UNKNOWN = refused(404, { code: 'unknown', what: 'import' });

interface GivenFile extends Pick<CheckOptions, 'replace'>, Partial<Pick<CheckOptions, 'sent' | 'match'>> {
  name: string;
}

export type ImportJobs = ReturnType<typeof createImportJobs>;

interface Dependencies extends CheckDependencies {
  catalogue: Pick<Catalogue, 'compare' | 'categories' | 'importRows'>;
  /** When it stops, what is at work ends, and has changed nothing. */
  worker: Pick<Worker, 'background' | 'stopping'>;
  directory: string;
  log: Pick<Logger, 'error'>;
}

export function createImportJobs(dependencies: Dependencies) {
  const { database, catalogue, worker, directory, log } = dependencies;
  const store = createImportJobStore(database.kysely);
  let arriving = 0;

  const find = async (id: string) => (JOB_ID.test(id) ? store.find(id) : null);

  function progress(job: ImportJob, phase: ImportJob['phase'], done: number, total: number): void {
    worker.stopping.throwIfAborted();
    Object.assign(job, { phase, done, total });
  }

  function run(job: ImportJob, task: () => Promise<void>): void {
    worker.background(async () => {
      const notNoted = (error: unknown) => log.error({ err: error }, 'progress of an import is not noted');
      const beats = setInterval(() => void store.beat(job).catch(notNoted), BEAT_MS);
      try {
        await task();
      } catch (error) {
        const isOutdated = error instanceof OutdatedRows;
        if (!worker.stopping.aborted && !isOutdated) log.error({ err: error, job: job.id }, 'an import failed');
        const reason = isOutdated ? error.message : FAILED;
        const failed = { state: 'failed', error: worker.stopping.aborted ? INTERRUPTED : reason } as const;
        await store.end({ ...job, ...failed }).catch((lost: unknown) => {
          // Else the job will be ended as abandoned.
          if (!(lost instanceof JobLost)) log.error({ err: lost, job: job.id }, 'the end of an import is not noted');
        });
      } finally {
        clearInterval(beats);
      }
    });
  }

  async function checked(job: ImportJob, upload: Upload, given: Pick<CheckOptions, 'sent' | 'match'>): Promise<void> {
    const { id, replace } = job;
    const onProgress: CheckOptions['onProgress'] = (...at) => progress(job, ...at);
    const checking = checkFile(upload, { replace, ...given, onProgress }, dependencies);
    const file = await checking.finally(() => upload.handle.close());
    let end: Partial<ImportJob>;
    if (file.ok) {
      const { rows, unit, summary, changes } = file;
      await store.keep(id, rows);
      end = { state: 'checked', unit, summary, changes, done: 0, total: rows.length };
    } else {
      const { error, unit, faults } = file;
      await store.keep(id, faults);
      end = { state: 'refused', unit, error, faultCount: faults.length };
    }
    worker.stopping.throwIfAborted();
    await store.end({ ...job, ...end });
  }

  async function imported(job: ImportJob): Promise<void> {
    const rows = await store.rows(job.id);
    const total = rows.length;
    const end = { state: 'done', done: total, total } as const;
    await catalogue.importRows(rows, job.by, {
      replace: job.replace,
      onProgress: (done) => progress(job, 'importing', done, total),
      // In the same transaction, so that a kill leaves no import without a note and no note without an import.
      alongside: (trx, summary) => store.end({ ...job, ...end, summary }, trx),
    });
  }

  return {
    /**
     * Answers as soon as the file has arrived. One file at a time in the whole shop. `replaced`: a checked job that was
     * waiting, and that cannot be started now.
     */
    async check(
      body: AsyncIterable<Uint8Array> | null,
      { name, replace, sent = null, match = null }: GivenFile,
      by: Actor,
    ) {
      if (!body) return refused(400, { code: 'malformed', detail: 'Choose a catalogue file.' });
      const latest = await store.find(null);
      if (worker.stopping.aborted || (latest && AT_WORK.includes(latest.state))) return BUSY;
      if (arriving === MAX_ARRIVING) return BUSY;
      arriving += 1;
      const received = await receiveUpload(body, directory, sent !== null).finally(() => (arriving -= 1));
      if (!received.ok) return received;
      const upload = received.value;
      const fileName = name
        .toWellFormed()
        .replace(/\p{Cc}/gu, '')
        .slice(0, MAX_NAME_LENGTH);
      await using unused = new AsyncDisposableStack();
      unused.use(upload.handle);
      const added = await store.add({ id: randomUUID(), fileName, replace, by });
      if (!added) return BUSY;
      const { job, replaced } = added;
      unused.move();
      run(job, () => checked(job, upload, { sent, match }));
      return done({ job: { ...job }, replaced });
    },

    /** Starting a job again changes nothing. */
    async start(id: string, by: Actor): Promise<Outcome<ImportJob>> {
      const job = JOB_ID.test(id) ? await store.begin(id, by) : undefined;
      if (job) {
        run(job, () => imported(job));
        return done({ ...job });
      }
      const found = await find(id);
      if (!found) return UNKNOWN;
      const isStarted = found.state === 'importing' || found.state === 'done';
      return isStarted ? done(found) : refused(409, { code: 'not-importable' });
    },

    async find(id: string): Promise<Outcome<ImportJob>> {
      const found = await find(id);
      return found ? done(found) : UNKNOWN;
    },

    /** Null while there is none. */
    latest: () => store.find(null),

    async *faults(id: string) {
      if ((await find(id))?.state === 'refused') yield* store.faults(id);
    },
  };
}

const FAILED = 'The import failed and nothing was changed. The log of the shop says why.';
