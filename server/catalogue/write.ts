/**
 * Changing the catalogue: imports, single changes, removals. Each is one transaction that notifies all processes on
 * commit.
 */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Product } from '../../domain/product.ts';
import type { CatalogueRow, ParsedCatalogueRow } from '../../domain/catalogue-file.ts';
import { PRODUCT_ID_PATTERN } from '../../domain/product.ts';
import { audit } from '../db/audit.ts';
import type { Actor } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { STORED_COLUMNS, STORED_TYPES, asRecordset, catalogueRowOf, columnsOf, namesOf, productOf } from './rows.ts';
import type { StoredColumns } from './rows.ts';
import { createSearchIndexWriter, INDEXED_COLUMNS } from './search-index.ts';
import type { SearchIndexWriter } from './search-index.ts';

/** Rows in one statement: few enough that the embedded database does not block our thread for long. */
const STATEMENT_ROWS = 500;

/** From this number of imported products on, the database's statistics are updated. */
const ANALYZE_FROM = 1_000;

/** Makes writers wait for each other; readers never wait. The number is arbitrary. */
const WRITE_LOCK = 7_361_402_119;

/** How many products an import adds, changes, leaves unchanged and removes. */
export interface ImportSummary {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

export interface ImportOptions {
  /** Also removes products that are not in the rows. */
  replace?: boolean;
  /** Changes nothing when the catalogue has products. */
  onlyWhenEmpty?: boolean;
  /** Only reports the changes. */
  dryRun?: boolean;
  actor?: Actor;
  /** Called after each batch with the number of finished rows. */
  onProgress?: (done: number) => void;
}

/** The result of changing one product. */
export type ChangeOutcome =
  | { kind: 'changed'; product: Product & Pick<StoredColumns, 'aliases'> }
  | { kind: 'unknown' }
  | { kind: 'refused'; reasons: string[] };

export interface CatalogueChanges {
  /**
   * Adds and changes products by id, all or nothing. New products come last, in the order of the rows; others keep
   * their position. Each id must be unique, and images must be imgUrls.
   */
  importRows(rows: readonly CatalogueRow[], options?: ImportOptions): Promise<ImportSummary>;
  /** Changes one product: `apply` returns the new row for the current one. It runs inside the transaction. */
  change(id: string, apply: (current: CatalogueRow) => ParsedCatalogueRow): Promise<ChangeOutcome>;
  /** Indexes products that an older version of the shop has stored, for suggestions. Returns their number. */
  indexOldProducts(): Promise<number>;
  /** Removes one product; false when it does not exist. Orders keep their copy of it. */
  remove(id: string): Promise<boolean>;
}

type StoredRow = StoredColumns & { position: number };

export function createCatalogueChanges({ kysely }: Pick<Database, 'kysely'>): CatalogueChanges {
  /** A transaction that excludes other writers. */
  function write<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    return retrySerializationFailures(() =>
      kysely.transaction().execute(async (trx) => {
        // An import can wait for another one, and can take long itself.
        await sql`set local statement_timeout = 0`.execute(trx);
        await sql`select pg_advisory_xact_lock(${WRITE_LOCK}::bigint)`.execute(trx);
        return work(trx);
      }),
    );
  }

