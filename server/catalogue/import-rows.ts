/** An import of rows, inside its transaction. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { CatalogueRow } from '../../domain/catalogue-file.ts';
import { audit } from '../db/audit.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { othersThan } from './compare.ts';
import { columnsOf } from './rows.ts';
import { createSearchIndexWriter } from './search-index.ts';
import type { SearchIndexWriter } from './search-index.ts';
import type { ImportOptions, ImportSummary } from './write.ts';
import { STATEMENT_ROWS, insertRows, isIndexedSame, isSame, storedRows, updateRows } from './write-rows.ts';

/** Imports the rows, writes the audit and notifies all processes. Each id must be unique. */
export async function importAll(
  trx: Transaction<Tables>,
  rows: readonly CatalogueRow[],
  { replace = false, onlyWhenEmpty = false, actor = 'operator', onProgress, alongside }: ImportOptions,
): Promise<ImportSummary> {
  const summary: ImportSummary = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  if (onlyWhenEmpty && (await hasProducts(trx))) return summary;
  const blocks = createSearchIndexWriter(trx);
  for (let at = 0; at < rows.length; at += STATEMENT_ROWS) {
    await importBatch(trx, rows.slice(at, at + STATEMENT_ROWS), { blocks, summary });
    onProgress?.(Math.min(at + STATEMENT_ROWS, rows.length));
    // The embedded database runs on our thread and never pauses. This pause lets other requests run.
    await setImmediate();
  }
  await blocks.flush();
  if (replace) summary.removed = await removeOthers(trx, rows);
  if (summary.added + summary.changed + summary.removed > 0) {
    await audit(trx, { actor, action: 'products.import', subject: '*', details: { ...summary } });
    await notify(trx, 'products');
  }
  await alongside?.(trx, summary);
  return summary;
}

async function hasProducts(trx: Transaction<Tables>): Promise<boolean> {
  return (await trx.selectFrom('products').select('id').limit(1).executeTakeFirst()) !== undefined;
}

interface ImportInProgress {
  blocks: SearchIndexWriter;
  summary: ImportSummary;
}

async function importBatch(
  trx: Transaction<Tables>,
  given: readonly CatalogueRow[],
  { blocks, summary }: ImportInProgress,
): Promise<void> {
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
  await updateRows(trx, changed);
  const positions = await insertRows(trx, added);
  for (const row of [...changed, ...added]) {
    const before = stored.get(row.id);
    const position = before?.position ?? positions.get(row.id);
    if (position !== undefined && !(before && isIndexedSame(before, row))) await blocks.add({ ...row, position });
  }
}

/** Removes products that are not in the rows, and search blocks without products. */
async function removeOthers(trx: Transaction<Tables>, rows: readonly CatalogueRow[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from ${othersThan(rows)}`.execute(trx);
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
