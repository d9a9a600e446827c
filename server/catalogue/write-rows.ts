import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import pMap, { pMapSkip } from 'p-map';
import { type CatalogueRow, type GivenRow, imageKind } from '../../domain/catalogue/catalogue-file.ts';
import { type Dangers, noteDanger, noteDangers } from '../../domain/catalogue/import-dangers.ts';
import { nearIds } from '../../domain/catalogue/product-id.ts';
import { PRODUCT_ID_PATTERN } from '../../domain/catalogue/product.ts';
import { CATALOGUE_COLUMNS, type CatalogueColumn } from '../../domain/catalogue/product-columns.ts';
import { type Actor, operatorOf } from '../db/audit.ts';
import type { Tables } from '../db/tables.ts';
import type { Images } from '../images/images.ts';
import {
  IN_ORDER,
  type StoredColumns,
  type StoredRow,
  catalogueRowOf,
  columnsOf,
  stockOf,
  wholeRow,
} from './tables.ts';

/** Rows in one statement: few enough that preparing it blocks other requests for some 10 ms only. */
export const STATEMENT_ROWS = 500;

export async function storedRows(executor: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, StoredRow>> {
  const possible = sql<string>`any(${ids.filter((id) => PRODUCT_ID_PATTERN.test(id))}::text[])`;
  const rows = await executor.selectFrom('products').selectAll().select(stockOf()).where('id', '=', possible).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export function isSame(before: StoredColumns, after: StoredColumns): boolean {
  return columnsIn(after).every((column) => before[column] === after[column]);
}

function columnsIn(row: StoredColumns) {
  return Object.keys(row) as (keyof StoredColumns)[];
}

/** Of the table of products. */
function writtenColumns(row: StoredColumns) {
  return columnsIn(row).filter((column) => column !== 'stock');
}

/** Rows as an SQL table: one parameter for any number of them. */
function asTable(rows: readonly StoredColumns[]) {
  return sql`jsonb_populate_recordset(null::products, ${JSON.stringify(rows)}::jsonb)`;
}

export async function updateRows(trx: Kysely<Tables>, rows: readonly StoredColumns[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const changing = writtenColumns(first).filter((name) => name !== 'id');
  const set = sql.join(changing.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`));
  await sql`
    update products set ${set}, updated_at = now()
    from ${asTable(rows)} as given where products.id = given.id`.execute(trx);
}

export async function insertRows(trx: Kysely<Tables>, rows: readonly StoredColumns[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = sql.join(writtenColumns(first).map((name) => sql.ref(name)));
  await sql`
    insert into products (${names})
    select ${names} from ${asTable(rows)} with ordinality order by ordinality`.execute(trx);
}

/** Who counts, and how many are few (`move_stock`). */
export interface Counting {
  by: Actor;
  low: number;
}

/** Each `from` what was read of it; what was sold since stays so. Null: not counted. */
export async function countStock(
  trx: Kysely<Tables>,
  counts: readonly { id: string; from: number | null; to: number | null }[],
  { by, low }: Counting,
): Promise<void> {
  const changed = counts.filter(({ from, to }) => from !== to);
  if (changed.length === 0) return;
  await sql`select count_stock(${JSON.stringify(changed)}::jsonb, ${low}, ${operatorOf(by)})`.execute(trx);
}

export type ImportSummary = Record<'added' | 'changed' | 'unchanged' | 'removed', number>;

/** What a file says of a product. `isNew`: its id was made for it, so that nobody else's product may have it. */
export type ImportRow = GivenRow & { id: string; isNew?: boolean };

/** Somebody has changed the shop since the rows were checked. */
export class OutdatedRows extends Error {
  constructor(what: string) {
    super(`${what} Nothing was changed: check the file again.`);
  }
}

type NamedProduct = Pick<CatalogueRow, 'id' | 'name'>;

/** The first of each kind. */
export interface NamedChanges {
  added: NamedProduct[];
  changed: (NamedProduct & { fields: { column: CatalogueColumn; from: string; to: string }[] })[];
  removed: NamedProduct[];
  /** An older version has not stored them. */
  dangers?: Dangers;
}

const NAMED = 100;

/** So many ids that are nearly others are no misspelt ones. */
const MAX_NEW_IDS = 2_000;

export type Comparison = Awaited<ReturnType<typeof compareRows>>;

export interface CompareOptions {
  /** What is not among the rows is removed. */
  replace?: boolean;
  onProgress?: (done: number) => void;
}

/** What these rows change; with `write`, by whom it says, it is done. Each id must be unique. */
export async function compareRows(
  executor: Kysely<Tables>,
  rows: readonly ImportRow[],
  { replace = false, onProgress, write = null }: CompareOptions & { write?: Counting | null } = {},
) {
  const summary: ImportSummary = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  const dangers: Dangers = {};
  const changes: NamedChanges = { added: [], changed: [], removed: [], dangers };
  const newProducts = new Map<string, string>();
  for (let at = 0; at < rows.length; at += STATEMENT_ROWS) {
    const given = rows.slice(at, at + STATEMENT_ROWS);
    const ids = given.map(({ id }) => id);
    const stored = await storedRows(executor, ids);
    const added: StoredColumns[] = [];
    const changed: { before: StoredRow; after: StoredColumns }[] = [];
    for (const row of given) {
      const before = stored.get(row.id);
      const whole = wholeRow(row, before);
      if (!whole) throw new OutdatedRows(`The shop has no product ${row.id} any more.`);
      if (row.isNew && before) throw new OutdatedRows(`The shop has a product ${row.id} by now.`);
      const after = columnsOf(whole);
      if (!before) added.push(after);
      else if (!isSame(before, after)) changed.push({ before, after });
      else continue;
      noteDangers(dangers, before ? catalogueRowOf(before) : null, whole);
      if (!before && newProducts.size <= MAX_NEW_IDS) newProducts.set(row.id, whole.name);
    }
    if (write) {
      const all = changed.map(({ after }) => after);
      await updateRows(executor, all);
      await insertRows(executor, added);
      const counts = changed.map(({ before, after }) => ({ id: after.id, from: before.stock, to: after.stock }));
      await countStock(executor, [...counts, ...added.map(({ id, stock }) => ({ id, from: null, to: stock }))], write);
    }
    summary.added += added.length;
    summary.changed += changed.length;
    summary.unchanged += given.length - added.length - changed.length;
    changes.added.push(...added.slice(0, NAMED - changes.added.length).map(named));
    changes.changed.push(...changed.slice(0, NAMED - changes.changed.length).map(changedFields));
    onProgress?.(at + given.length);
  }
  const isLookedAt = !write && newProducts.size > 0 && newProducts.size <= MAX_NEW_IDS;
  const near = isLookedAt ? nearIds([...newProducts.keys()]) : null;
  if (replace || near) {
    const inFile = new Set(rows.map(({ id }) => id));
    for await (const batch of namedProducts(executor)) {
      const others = batch.filter(({ id }) => !inFile.has(id));
      for (const other of others) {
        const id = near?.(other.id) ?? '';
        const name = newProducts.get(id);
        if (name !== undefined)
          noteDanger(dangers, 'id', { id, name, what: `the shop has ${other.name} (${other.id})` });
      }
      if (!replace) continue;
      const ids = others.map(({ id }) => id);
      if (write) await sql`delete from products where id = any(${ids}::text[])`.execute(executor);
      summary.removed += others.length;
      changes.removed.push(...others.slice(0, NAMED - changes.removed.length).map(named));
    }
  }
  return { summary, changes };
}

/** Of all products, in batches: what tells one from the others. */
export function namedProducts(executor: Kysely<Tables>) {
  return inBatches(executor.selectFrom('products').select(['id', 'name', 'weight', 'unit', 'position']));
}

/** Products in the catalogue's order. They may be removed meanwhile. */
export async function* inBatches<Row extends { position: number }>(query: SelectQueryBuilder<Tables, 'products', Row>) {
  for (let after = 0; ;) {
    const batch = await query.where(IN_ORDER, '>', after).orderBy(IN_ORDER).limit(STATEMENT_ROWS).execute();
    const last = batch.at(-1);
    if (!last) return;
    after = last.position;
    yield batch;
  }
}

function named({ id, name }: NamedProduct): NamedProduct {
  return { id, name };
}

function changedFields({ before, after }: { before: StoredRow; after: StoredColumns }) {
  const [old, next] = [catalogueRowOf(before), catalogueRowOf(after)];
  const fields = CATALOGUE_COLUMNS.filter((column) => old[column] !== next[column]);
  return {
    ...named(after),
    fields: fields.map((column) => ({ column, from: String(old[column]), to: String(next[column]) })),
  };
}

const PARALLEL_LOOKUPS = 16;

/** Pictures that products already have are not checked. */
export async function missingPictures(
  addresses: ReadonlySet<string>,
  { kysely, images }: { kysely: Kysely<Tables>; images: Pick<Images, 'has'> },
): Promise<Set<string>> {
  const own = [...addresses].filter((address) => imageKind(address) === 'own');
  if (own.length === 0) return new Set();
  const { rows: shown } = await sql<{ image: string }>`
    select distinct image from products
    join jsonb_array_elements_text(${JSON.stringify(own)}::jsonb) as asked(address) on asked.address = image`.execute(
    kysely,
  );
  const existing = new Set(shown.map(({ image }) => image));
  const unknown = own.filter((address) => !existing.has(address));
  const find = async (address: string) => ((await images.has(address)) ? pMapSkip : address);
  return new Set(await pMap(unknown, find, { concurrency: PARALLEL_LOOKUPS }));
}