  return {
    async importRows(rows, options = {}) {
      const summary = await write((trx) => importAll(trx, rows, options));
      if (!options.dryRun && summary.added + summary.changed > ANALYZE_FROM) {
        // Updates the statistics, so that the next query is planned for the new catalogue.
        await sql`analyze products, search_blocks, suggestion_texts, word_deletions`.execute(kysely);
      }
      return summary;
    },

    change: (id, apply) =>
      write(async (trx): Promise<ChangeOutcome> => {
        const stored = PRODUCT_ID_PATTERN.test(id) ? (await storedRows(trx, [id])).get(id) : undefined;
        if (!stored) return { kind: 'unknown' };
        const before = catalogueRowOf(stored);
        const applied = apply(before);
        if (!applied.ok) return { kind: 'refused', reasons: applied.reasons };
        const changed = columnsOf({ ...applied.row, id }, stored);
        if (isSame(stored, changed)) return { kind: 'changed', product: operatorProduct(stored) };
        const blocks = createSearchIndexWriter(trx);
        await updateRows(trx, [changed]);
        await blocks.add({ ...changed, position: stored.position });
        await blocks.flush();
        const details = { before, after: catalogueRowOf(changed) };
        await audit(trx, { actor: 'operator', action: 'products.set', subject: id, details });
        await notify(trx, 'products');
        return { kind: 'changed', product: operatorProduct(changed) };
      }),

    async indexOldProducts() {
      const isLeft = () => kysely.selectFrom('products_to_index').select('position').limit(1).executeTakeFirst();
      let indexed = 0;
      // Looked up without the writers' lock: a start must not wait for another process's import.
      while (await isLeft()) indexed += await write(indexBatch);
      return indexed;
    },

    remove: (id) =>
      write(async (trx) => {
        if (!PRODUCT_ID_PATTERN.test(id)) return false;
        const removed = await trx
          .deleteFrom('products')
          .where('id', '=', id)
          .returning([...STORED_COLUMNS, 'position'])
          .executeTakeFirst();
        if (!removed) return false;
        await trx.deleteFrom('suggestion_texts').where('position', '=', removed.position).execute();
        const details = { before: catalogueRowOf(removed) };
        await audit(trx, { actor: 'operator', action: 'products.remove', subject: id, details });
        await notify(trx, 'products');
        return true;
      }),
  };
}

function operatorProduct(row: StoredColumns): Product & Pick<StoredColumns, 'aliases'> {
  return { ...productOf(row), aliases: row.aliases };
}

async function importAll(
  trx: Transaction<Tables>,
  rows: readonly CatalogueRow[],
  { replace = false, onlyWhenEmpty = false, dryRun = false, actor = 'operator', onProgress }: ImportOptions,
): Promise<ImportSummary> {
  const summary: ImportSummary = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  if (onlyWhenEmpty && (await hasProducts(trx))) return summary;
  const blocks = createSearchIndexWriter(trx);
  for (let at = 0; at < rows.length; at += STATEMENT_ROWS) {
    await importBatch(trx, rows.slice(at, at + STATEMENT_ROWS), { blocks, summary, dryRun });
    onProgress?.(Math.min(at + STATEMENT_ROWS, rows.length));
    // The embedded database runs on our thread and never pauses. This pause lets other requests run.
    await setImmediate();
  }
  await blocks.flush();
  if (replace) summary.removed = await removeOthers(trx, rows, dryRun);
  if (!dryRun && summary.added + summary.changed + summary.removed > 0) {
    await audit(trx, { actor, action: 'products.import', subject: '*', details: { ...summary } });
    await notify(trx, 'products');
  }
  return summary;
}

async function indexBatch(trx: Transaction<Tables>): Promise<number> {
  const { rows: taken } = await sql<{ position: number }>`
    delete from products_to_index where position in (
      select position from products_to_index order by position limit ${STATEMENT_ROWS}
    ) returning position`.execute(trx);
  const positions = taken.map(({ position }) => position);
  const rows = await trx
    .selectFrom('products')
    .select([...INDEXED_COLUMNS, 'position'])
    .where(sql<boolean>`(position / 128, position) in (
      select position / 128, position from unnest(${positions}::bigint[]) as taken(position)
    )`)
    .execute();
  const blocks = createSearchIndexWriter(trx);
  for (const row of rows) await blocks.add(row);
  await blocks.flush();
  return taken.length;
}

async function hasProducts(trx: Transaction<Tables>): Promise<boolean> {
  return (await trx.selectFrom('products').select('id').limit(1).executeTakeFirst()) !== undefined;
}

interface ImportInProgress {
  blocks: SearchIndexWriter;
  summary: ImportSummary;
  dryRun: boolean;
}

