/** Reading and writing rows of the table of products. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { STORED_COLUMNS, STORED_TYPES, asRecordset, namesOf } from './rows.ts';
import type { StoredColumns } from './rows.ts';
import { INDEXED_COLUMNS } from './search-index.ts';
import type { NextCatalogue } from './versions.ts';

/** Rows in one statement: few enough that the embedded database does not block our thread for long. */
export const STATEMENT_ROWS = 500;

export type StoredRow = StoredColumns & { position: number };

/** The products with these ids, by id. */
export async function storedRows(executor: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, StoredRow>> {
  const rows = await executor
    .selectFrom('products')
    .select([...STORED_COLUMNS, 'position'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether a change changes nothing. */
export function isSame(before: StoredColumns, after: StoredColumns): boolean {
  return STORED_COLUMNS.every((column) => before[column] === after[column]);
}

/** Whether a change leaves the search index as it is. */
export function isIndexedSame(before: StoredColumns, after: StoredColumns): boolean {
  return INDEXED_COLUMNS.every((column) => before[column] === after[column]);
}

export async function updateRows(trx: Transaction<Tables>, rows: readonly StoredColumns[]): Promise<void> {
  if (rows.length === 0) return;
  const changing = STORED_COLUMNS.filter((name) => name !== 'id');
  const set = sql.join(changing.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`));
  await sql`
    update products set ${set}, updated_at = now()
    from ${asRecordset(STORED_TYPES, rows, sql`given`)} where products.id = given.id`.execute(trx);
}

/** Adds rows at the end of the catalogue, in their order; to the next one when it is given. Returns their positions by id. */
export async function insertRows(
  trx: Transaction<Tables>,
  rows: readonly StoredColumns[],
  next: NextCatalogue | null = null,
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const names = namesOf(STORED_TYPES);
  const version = next ? sql`${next.number}::bigint, ${next.at}::timestamptz` : sql`0, now()`;
  const { rows: inserted } = await sql<{ id: string; position: number }>`
    insert into product_versions (${names}, made_by, updated_at)
    select ${names}, ${version} from rows from (${asRecordset(STORED_TYPES, rows)}) with ordinality as given(${names}, line)
    order by line
    returning id, position`.execute(trx);
  return new Map(inserted.map(({ id, position }) => [id, position]));
}
