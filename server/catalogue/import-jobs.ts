/** Imports in the background. Progress is written to the job's row, where all processes find it and see that this one is alive. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { RowFault } from '../../domain/catalogue-file.ts';
import type { Actor } from '../db/audit.ts';
import type { Catalogue } from './catalogue.ts';
import type { LineUnit } from './catalogue-file.ts';
import { checkFile } from './check-file.ts';
import type { CheckDependencies } from './check-file.ts';
import type { ImportJob } from './import-job.ts';
import { AT_WORK, INTERRUPTED, JobLost, createImportJobStore } from './import-job-store.ts';
import { receiveUpload } from './upload.ts';
import type { Upload } from './upload.ts';

/** How often progress is told to this process, and written for others, in ms. */
const TELL_MS = 200;
const BEAT_MS = 500;

const MAX_NAME_LENGTH = 120;

/** Forms and addresses can send anything, also what PostgreSQL does not take. */
const JOB_ID = /^[0-9a-z-]{1,36}$/;

const BUSY = 'Another file is being checked or imported. Wait until that is done, then check yours again.';

export type CheckAnswer =
  /** `replaced` is a checked job that was waiting, and that cannot be started now. */
  { ok: true; job: ImportJob; replaced: ImportJob | null } | { ok: false; status: 400 | 409 | 413; detail: string };

export interface GivenFile {
  name: string;
  replace: boolean;
  /** The body is no file, but the rows of one, as the command line has read them: what their lines count. */
  sent?: LineUnit | null;
}

export interface ImportJobs {
  /** Takes a file and answers as soon as it has arrived; it is checked in the background. One file at a time in the whole shop. */
  check(body: AsyncIterable<Uint8Array> | null, file: GivenFile, by: Actor): Promise<CheckAnswer>;
  /** Imports a checked job in the background. Starting it again changes nothing. */
  start(id: string, by: Actor): Promise<ImportJob | 'unknown' | 'not-checked'>;
  find(id: string): Promise<ImportJob | null>;
  latest(): Promise<ImportJob | null>;
  /** All bad rows of a refused job. */
  faults(id: string): AsyncIterable<RowFault>;
  /** Tells of the jobs of this process: every change of state, and progress at most every 200 ms. Returns a function that stops it. */
  subscribe(handler: (job: ImportJob) => void): () => void;
  /** Ends what is at work; it has changed nothing then. */
  close(): Promise<void>;
}

interface Dependencies extends CheckDependencies {
  catalogue: Pick<Catalogue, 'compare' | 'importRows'>;
  directory: string;
  log: Pick<Logger, 'error'>;
}

export function createImportJobs(dependencies: Dependencies): ImportJobs {
  const { database, catalogue, directory, log } = dependencies;
  const store = createImportJobStore(database.kysely);
  const handlers = new Set<(job: ImportJob) => void>();
  const closing = new AbortController();
  let work: Promise<void> = Promise.resolve();
  let toldAt = 0;

  function tell(job: ImportJob, isNewState = true): void {
    const now = performance.now();
    if (!isNewState && now - toldAt < TELL_MS) return;
    toldAt = now;
    for (const handler of handlers) handler({ ...job });
  }

  function progress(job: ImportJob, phase: ImportJob['phase'], done: number, total: number): void {
    closing.signal.throwIfAborted();
    Object.assign(job, { phase, done, total });
    tell(job, false);
  }

  function run(job: ImportJob, task: () => Promise<Partial<ImportJob>>): void {
    tell(job);
    const beats = setInterval(() => void beat(job), BEAT_MS);
    work = (async () => {
      try {
        Object.assign(job, await task());
      } catch (error) {
        if (!closing.signal.aborted) log.error({ err: error, job: job.id }, 'an import failed');
        const failed = { ...job, state: 'failed', error: closing.signal.aborted ? INTERRUPTED : FAILED } as const;
        Object.assign(job, await settled(failed));
      } finally {
        clearInterval(beats);
        Object.assign(job, { phase: null, endedAt: new Date() });
        tell(job);
      }
    })();
  }

  async function settled(failed: ImportJob): Promise<ImportJob> {
    try {
      await store.end(failed);
      return failed;
    } catch (error) {
      if (error instanceof JobLost) return (await store.find(failed.id).catch(() => null)) ?? failed;
      // The job will be ended as abandoned.
      log.error({ err: error, job: failed.id }, 'the end of an import is not noted');
      return failed;
    }
  }

  async function beat(job: ImportJob): Promise<void> {
    await store.beat(job).catch((error: unknown) => log.error({ err: error }, 'progress of an import is not noted'));
  }

  async function checked(job: ImportJob, upload: Upload, sent: LineUnit | null): Promise<Partial<ImportJob>> {
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
    closing.signal.throwIfAborted();
    await store.end({ ...job, ...end });
    return end;
  }

  async function imported(job: ImportJob): Promise<Partial<ImportJob>> {
    const rows = await store.rows(job.id);
    const total = rows.length;
    const end = { state: 'done', done: total, total } as const;
    const summary = await catalogue.importRows(rows, {
      replace: job.replace,
      actor: job.by,
      onProgress: (done) => progress(job, 'importing', done, total),
      // In the same transaction: a kill leaves neither an import that is not noted nor the note of one that is not there.
      alongside: (trx, summary) => store.end({ ...job, ...end, summary }, trx),
    });
    return { ...end, summary };
  }

  return {
    async check(body, { name, replace, sent = null }, by) {
      if (!body) return { ok: false, status: 400, detail: 'Choose a catalogue file.' };
      const latest = await store.find(null);
      if (closing.signal.aborted || (latest && AT_WORK.includes(latest.state))) {
        return { ok: false, status: 409, detail: BUSY };
      }
      const received = await receiveUpload(body, directory, sent !== null);
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

    subscribe(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },

    async close() {
      closing.abort(new Error(INTERRUPTED));
      await work;
    },
  };
}

const FAILED = 'The import failed and nothing was changed. The log of the shop says why.';
