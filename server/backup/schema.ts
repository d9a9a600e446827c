import { escapeIdentifier } from 'pg';
import type { Session } from '../db/session.ts';
import { BackupError, type Manifest } from './format.ts';

/** The manifest has the migrations; functions are the restoring version's; counts are over in an hour, and files are checked again. */
const LEFT_OUT = ['migrations', 'applied_functions', 'rate_limits', 'import_jobs', 'import_job_chunks'];

/** What a backup has of the current schema; not the columns that are computed. */
export async function keptBy(
  session: Pick<Session, 'rows'>,
): Promise<{ tables: Manifest['tables']; sequences: string[] }> {
  const tables = await session.rows(
    `select relname as name, greatest(reltuples, 0)::float8 as rows, array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> all($1::text[])
      order by relname`,
    [LEFT_OUT],
  );
  const sequences = await session.rows(
    'select sequencename as name from pg_sequences where schemaname = current_schema() order by sequencename',
  );
  return {
    tables: tables.map(({ name, rows, columns }) => ({
      name: String(name),
      columns: Array.isArray(columns) ? columns.map(String) : [],
      rows: Number(rows),
    })),
    sequences: sequences.map(({ name }) => String(name)),
  };
}

/** Only what a backup of the current schema has: a name in a file must reach no other table. @throws {BackupError} */
export async function refuseUnlessKept(session: Session, { tables, sequences }: Manifest): Promise<void> {
  const kept = await keptBy(session);
  const given = namesIn(
    tables,
    sequences.map(({ name }) => name),
  );
  if (new Set(given).size < given.length || !new Set(given).isSubsetOf(new Set(namesIn(kept.tables, kept.sequences))))
    throw new BackupError('the backup has tables or columns that no backup of a shop has');
}

function namesIn(tables: Manifest['tables'], sequences: readonly string[]): string[] {
  const columns = tables.flatMap(({ name, columns }) => ['', ...columns].map((column) => [name, column]));
  return [...columns, ...sequences].map((name) => JSON.stringify(name));
}

/** Takes indexes and foreign keys off the current schema, so that rows load faster. Returns what puts them back, and checks the keys. */
export async function suspendChecks(session: Session): Promise<() => Promise<void>> {
  const keys = await session.rows(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  const indexes = await session.rows(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = current_schema()::regnamespace
        and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const key of keys) await session.script(`alter table ${String(key.table)} drop constraint ${String(key.name)}`);
  for (const { name } of indexes) await session.script(`drop index ${String(name)}`);
  return async () => {
    for (const { definition } of indexes) await session.script(String(definition));
    for (const { table, name, definition } of keys) {
      await session.script(`alter table ${String(table)} add constraint ${String(name)} ${String(definition)}`);
    }
  };
}

/** Moves tables and functions of `from` in place of those of the same names in `to`; fails when others made views on the shop's tables. */
export async function replaceTables(session: Session, from: string, to: string): Promise<void> {
  const [source, target] = [escapeIdentifier(from), escapeIdentifier(to)];
  const namesOf = async (query: string): Promise<string[]> =>
    (await session.rows(query, [from, to])).map(({ name }) => String(name));
  const triggers = await namesOf(
    `select format('%I on %s', tgname, tgrelid::regclass) as name from pg_trigger
      join pg_class old on old.oid = tgrelid and old.relnamespace = $2::regnamespace
      join pg_class new on new.relname = old.relname and new.relnamespace = $1::regnamespace
      where not tgisinternal`,
  );
  const routines = await namesOf(
    `select distinct old.oid::regprocedure::text as name from pg_proc old join pg_proc new using (proname)
      where old.pronamespace = $2::regnamespace and new.pronamespace = $1::regnamespace`,
  );
  const tables = await namesOf(
    `select old.oid::regclass::text as name from pg_class old join pg_class new using (relname, relkind)
      where relkind = 'r' and old.relnamespace = $2::regnamespace and new.relnamespace = $1::regnamespace`,
  );
  for (const trigger of triggers) await session.script(`drop trigger ${trigger}`);
  // With indexes of the tables that go too.
  if (routines.length > 0) await session.script(`drop routine ${routines.join(', ')} cascade`);
  if (tables.length > 0) await session.script(`drop table ${tables.join(', ')}`);

  const newTables = await namesOf(
    `select quote_ident(relname) as name from pg_class
      where relkind = 'r' and relnamespace = $1::regnamespace and $2 <> ''`,
  );
  const newRoutines = await namesOf(
    `select oid::regprocedure::text as name from pg_proc where pronamespace = $1::regnamespace and $2 <> ''`,
  );
  for (const name of newTables) await session.script(`alter table ${name} set schema ${target}`);
  await session.script(`set local search_path to ${target}, ${source}`);
  for (const name of newRoutines) await session.script(`alter routine ${name} set schema ${target}`);
  // Fails when a migration makes something that is not moved above.
  await session.script(`drop schema ${source}; set local search_path to ${target}`);
  for (const table of tables) await session.script(`analyze ${table}`);
}
