/** Progress is written to the job's row, where all processes find it and see that this one is alive. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { RowFault } from '../../domain/catalogue/catalogue-file.ts';
import type { Actor } from '../db/audit.ts';
import type { Catalogue } from './catalogue.ts';
import type { LineUnit } from './catalogue-file.ts';
import { type CheckDependencies, checkFile } from './check-file.ts';
import type { ImportJob } from './import-job.ts';
import { CategoryGone } from './import-rows.ts';
import { AT_WORK, INTERRUPTED, JobLost, createImportJobStore } from './import-job-store.ts';
import type { Worker } from '../jobs/worker.ts';
import { type Upload, receiveUpload } from './upload.ts';

const BEAT_MS = 500;

const MAX_NAME_LENGTH = 120;

/** Files that a process takes at a time; only one of them is then checked. */
const MAX_ARRIVING = 4;

/** Forms and addresses can send anything, also what PostgreSQL does not take. */
const JOB_ID = /^[0-9a-z-]{1,36}$/;

const BUSY = 'Another file is being checked or imported. Wait until that is done, then check yours again.';

export type CheckAnswer =
  /** `replaced` is a checked job that was waiting, and that cannot be started now. */
  { ok: true; job: ImportJob; replaced: ImportJob | null } | { ok: false; status: 400 | 409 | 413; detail: string };

export interface GivenFile {
  name: string;
  replace: boolean;
  /** The body is rows that the command line has read: what their lines count. */
  sent?: LineUnit | null;
}

export interface ImportJobs {
  /** Answers as soon as the file has arrived. One file at a time in the whole shop. */
  check(body: AsyncIterable<Uint8Array> | null, file: GivenFile, by: Actor): Promise<CheckAnswer>;
  /** Starting a job again changes nothing. */
  start(id: string, by: Actor): Promise<ImportJob | 'unknown' | 'not-checked'>;
  find(id: string): Promise<ImportJob | null>;
  latest(): Promise<ImportJob | null>;
  faults(id: string): AsyncIterable<RowFault>;
}

interface Dependencies extends CheckDependencies {
  catalogue: Pick<Catalogue, 'compare' | 'categories' | 'importRows'>;
  /** When it stops, what is at work ends, and has changed nothing. */
  worker: Pick<Worker, 'background' | 'stopping'>;
  directory: string;
  log: Pick<Logger, 'error'>;
}

export function createImportJobs(dependencies: Dependencies): ImportJobs {
  const { database, catalogue, worker, directory, log } = dependencies;
  const store = createImportJobStore(database.kysely);
  let arriving = 0;

  function progress(job: ImportJob, phase: ImportJob['phase'], done: number, total: number): void {
    worker.stopping.throwIfAborted();
    Object.assign(job, { phase, done, total });
  }

  function run(job: ImportJob, task: () => Promise<void>): void {
    worker.background(async () => {
      const beats = setInterval(() => void beat(job), BEAT_MS);
      try {
        await task();
      } catch (error) {
        const isGone = error instanceof CategoryGone;
        if (!worker.stopping.aborted && !isGone) log.error({ err: error, job: job.id }, 'an import failed');
        await fail(job, isGone ? error.message : FAILED);
      } finally {
        clearInterval(beats);
      }
    });
  }

  async function fail(job: ImportJob, reason: string): Promise<void> {
    try {
      await store.end({ ...job, state: 'failed', error: worker.stopping.aborted ? INTERRUPTED : reason });
    } catch (error) {
      // Else the job will be ended as abandoned.
      if (!(error instanceof JobLost)) log.error({ err: error, job: job.id }, 'the end of an import is not noted');
    }
  }

  async function beat(job: ImportJob): Promise<void> {
    await store.beat(job).catch((error: unknown) => log.error({ err: error }, 'progress of an import is not noted'));
  }

  async function checked(job: ImportJob, upload: Upload, sent: LineUnit | null): Promise<void> {
    const { replace } = job;
    const onProgress = (phase: ImportJob['phase'], done: number, total: number) => progress(job, phase, done, total);
    const file = await checkFile(upload, { replace, sent, onProgress }, dependencies).finally(() =>
      upload.handle.close(),
    );
    const { unit } = file;
    let end: Partial<ImportJob>;
    if (file.ok) {
      const { rows, summary, changes } = file;
      await store.keepRows(job.id, rows);
      end = { state: 'checked', unit, summary, changes, done: 0, total: rows.length };
    } else {
      const { error, faults } = file;
      await store.keepFaults(job.id, faults);
      end = { state: 'refused', unit, error, faults: faults.slice(0, 500), faultCount: faults.length };
    }
    worker.stopping.throwIfAborted();
    await store.end({ ...job, ...end });
  }

  async function imported(job: ImportJob): Promise<void> {
    const rows = await store.rows(job.id);
    const total = rows.length;
    const end = { state: 'done', done: total, total } as const;
    await catalogue.importRows(rows, {
      replace: job.replace,
      actor: job.by,
      onProgress: (done) => progress(job, 'importing', done, total),
      // In the same transaction: a kill leaves neither an import that is not noted nor the note of one that is not there.
      alongside: (trx, summary) => store.end({ ...job, ...end, summary }, trx),
    });
  }

  return {
    async check(body, { name, replace, sent = null }, by) {
      if (!body) return { ok: false, status: 400, detail: 'Choose a catalogue file.' };
      const latest = await store.find(null);
      if (worker.stopping.aborted || (latest && AT_WORK.includes(latest.state))) {
        return { ok: false, status: 409, detail: BUSY };
      }
      if (arriving === MAX_ARRIVING) return { ok: false, status: 409, detail: BUSY };
      arriving += 1;
      const received = await receiveUpload(body, directory, sent !== null).finally(() => (arriving -= 1));
      if (!received.ok) return received;
      const { upload } = received;
      const fileName = name
        .toWellFormed()
        .replace(/\p{Cc}/gu, '')
        .slice(0, MAX_NAME_LENGTH);
      try {
        const added = await store.add({ id: randomUUID(), fileName, replace, by });
        if (added) {
          const { job } = added;
          run(job, () => checked(job, upload, sent));
          return { ok: true, job: { ...job }, replaced: added.replaced };
        }
      } catch (error) {
        await upload.handle.close();
        throw error;
      }
      await upload.handle.close();
      return { ok: false, status: 409, detail: BUSY };
    },

    async start(id, by) {
      if (!JOB_ID.test(id)) return 'unknown';
      const job = await store.begin(id, by);
      if (job) {
        run(job, () => imported(job));
        return { ...job };
      }
      const found = await store.find(id);
      if (!found) return 'unknown';
      return found.state === 'importing' || found.state === 'done' ? found : 'not-checked';
    },

    find: async (id) => (JOB_ID.test(id) ? store.find(id) : null),

    latest: () => store.find(null),

    async *faults(id) {
      if (JOB_ID.test(id) && (await store.find(id))?.state === 'refused') yield* store.faults(id);
    },
  };
}

const FAILED = 'The import failed and nothing was changed. The log of the shop says why.';