async function importBatch(
  trx: Transaction<Tables>,
  given: readonly CatalogueRow[],
  run: ImportInProgress,
): Promise<void> {
  const { blocks, summary, dryRun } = run;
  const stored = await storedRows(
    trx,
    given.map(({ id }) => id),
  );
  const rows = given.map((row) => columnsOf(row, stored.get(row.id)));
  const added = rows.filter(({ id }) => !stored.has(id));
  const changed = rows.filter((row) => {
    const before = stored.get(row.id);
    return before !== undefined && !isSame(before, row);
  });
  summary.added += added.length;
  summary.changed += changed.length;
  summary.unchanged += rows.length - added.length - changed.length;
  if (dryRun) return;
  await updateRows(trx, changed);
  const positions = await insertRows(trx, added);
  for (const row of [...changed, ...added]) {
    const before = stored.get(row.id);
    const position = before?.position ?? positions.get(row.id);
    if (position !== undefined && !(before && isIndexedSame(before, row))) await blocks.add({ ...row, position });
  }
}

async function storedRows(trx: Transaction<Tables>, ids: readonly string[]): Promise<Map<string, StoredRow>> {
  const rows = await trx
    .selectFrom('products')
    .select([...STORED_COLUMNS, 'position'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function isSame(before: StoredColumns, after: StoredColumns): boolean {
  return STORED_COLUMNS.every((column) => before[column] === after[column]);
}

/** Whether a change leaves the search index as it is. */
function isIndexedSame(before: StoredColumns, after: StoredColumns): boolean {
  return INDEXED_COLUMNS.every((column) => before[column] === after[column]);
}

async function updateRows(trx: Transaction<Tables>, rows: readonly StoredColumns[]): Promise<void> {
  if (rows.length === 0) return;
  const changing = STORED_COLUMNS.filter((name) => name !== 'id');
  const set = sql.join(changing.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`));
  await sql`
    update products set ${set}, updated_at = now()
    from ${asRecordset(STORED_TYPES, rows, sql`given`)} where products.id = given.id`.execute(trx);
}

/** Adds rows at the end of the catalogue, in their order. Returns their positions by id. */
async function insertRows(trx: Transaction<Tables>, rows: readonly StoredColumns[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const names = namesOf(STORED_TYPES);
  const { rows: inserted } = await sql<{ id: string; position: number }>`
    insert into products (${names})
    select ${names} from rows from (${asRecordset(STORED_TYPES, rows)}) with ordinality as given(${names}, line)
    order by line
    returning id, position`.execute(trx);
  return new Map(inserted.map(({ id, position }) => [id, position]));
}

/** Removes products that are not in the rows, and search blocks without products. */
async function removeOthers(trx: Transaction<Tables>, rows: readonly CatalogueRow[], dryRun: boolean): Promise<number> {
  const kept = sql`jsonb_array_elements_text(${JSON.stringify(rows.map(({ id }) => id))}::jsonb) as kept(id)`;
  const others = sql`products where not exists (select 1 from ${kept} where kept.id = products.id)`;
  if (dryRun) {
    const { rows: counted } = await sql<{ removed: number }>`select count(*) as removed from ${others}`.execute(trx);
    return counted[0]?.removed ?? 0;
  }
  const { numAffectedRows = 0n } = await sql`delete from ${others}`.execute(trx);
  if (numAffectedRows > 0n) {
    await sql`
      delete from suggestion_texts where not exists (
        select 1 from products
        where products.position / 128 = suggestion_texts.position / 128 and products.position = suggestion_texts.position
      )`.execute(trx);
    await sql`
      delete from search_blocks using (
        select block from (select distinct block from search_blocks) as known
        where not exists (
          select 1 from products where position / 128 >= block::bigint * 64 and position / 128 < (block::bigint + 1) * 64
        )
      ) as empty where search_blocks.block = empty.block`.execute(trx);
  }
  return Number(numAffectedRows);
}
