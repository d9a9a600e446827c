/** The latest import job in the database, so that every process of the shop can show and start it. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { CatalogueRow, RowFault } from '../../domain/catalogue/catalogue-file.ts';
import type { Actor } from '../db/audit.ts';
import { codeOf } from '../../base/error-code.ts';
import type { Tables } from '../db/tables.ts';
import type { ImportJobsTable } from './tables.ts';
import type { ImportJob } from './import-job.ts';

export const AT_WORK: readonly ImportJob['state'][] = ['checking', 'importing'];

/** A process that has been silent for so long works on its job no more, in s. */
const SILENCE_SECONDS = 15;

const KEPT_HOURS = 24;

/** Faults: as many as a job shows. */
const CHUNK_ROWS = 1_000;
const CHUNK_FAULTS = 500;

export const INTERRUPTED = 'It was interrupted; nothing was changed.';

/** A job is not in the state that the work on it needs: another process has taken it for dead. */
export class JobLost extends Error {
  override name = 'JobLost';
}

export function createImportJobStore(kysely: Kysely<Tables>) {
  async function endAbandoned(executor: Kysely<Tables>): Promise<void> {
    await executor
      .updateTable('import_jobs')
      .set({ state: 'failed', phase: null, error: INTERRUPTED, ended_at: sql<Date>`now()` })
      .where('state', 'in', AT_WORK)
      .where(sql<boolean>`alive_at < now() - ${SILENCE_SECONDS} * interval '1 second'`)
      .execute();
    await executor
      .deleteFrom('import_jobs')
      .where('state', '=', 'checked')
      .where(sql<boolean>`ended_at < now() - ${KEPT_HOURS} * interval '1 hour'`)
      .execute();
  }

  async function keep(id: string, list: readonly unknown[], size: number): Promise<void> {
    for (let at = 0; at < list.length; at += size) {
      const chunk = { job_id: id, number: at / size, content: JSON.stringify(list.slice(at, at + size)) };
      await kysely.insertInto('import_job_chunks').values(chunk).execute();
    }
  }

  async function* chunks<T>(id: string): AsyncGenerator<T[]> {
    for (let number = 0; ; number += 1) {
      const chunk = await kysely
        .selectFrom('import_job_chunks')
        .select('content')
        .where('job_id', '=', id)
        .where('number', '=', number)
        .executeTakeFirst();
      if (!chunk) return;
      // Only `keep` writes them.
      yield chunk.content as T[];
    }
  }

  async function withFaults(row: Selectable<ImportJobsTable> | undefined): Promise<ImportJob | null> {
    if (!row) return null;
    const first = row.state === 'refused' ? await chunks<RowFault>(row.id).next() : undefined;
    return { ...jobOf(row), faults: first?.value ?? [] };
  }

  return {
    /** Adds a job that is being checked, in place of all others. Null while one of them is at work. */
    async add({ id, fileName, replace, by }: Pick<ImportJob, 'id' | 'fileName' | 'replace' | 'by'>) {
      try {
        return await kysely.transaction().execute(async (trx) => {
          await endAbandoned(trx);
          const others = await trx.deleteFrom('import_jobs').where('state', 'not in', AT_WORK).returningAll().execute();
          const replaced = others.find(({ state }) => state === 'checked');
          const row = await trx
            .insertInto('import_jobs')
            .values({ id, file_name: fileName, replace, actor: by, state: 'checking', phase: 'reading' })
            .returningAll()
            .executeTakeFirstOrThrow();
          return { job: jobOf(row), replaced: replaced ? jobOf(replaced) : null };
        });
      } catch (error) {
        if (codeOf(error) === UNIQUE_VIOLATION) return null;
        throw error;
      }
    },

    async find(id: string | null) {
      await endAbandoned(kysely);
      const jobs = kysely.selectFrom('import_jobs').selectAll().orderBy('started_at', 'desc').limit(1);
      return withFaults(await (id === null ? jobs : jobs.where('id', '=', id)).executeTakeFirst());
    },

    async begin(id: string, by: Actor) {
      await endAbandoned(kysely);
      const row = await kysely
        .updateTable('import_jobs')
        .set({ state: 'importing', phase: 'importing', actor: by, done: 0, ended_at: null, alive_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('state', '=', 'checked')
        .returningAll()
        .executeTakeFirst();
      return row ? jobOf(row) : null;
    },

    /** This process is still at work. */
    async beat({ id, phase, done, total }: Pick<ImportJob, 'id' | 'phase' | 'done' | 'total'>) {
      await kysely
        .updateTable('import_jobs')
        .set({ phase, done, total, alive_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('state', 'in', AT_WORK)
        .execute();
    },

    /** @throws {JobLost} */
    async end(job: ImportJob, executor: Kysely<Tables> = kysely) {
      const ended = await executor
        .updateTable('import_jobs')
        .set(endOf(job))
        .where('id', '=', job.id)
        .where('state', 'in', AT_WORK)
        .returning('id')
        .executeTakeFirst();
      if (!ended) throw new JobLost(`the job ${job.id} was given up by another process`);
      if (job.state === 'checked' || job.state === 'refused') return;
      await executor.deleteFrom('import_job_chunks').where('job_id', '=', job.id).execute();
    },

    keepRows: (id: string, rows: readonly CatalogueRow[]) => keep(id, rows, CHUNK_ROWS),
    keepFaults: (id: string, faults: readonly RowFault[]) => keep(id, faults, CHUNK_FAULTS),

    rows: async (id: string) => (await Array.fromAsync(chunks<CatalogueRow>(id))).flat(),

    async *faults(id: string) {
      for await (const chunk of chunks<RowFault>(id)) yield* chunk;
    },
  };
}

const UNIQUE_VIOLATION = '23505';

function jobOf(row: Selectable<ImportJobsTable>): ImportJob {
  const { id, replace, state, phase, done, total, summary, changes, unit, error } = row;
  const job = { id, replace, state, phase, done, total, summary, changes, unit, error, faults: [] };
  const named = { fileName: row.file_name, by: row.actor, faultCount: row.fault_count };
  return { ...job, ...named, startedAt: row.started_at, endedAt: row.ended_at };
}

function endOf({ state, done, total, summary, changes, faultCount, unit, error }: ImportJob) {
  const columns = { state, phase: null, done, total, unit, error, fault_count: faultCount };
  const json = { summary: JSON.stringify(summary), changes: JSON.stringify(changes) };
  return { ...columns, ...json, ended_at: sql<Date>`now()` };
}
