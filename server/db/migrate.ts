/** Migrations: numbered SQL files, each applied once and in its own transaction. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { LOCKS } from './locks.ts';
import type { Session } from './session.ts';

/** One connection, with the methods that migrations need. */
export type MigrationSession = Pick<Session, 'script' | 'rows'>;

export interface Migration {
  /** The file name without its extension: '0001_the_shop'. */
  name: string;
  sql: string;
  /** SHA-256 of the file, hex. */
  checksum: string;
}

/** The shop's migrations, in order. */
export function readMigrations(directory = path.join(import.meta.dirname, 'migrations')): Migration[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      // A checkout may have changed the line ends; that must not change the checksum.
      const sql = readFileSync(path.join(directory, file), 'utf8').replaceAll('\r\n', '\n');
      return { name: path.basename(file, '.sql'), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Notes the applied migrations. */
export const MIGRATIONS_TABLE = `
  create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now()
  )`;

/**
 * Applies the missing migrations. An advisory lock makes processes that start together wait for each other.
 * @returns the names of the applied migrations.
 * @throws when the file of an applied migration has changed or is missing, or when a migration fails; a failed one
 * leaves no changes.
 */
export async function migrate(session: MigrationSession, migrations = readMigrations()): Promise<string[]> {
  await session.script(`set statement_timeout = 0; select pg_advisory_lock(${LOCKS.migration})`);
  try {
    await session.script(MIGRATIONS_TABLE);
    const applied = await session.rows('select name, checksum from migrations order by name');
    checkApplied(applied, migrations);
    const missing = migrations.slice(applied.length);
    for (const migration of missing) await inTransaction(session, migration);
    return missing.map(({ name }) => name);
  } finally {
    await session.script(`select pg_advisory_unlock(${LOCKS.migration}); reset statement_timeout`);
  }
}

/** The applied migrations must be the first of the existing files, unchanged. */
function checkApplied(applied: readonly Record<string, unknown>[], migrations: readonly Migration[]): void {
  for (const [index, { name, checksum }] of applied.entries()) {
    const migration = migrations[index];
    if (migration === undefined || migration.name !== name) {
      throw new Error(
        `the database has migration ${String(name)}, which this version of the shop does not know: start a newer version, or restore the backup of this one`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new Error(`migration ${migration.name} has changed since it was applied: put the file back as it was`);
    }
  }
}

async function inTransaction(session: MigrationSession, migration: Migration): Promise<void> {
  try {
    await session.script('begin');
    await apply(session, migration);
    await session.script('commit');
  } catch (error) {
    await session.script('rollback').catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

/** Runs a migration and notes it, in the session's transaction. */
export async function apply(session: MigrationSession, { name, sql, checksum }: Migration): Promise<void> {
  await session.script(sql);
  // Names and checksums need no escaping: file names are ours, checksums are hex.
  await session.script(`insert into migrations (name, checksum) values ('${name}', '${checksum}')`);
}
