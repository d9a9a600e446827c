/** Numbered migrations, each applied once in a transaction; then functions and triggers, applied when they change. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { reasonOf } from '../../base/error-code.ts';
import { LOCKS } from './locks.ts';
import type { Session } from './connect.ts';

export interface Migration {
  /** The file name without its extension: '0001_schema', 'place_order'. */
  name: string;
  sql: string;
  checksum: string;
}

type Applied = Pick<Migration, 'name' | 'checksum'>;

export type Migrations = Readonly<Record<'numbered' | 'functions', readonly Migration[]>>;

export function readMigrations(): Migrations {
  return { numbered: readFolder('migrations'), functions: readFolder('functions') };
}

function readFolder(name: string): Migration[] {
  const directory = path.join(import.meta.dirname, name);
  return readdirSync(directory)
    .toSorted()
    .map((file) => {
      // A checkout may have changed the line ends; that must not change the checksum.
      const sql = readFileSync(path.join(directory, file), 'utf8').replaceAll('\r\n', '\n');
      return { name: path.basename(file, '.sql'), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

const TABLES = { numbered: 'migrations', functions: 'applied_functions' } as const;

export async function createMigrationTables(session: Session): Promise<void> {
  for (const table of Object.values(TABLES)) {
    await session.script(
      `create table if not exists ${table} (
        name text primary key, checksum text not null, applied_at timestamptz not null default now()
      )`,
    );
  }
}

/** Returns the names of what was applied. Processes that start together take turns. @throws without any change */
export async function migrate(session: Session, migrations = readMigrations()): Promise<string[]> {
  await session.script(`set statement_timeout = 0; select pg_advisory_lock(${LOCKS.migration})`);
  try {
    await createMigrationTables(session);
    const applied = await session.rows<Applied>('select name, checksum from migrations order by name');
    checkApplied(applied, migrations.numbered);
    const missing = migrations.numbered.slice(applied.length);
    for (const migration of missing)
      await inTransaction(session, migration.name, () => apply(session, 'numbered', [migration]));
    const changed = await inTransaction(session, 'functions', () => applyFunctions(session, migrations));
    return [...missing, ...changed].map(({ name }) => name);
  } finally {
    await session.script(`select pg_advisory_unlock(${LOCKS.migration}); reset statement_timeout`);
  }
}

/** The applied migrations must be the first of the existing files, unchanged. */
function checkApplied(applied: readonly Applied[], migrations: readonly Migration[]): void {
  for (const [index, { name, checksum }] of applied.entries()) {
    const migration = migrations[index];
    if (migration?.name !== name) {
      throw new Error(
        `the database has migration ${name}, which this version of the shop does not know: start a newer version, or restore the backup of this one`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new Error(`migration ${migration.name} has changed since it was applied: put the file back as it was`);
    }
  }
}

async function inTransaction<T>(session: Session, name: string, work: () => Promise<T>): Promise<T> {
  try {
    await session.script('begin');
    const result = await work();
    await session.script('commit');
    return result;
  } catch (error) {
    await session.script('rollback').catch(() => {});
    throw new Error(`migration ${name} failed: ${reasonOf(error)}`, { cause: error });
  }
}

/** The caller has begun a transaction. */
export async function apply(session: Session, kind: keyof Migrations, migrations: readonly Migration[]): Promise<void> {
  for (const { name, sql, checksum } of migrations) {
    await session.script(sql);
    await session.rows(
      `insert into ${TABLES[kind]} (name, checksum) values ($1, $2)
        on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    );
  }
}

/** Applies those that are new or have changed, and returns them. The caller has begun a transaction. */
export async function applyFunctions(session: Session, { functions }: Migrations): Promise<Migration[]> {
  const rows = await session.rows<Applied>('select name, checksum from applied_functions');
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const changed = functions.filter(({ name, checksum }) => applied.get(name) !== checksum);
  // Functions call others that may not be there yet.
  await session.script('set local check_function_bodies = off');
  await apply(session, 'functions', changed);
  return changed;
}
