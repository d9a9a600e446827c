import { type Kysely, type Transaction, sql } from 'kysely';
import type { CatalogueRow } from '../../domain/catalogue/catalogue-file.ts';
import type { Tables } from '../db/tables.ts';
import { STORED_COLUMNS, STORED_TYPES, type StoredColumns, asRecordset, columnsOf, namesOf } from './rows.ts';

/** Rows in one statement: few enough that preparing it blocks other requests for some 10 ms only. */
export const STATEMENT_ROWS = 500;

export type StoredRow = StoredColumns & { position: number };

export async function storedRows(executor: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, StoredRow>> {
  const rows = await executor
    .selectFrom('products')
    .select([...STORED_COLUMNS, 'position'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface RowChange {
  before: StoredRow | undefined;
  after: StoredColumns;
  isSame: boolean;
}

export async function* changesOf(executor: Kysely<Tables>, rows: readonly CatalogueRow[]): AsyncGenerator<RowChange[]> {
  for (let at = 0; at < rows.length; at += STATEMENT_ROWS) {
    const given = rows.slice(at, at + STATEMENT_ROWS);
    const stored = await storedRows(
      executor,
      given.map(({ id }) => id),
    );
    yield given.map((row) => {
      const before = stored.get(row.id);
      const after = columnsOf(row, before);
      return { before, after, isSame: before !== undefined && isSame(before, after) };
    });
  }
}

export function isSame(before: StoredColumns, after: StoredColumns): boolean {
  return STORED_COLUMNS.every((column) => before[column] === after[column]);
}

export async function updateRows(trx: Transaction<Tables>, rows: readonly StoredColumns[]): Promise<void> {
  if (rows.length === 0) return;
  const changing = STORED_COLUMNS.filter((name) => name !== 'id');
  const set = sql.join(changing.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`));
  await sql`
    update products set ${set}, updated_at = now()
    from ${asRecordset(STORED_TYPES, rows, sql`given`)} where products.id = given.id`.execute(trx);
}

export async function insertRows(trx: Transaction<Tables>, rows: readonly StoredColumns[]): Promise<void> {
  if (rows.length === 0) return;
  const names = namesOf(STORED_TYPES);
  await sql`
    insert into products (${names})
    select ${names} from rows from (${asRecordset(STORED_TYPES, rows)}) with ordinality as given(${names}, line)
    order by line`.execute(trx);
}
