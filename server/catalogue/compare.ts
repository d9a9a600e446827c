/** What an import would change. Changes nothing, and holds no transaction, so that it never makes other queries wait. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { CATALOGUE_COLUMNS } from '../../domain/catalogue-file.ts';
import type { CatalogueColumn, CatalogueRow } from '../../domain/catalogue-file.ts';
import type { Tables } from '../db/tables.ts';
import { catalogueRowOf, columnsOf } from './rows.ts';
import type { StoredColumns } from './rows.ts';
import type { ImportOptions, ImportSummary } from './write.ts';
import { STATEMENT_ROWS, isSame, storedRows } from './write-rows.ts';

/** How many products of each kind are named. */
const NAMED = 100;

interface NamedProduct {
  id: string;
  name: string;
}

/** A product that an import changes, and which columns of the catalogue file. */
export interface ChangedProduct extends NamedProduct {
  fields: { column: CatalogueColumn; from: string; to: string }[];
}

/** The first 100 products of each kind. */
export interface NamedChanges {
  added: NamedProduct[];
  changed: ChangedProduct[];
  removed: NamedProduct[];
}

export interface Comparison {
  summary: ImportSummary;
  changes: NamedChanges;
}

/** Compares rows with the catalogue. Each id must be unique. */
export async function compareRows(
  kysely: Kysely<Tables>,
  rows: readonly CatalogueRow[],
  { replace = false, onProgress }: Pick<ImportOptions, 'replace' | 'onProgress'> = {},
): Promise<Comparison> {
  const summary: ImportSummary = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  const changes: NamedChanges = { added: [], changed: [], removed: [] };
  for (let at = 0; at < rows.length; at += STATEMENT_ROWS) {
    const given = rows.slice(at, at + STATEMENT_ROWS);
    const stored = await storedRows(
      kysely,
      given.map(({ id }) => id),
    );
    for (const row of given) {
      const { id, name } = row;
      const before = stored.get(id);
      const after = columnsOf(row, before);
      if (!before) {
        summary.added += 1;
        if (changes.added.length < NAMED) changes.added.push({ id, name });
      } else if (isSame(before, after)) {
        summary.unchanged += 1;
      } else {
        summary.changed += 1;
        if (changes.changed.length < NAMED) changes.changed.push({ id, name, fields: changedFields(before, after) });
      }
    }
    onProgress?.(Math.min(at + STATEMENT_ROWS, rows.length));
    // The embedded database runs on our thread and never pauses. This pause lets other requests run.
    await setImmediate();
  }
  if (replace) {
    const { rows: others } = await sql<NamedProduct & { removed: number }>`
      select id, name, count(*) over () as removed from ${othersThan(rows)} order by position limit ${NAMED}`.execute(
      kysely,
    );
    summary.removed = others[0]?.removed ?? 0;
    changes.removed = others.map(({ id, name }) => ({ id, name }));
  }
  return { summary, changes };
}

/** The products that are not in the rows: `products where …`. PostgreSQL makes a hash table of an array, whatever it thinks of its length. */
export function othersThan(rows: readonly CatalogueRow[]): RawBuilder<unknown> {
  return sql`products where id <> all(${rows.map(({ id }) => id)}::text[])`;
}

function changedFields(before: StoredColumns, after: StoredColumns): ChangedProduct['fields'] {
  const [old, next] = [catalogueRowOf(before), catalogueRowOf(after)];
  return CATALOGUE_COLUMNS.filter((column) => old[column] !== next[column]).map((column) => ({
    column,
    from: String(old[column]),
    to: String(next[column]),
  }));
}
