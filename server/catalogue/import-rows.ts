/** An import of rows: in its one transaction, or in many short ones. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { CatalogueRow } from '../../domain/catalogue-file.ts';
import { audit } from '../db/audit.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { othersThan } from './compare.ts';
import { batchesOf } from './packed-rows.ts';
import { letOthersGoFirst } from './pauses.ts';
import { columnsOf } from './rows.ts';
import type { StoredColumns } from './rows.ts';
import { createSearchIndexWriter, removeEmptyBlocks } from './search-index.ts';
import { beginNext, endVersions, replaceVersions, switchToNext, tidyUp } from './versions.ts';
import type { ImportOptions, ImportSummary } from './write.ts';
import { STATEMENT_ROWS, insertRows, isIndexedSame, isSame, storedRows, updateRows } from './write-rows.ts';
import type { StoredRow } from './write-rows.ts';

/** Rows in one short transaction: few enough that other queries wait for some 10 ms only. */
const STEP_ROWS = 150;

/** Imports the rows in the caller's transaction, writes the audit and notifies all processes. Each id must be unique. */
export async function importAll(
  trx: Transaction<Tables>,
  rows: Iterable<CatalogueRow>,
  options: ImportOptions,
): Promise<ImportSummary> {
  const summary = emptySummary();
  if (options.onlyWhenEmpty && (await hasProducts(trx))) return summary;
  const index = createSearchIndexWriter(trx);
  let done = 0;
  for (const given of batchesOf(rows, STATEMENT_ROWS)) {
    const { added, changed } = await compareBatch(trx, given, summary);
    await updateRows(
      trx,
      changed.map(({ row }) => row),
    );
    const positions = await insertRows(trx, added);
    for (const { before, row } of changed) {
      if (!isIndexedSame(before, row)) await index.add({ ...row, position: before.position });
    }
    for (const row of added) await index.add({ ...row, position: positionIn(positions, row) });
    options.onProgress?.((done += given.length));
    await letOthersGoFirst();
  }
  await index.flush();
  if (options.replace) {
    for await (const others of othersThan(trx, rows)) {
      const ids = others.map(({ id }) => id);
      const positions = others.map(({ position }) => position);
      await sql`delete from products where id = any(${ids}::text[])`.execute(trx);
      await sql`delete from suggestion_texts where position = any(${positions}::bigint[])`.execute(trx);
      summary.removed += others.length;
    }
    if (summary.removed > 0) await removeEmptyBlocks(trx);
  }
  await finish(trx, summary, options);
  return summary;
}

/**
 * Imports the rows in short transactions, between which other queries are served, into the next catalogue, and switches to it. What it
 * leaves behind when it is killed, `tidyUp` removes.
 */
export async function importInSteps(
  kysely: Kysely<Tables>,
  rows: Iterable<CatalogueRow>,
  options: ImportOptions,
): Promise<ImportSummary> {
  const summary = emptySummary();
  if (options.onlyWhenEmpty && (await hasProducts(kysely))) return summary;
  const counts = createCounts();
  const next = await beginNext(kysely);
  try {
    const index = createSearchIndexWriter(kysely);
    let done = 0;
    for (const given of batchesOf(rows, STEP_ROWS)) {
      const { added, changed } = await compareBatch(kysely, given, summary);
      const positions = await kysely.transaction().execute(async (trx) => {
        await replaceVersions(
          trx,
          changed.map(({ row }) => row),
          next,
        );
        return insertRows(trx, added, next);
      });
      for (const { before, row } of changed) {
        counts.add(before, -1);
        counts.add(row, 1);
        if (!isIndexedSame(before, row)) await index.add({ ...row, position: before.position }, { keepText: true });
      }
      for (const row of added) {
        counts.add(row, 1);
        await index.add({ ...row, position: positionIn(positions, row) });
      }
      options.onProgress?.((done += given.length));
      // The embedded database runs on our thread and never pauses. This pause lets other requests run.
      await letOthersGoFirst();
    }
    await index.flush();
    if (options.replace) {
      for await (const others of othersThan(kysely, rows)) {
        const ids = others.map(({ id }) => id);
        await endVersions(kysely, ids, next);
        for (const other of others) counts.add(other, -1);
        summary.removed += others.length;
      }
    }
    await kysely.transaction().execute(async (trx) => {
      await switchToNext(trx, { counts: counts.changes, hasOld: summary.changed + summary.removed > 0 });
      await finish(trx, summary, { ...options, at: next.at });
    });
  } catch (error) {
    // When that fails too, the next change or start does it.
    await tidyUp(kysely).catch(() => {});
    throw error;
  }
  await tidyUp(kysely);
  return summary;
}

function emptySummary(): ImportSummary {
  return { added: 0, changed: 0, unchanged: 0, removed: 0 };
}

async function hasProducts(executor: Kysely<Tables>): Promise<boolean> {
  return (await executor.selectFrom('products').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The rows that differ from the catalogue. */
async function compareBatch(executor: Kysely<Tables>, given: readonly CatalogueRow[], summary: ImportSummary) {
  const stored = await storedRows(
    executor,
    given.map(({ id }) => id),
  );
  const added: StoredColumns[] = [];
  const changed: { before: StoredRow; row: StoredColumns }[] = [];
  for (const one of given) {
    const before = stored.get(one.id);
    const row = columnsOf(one, before);
    if (!before) added.push(row);
    else if (!isSame(before, row)) changed.push({ before, row });
  }
  summary.added += added.length;
  summary.changed += changed.length;
  summary.unchanged += given.length - added.length - changed.length;
  return { added, changed };
}

function positionIn(positions: ReadonlyMap<string, number>, { id }: StoredColumns): number {
  const position = positions.get(id);
  if (position === undefined) throw new Error(`the product ${id} was not added`);
  return position;
}

async function finish(
  trx: Transaction<Tables>,
  summary: ImportSummary,
  { actor = 'operator', alongside, at }: ImportOptions & { at?: Date },
): Promise<void> {
  if (summary.added + summary.changed + summary.removed > 0) {
    const details = { ...summary };
    await audit(trx, { actor, action: 'products.import', subject: '*', details, ...(at && { at }) });
    await notify(trx, 'products');
  }
  await alongside?.(trx, summary);
}

/** By how many products the listings grow, as the triggers on product_versions count them. */
function createCounts() {
  const changes = new Map<string, number>();
  return {
    changes,
    add({ category, status, discount_bp }: Pick<StoredColumns, 'category' | 'status' | 'discount_bp'>, by: 1 | -1) {
      for (const listing of [category, status, 'all', ...(discount_bp > 0 ? ['offers'] : [])]) {
        changes.set(listing, (changes.get(listing) ?? 0) + by);
      }
    },
  };
}
