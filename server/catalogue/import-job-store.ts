/** The latest import job in the database, so that every process of the shop can show and start it. */
import { type Kysely, sql } from 'kysely';
import type { RowFault } from '../../domain/catalogue/catalogue-reader.ts';
import type { Actor } from '../db/audit.ts';
import { codeOf } from '../../base/error-code.ts';
import type { Tables } from '../db/tables.ts';
import type { LineUnit } from './catalogue-file.ts';
import type { ImportRow, ImportSummary, NamedChanges } from './write-rows.ts';

export interface ImportJob {
  id: string;
  fileName: string;
  replace: boolean;
  /** Who checked it; from the start of the import on, who started that. */
  by: Actor;
  /** 'refused' files cannot be imported; 'failed' says in `error` why, and nothing was changed. */
  state: 'checking' | 'refused' | 'checked' | 'importing' | 'done' | 'failed';
  phase: 'reading' | 'pictures' | 'comparing' | 'importing' | null;
  /** Of the phase: bytes that are read, pictures, rows. */
  done: number;
  total: number;
  summary: ImportSummary | null;
  /** The first 100 products of each kind. */
  changes: NamedChanges | null;
  /** The first 500 bad rows. */
  faults: RowFault[];
  faultCount: number;
  unit: LineUnit;
  error: string | null;
  startedAt: Date;
  /** When the state was reached in which it is; null while it is at work. */
  endedAt: Date | null;
}

export const AT_WORK: readonly ImportJob['state'][] = ['checking', 'importing'];

/** A process that has been silent for so long works on its job no more, in s. */
const SILENCE_SECONDS = 15;

const KEPT_HOURS = 24;

const UNIQUE_VIOLATION = '23505';

/** Columns with the names of their fields. */
const SAME = ['id', 'replace', 'state', 'phase', 'done', 'total', 'summary', 'changes', 'unit', 'error'] as const;
/** The columns of a job; its faults are in chunks. */
const JOB = [
  ...SAME,
  'file_name as fileName',
  'actor as by',
  'fault_count as faultCount',
  'started_at as startedAt',
  'ended_at as endedAt',
  sql<RowFault[]>`'[]'::jsonb`.as('faults'),
] as const;

/** Of rows, or of faults: as many as a job shows. */
const CHUNK = 500;

export const INTERRUPTED = 'It was interrupted; nothing was changed.';

/** A job is not in the state that the work on it needs: another process has taken it for dead. */
export class JobLost extends Error {
  override name = 'JobLost';
}

export function createImportJobStore(kysely: Kysely<Tables>) {
  async function endAbandoned(executor: Kysely<Tables>): Promise<void> {
    const failed = { state: 'failed', phase: null, error: INTERRUPTED, ended_at: sql<Date>`now()` } as const;
    const isSilent = sql<boolean>`alive_at < now() - ${SILENCE_SECONDS} * interval '1 second'`;
    await executor.updateTable('import_jobs').set(failed).where('state', 'in', AT_WORK).where(isSilent).execute();
    const isOld = sql<boolean>`ended_at < now() - ${KEPT_HOURS} * interval '1 hour'`;
    await executor.deleteFrom('import_jobs').where('state', '=', 'checked').where(isOld).execute();
  }

  async function* chunks<T>(id: string): AsyncGenerator<T[]> {
    const stored = kysely.selectFrom('import_job_chunks').select('content').where('job_id', '=', id);
    for (let number = 0; ; number += 1) {
      const chunk = await stored.where('number', '=', number).executeTakeFirst();
      if (!chunk) return;
      // Only `keep` writes them.
      yield chunk.content as T[];
    }
  }

  return {
    /** Adds a job that is being checked, in place of all others. Null while one of them is at work. */
    async add({ id, fileName, replace, by }: Pick<ImportJob, 'id' | 'fileName' | 'replace' | 'by'>) {
      try {
        return await kysely.transaction().execute(async (trx) => {
          await endAbandoned(trx);
          const others = await trx.deleteFrom('import_jobs').where('state', 'not in', AT_WORK).returning(JOB).execute();
          const job = await trx
            .insertInto('import_jobs')
            .values({ id, file_name: fileName, replace, actor: by, state: 'checking', phase: 'reading' })
            .returning(JOB)
            .executeTakeFirstOrThrow();
          return { job, replaced: others.find(({ state }) => state === 'checked') ?? null };
        });
      } catch (error) {
        if (codeOf(error) === UNIQUE_VIOLATION) return null;
        throw error;
      }
    },

    async find(id: string | null): Promise<ImportJob | null> {
      await endAbandoned(kysely);
      const jobs = kysely.selectFrom('import_jobs').select(JOB).orderBy('started_at', 'desc').limit(1);
      const job = await (id === null ? jobs : jobs.where('id', '=', id)).executeTakeFirst();
      if (!job) return null;
      const first = job.state === 'refused' ? await chunks<RowFault>(job.id).next() : undefined;
      return { ...job, faults: first?.value ?? [] };
    },

    async begin(id: string, by: Actor): Promise<ImportJob | undefined> {
      await endAbandoned(kysely);
      const begun = { state: 'importing', phase: 'importing', actor: by, done: 0, ended_at: null } as const;
      const checked = kysely.updateTable('import_jobs').where('id', '=', id).where('state', '=', 'checked');
      const job = checked.set({ ...begun, alive_at: sql<Date>`now()` }).returning(JOB);
      return job.executeTakeFirst();
    },

    /** This process is still at work. */
    async beat({ id, phase, done, total }: Pick<ImportJob, 'id' | 'phase' | 'done' | 'total'>) {
      const working = kysely.updateTable('import_jobs').where('id', '=', id).where('state', 'in', AT_WORK);
      await working.set({ phase, done, total, alive_at: sql<Date>`now()` }).execute();
    },

    /** @throws {JobLost} */
    async end(job: ImportJob, executor: Kysely<Tables> = kysely) {
      const { state, done, total, faultCount, unit, error } = job;
      const [summary, changes] = [job.summary, job.changes].map((value) => JSON.stringify(value));
      const columns = { state, phase: null, done, total, summary, changes, fault_count: faultCount, unit, error };
      const working = executor.updateTable('import_jobs').where('id', '=', job.id).where('state', 'in', AT_WORK);
      const ended = working.set({ ...columns, ended_at: sql<Date>`now()` }).returning('id');
      if (!(await ended.executeTakeFirst())) throw new JobLost(`the job ${job.id} was given up by another process`);
      if (job.state === 'checked' || job.state === 'refused') return;
      await executor.deleteFrom('import_job_chunks').where('job_id', '=', job.id).execute();
    },

    async keep(id: string, list: readonly (ImportRow | RowFault)[]) {
      for (let at = 0; at < list.length; at += CHUNK) {
        const chunk = { job_id: id, number: at / CHUNK, content: JSON.stringify(list.slice(at, at + CHUNK)) };
        await kysely.insertInto('import_job_chunks').values(chunk).execute();
      }
    },

    rows: async (id: string) => (await Array.fromAsync(chunks<ImportRow>(id))).flat(),

    async *faults(id: string) {
      for await (const chunk of chunks<RowFault>(id)) yield* chunk;
    },
  };
}
