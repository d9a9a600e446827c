import type { Kysely } from 'kysely';
import { CATALOGUE_COLUMNS, type CatalogueColumn } from '../../domain/catalogue/product-columns.ts';
import type { CatalogueRow } from '../../domain/catalogue/catalogue-file.ts';
import type { Tables } from '../db/tables.ts';
import { IN_ORDER, type StoredColumns, catalogueRowOf } from './rows.ts';
import type { ImportOptions, ImportSummary } from './write.ts';
import { STATEMENT_ROWS, changesOf } from './write-rows.ts';

const NAMED = 100;

type NamedProduct = Pick<CatalogueRow, 'id' | 'name'>;

export interface NamedChanges {
  added: NamedProduct[];
  changed: (NamedProduct & { fields: { column: CatalogueColumn; from: string; to: string }[] })[];
  removed: NamedProduct[];
}

export interface Comparison {
  summary: ImportSummary;
  changes: NamedChanges;
}

export async function compareRows(
  kysely: Kysely<Tables>,
  rows: readonly CatalogueRow[],
  { replace = false, onProgress }: Pick<ImportOptions, 'replace' | 'onProgress'> = {},
): Promise<Comparison> {
  const summary: ImportSummary = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  const changes: NamedChanges = { added: [], changed: [], removed: [] };
  let done = 0;
  for await (const batch of changesOf(kysely, rows)) {
    for (const { before, after, isSame } of batch) {
      const { id, name } = after;
      if (!before) {
        summary.added += 1;
        if (changes.added.length < NAMED) changes.added.push({ id, name });
      } else if (isSame) {
        summary.unchanged += 1;
      } else {
        summary.changed += 1;
        if (changes.changed.length < NAMED) changes.changed.push({ id, name, fields: changedFields(before, after) });
      }
    }
    onProgress?.((done += batch.length));
  }
  if (replace) {
    for await (const others of othersThan(kysely, rows)) {
      summary.removed += others.length;
      const named = others.slice(0, NAMED - changes.removed.length);
      changes.removed.push(...named.map(({ id, name }) => ({ id, name })));
    }
  }
  return { summary, changes };
}

/** In the catalogue's order and in batches. They may be removed meanwhile. */
export async function* othersThan(
  kysely: Kysely<Tables>,
  rows: readonly CatalogueRow[],
): AsyncGenerator<(NamedProduct & { position: number })[]> {
  const ids = new Set(rows.map(({ id }) => id));
  for (let after = 0; ;) {
    const batch = await kysely
      .selectFrom('products')
      .select(['id', 'name', 'position'])
      .where(IN_ORDER, '>', after)
      .orderBy(IN_ORDER)
      .limit(STATEMENT_ROWS)
      .execute();
    const last = batch.at(-1);
    if (!last) return;
    after = last.position;
    const others = batch.filter(({ id }) => !ids.has(id));
    if (others.length > 0) yield others;
  }
}

function changedFields(before: StoredColumns, after: StoredColumns) {
  const [old, next] = [catalogueRowOf(before), catalogueRowOf(after)];
  return CATALOGUE_COLUMNS.filter((column) => old[column] !== next[column]).map((column) => ({
    column,
    from: String(old[column]),
    to: String(next[column]),
  }));
}
