import { type Transaction, sql } from 'kysely';
import type { CatalogueRow } from '../../domain/catalogue/catalogue-file.ts';
import { audit } from '../db/audit.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { storedCategories } from './categories.ts';
import { othersThan } from './compare.ts';
import type { ImportOptions, ImportSummary } from './write.ts';
import { changesOf, insertRows, updateRows } from './write-rows.ts';

/** Another operator has removed it since the rows were checked. */
export class CategoryGone extends Error {}

/** Each id must be unique. @throws {CategoryGone} */
export async function importAll(
  trx: Transaction<Tables>,
  given: readonly CatalogueRow[],
  { replace, onlyWhenEmpty, actor = 'operator', onProgress, alongside }: ImportOptions,
): Promise<ImportSummary> {
  const summary: ImportSummary = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  if (onlyWhenEmpty && (await trx.selectFrom('products').select('id').limit(1).executeTakeFirst())) return summary;
  const groups = new Map((await storedCategories(trx)).map(({ id, group }) => [id, group]));
  const rows = given.map((row) => {
    const type = groups.get(row.category);
    if (type) return type === row.type ? row : { ...row, type };
    throw new CategoryGone(
      `The shop has no category ${row.category} any more. Nothing was changed: check the file again.`,
    );
  });
  let done = 0;
  for await (const batch of changesOf(trx, rows)) {
    const added = batch.flatMap(({ before, after }) => (before ? [] : after));
    const changed = batch.flatMap(({ before, after, isSame }) => (before && !isSame ? after : []));
    await updateRows(trx, changed);
    await insertRows(trx, added);
    summary.added += added.length;
    summary.changed += changed.length;
    summary.unchanged += batch.length - added.length - changed.length;
    onProgress?.((done += batch.length));
  }
  if (replace) {
    for await (const others of othersThan(trx, rows)) {
      const ids = others.map(({ id }) => id);
      await sql`delete from products where id = any(${ids}::text[])`.execute(trx);
      summary.removed += others.length;
    }
  }
  if (summary.added + summary.changed + summary.removed > 0) {
    await audit(trx, { actor, action: 'products.import', subject: '*', details: { ...summary } });
    await notify(trx, 'products');
  }
  await alongside?.(trx, summary);
  return summary;
}
