import { escapeIdentifier } from 'pg';
import type { Session } from '../db/connect.ts';
import { BackupError, type Manifest } from './format.ts';

/** Not backed up. The manifest has the migrations, functions are those of the version, and files are checked again. */
const LEFT_OUT = ['migrations', 'applied_functions', 'rate_limits', 'import_jobs', 'import_job_chunks'];

type Kept = Pick<Manifest, 'tables' | 'sequences'>;

/** What a backup has of the current schema; not the columns that are computed. */
export async function keptBy(session: Pick<Session, 'rows'>): Promise<Kept> {
  const tables = await session.rows<Kept['tables'][number]>(
    `select relname as name, array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns, greatest(reltuples, 0)::float8 as rows
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> all($1::text[])
      order by relname`,
    [LEFT_OUT],
  );
  const sequences = await session.rows<Kept['sequences'][number]>(
    `select sequencename as name, coalesce(last_value, start_value)::text as "lastValue",
        last_value is not null as "isCalled"
      from pg_sequences where schemaname = current_schema() order by sequencename`,
  );
  return { tables, sequences };
}

/** Only what a backup of the current schema has: a name in a file must reach no other table. @throws {BackupError} */
export async function refuseUnlessKept(session: Session, manifest: Manifest): Promise<void> {
  const kept = new Set(namesIn(await keptBy(session)));
  const given = namesIn(manifest);
  if (new Set(given).size < given.length || !new Set(given).isSubsetOf(kept))
    throw new BackupError('the backup has tables or columns that no backup of a shop has');
}

function namesIn({ tables, sequences }: Kept): string[] {
  const columns = tables.flatMap(({ name, columns }) => ['', ...columns].map((column) => [name, column]));
  return [...columns, ...sequences.map(({ name }) => name)].map((name) => JSON.stringify(name));
}

/** Drops indexes and foreign keys, so that rows load faster. Returns what makes them again and checks the keys. */
export async function suspendChecks(session: Session): Promise<() => Promise<void>> {
  // Keys come first, because they need indexes.
  const checks = await session.rows<{ suspend: string; resume: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as suspend,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as resume
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
      union all
      select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = current_schema()::regnamespace
        and not exists (select from pg_constraint where conindid = indexrelid)
      order by suspend`,
  );
  for (const { suspend } of checks) await session.script(suspend);
  return async () => {
    for (const { resume } of checks.toReversed()) await session.script(resume);
  };
}

/** Replaces tables and functions of `to` by those of `from`. Fails when others have made views on them. */
export async function replaceTables(session: Session, from: string, to: string): Promise<void> {
  const [source, target] = [escapeIdentifier(from), escapeIdentifier(to)];
  /** Executes the statements that a query writes. */
  const execute = async (query: string): Promise<void> => {
    const statements = await session.rows<{ statement: string }>(query, [from, to]);
    for (const { statement } of statements) await session.script(statement);
  };
  await execute(
    `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement from pg_trigger
      join pg_class old on old.oid = tgrelid and old.relnamespace = $2::regnamespace
      join pg_class new on new.relname = old.relname and new.relnamespace = $1::regnamespace
      where not tgisinternal`,
  );
  // With indexes of the tables that go too.
  await execute(
    `select 'drop routine ' || string_agg(distinct old.oid::regprocedure::text, ', ') || ' cascade' as statement
      from pg_proc old join pg_proc new using (proname)
      where old.pronamespace = $2::regnamespace and new.pronamespace = $1::regnamespace having count(*) > 0`,
  );
  await execute(
    `select 'drop table ' || string_agg(old.oid::regclass::text, ', ') as statement
      from pg_class old join pg_class new using (relname, relkind)
      where relkind = 'r' and old.relnamespace = $2::regnamespace and new.relnamespace = $1::regnamespace
      having count(*) > 0`,
  );
  await execute(
    `select format('analyze %1$s; alter table %1$s set schema %2$I', oid::regclass, $2::text) as statement
      from pg_class where relkind = 'r' and relnamespace = $1::regnamespace`,
  );
  await session.script(`set local search_path to ${target}, ${source}`);
  await execute(
    `select format('alter routine %s set schema %I', oid::regprocedure, $2::text) as statement
      from pg_proc where pronamespace = $1::regnamespace`,
  );
  // Fails when a migration makes something that is not moved above.
  await session.script(`drop schema ${source}; set local search_path to ${target}`);
}
