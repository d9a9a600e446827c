/** Each change is one transaction: it is seen at once, as a whole, and notifies all processes then. */
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import pLimit from 'p-limit';
import type { Product } from '../../domain/product.ts';
import type { CatalogueRow, ParsedCatalogueRow, RefusedRow } from '../../domain/catalogue-file.ts';
import { PRODUCT_ID_PATTERN } from '../../domain/product.ts';
import { audit } from '../db/audit.ts';
import type { Actor } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import { LOCKS } from '../db/locks.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { compareRows } from './compare.ts';
import type { Comparison } from './compare.ts';
import { importAll } from './import-rows.ts';
import { STORED_COLUMNS, catalogueRowOf, columnsOf, productOf } from './rows.ts';
import type { StoredColumns } from './rows.ts';
import { insertRows, isSame, storedRows, updateRows } from './write-rows.ts';

/** From this number of imported products on, the database's statistics are updated. */
const ANALYZE_FROM = 1_000;

export interface ImportSummary {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

export interface ImportOptions {
  replace?: boolean;
  onlyWhenEmpty?: boolean;
  dryRun?: boolean;
  actor?: Actor;
  /** Called after each batch with the number of finished rows. */
  onProgress?: (done: number) => void;
  /** Further work of the transaction. What it throws undoes the import. */
  alongside?: (trx: Transaction<Tables>, summary: ImportSummary) => Promise<void>;
}

export type OperatorProduct = Product & Pick<StoredColumns, 'aliases'>;

export type ChangeOutcome =
  | { kind: 'changed'; product: OperatorProduct }
  | { kind: 'unknown' }
  | ({ kind: 'refused' } & RefusedRow)
  | Conflict;

interface Conflict {
  kind: 'conflict';
  /** Who changed it last, and when; null when that is unknown. */
  by: Actor | null;
  at: Date | null;
}

export type AddOutcome = { kind: 'added'; product: OperatorProduct } | { kind: 'exists' };

export type Applied = ParsedCatalogueRow | 'conflict';

export interface CatalogueChanges {
  /** All or nothing. New products come last, in the order of the rows; others keep their position. Ids must be unique, images imgUrls. */
  importRows(rows: readonly CatalogueRow[], options?: ImportOptions): Promise<ImportSummary>;
  /** Changes one product: `apply` returns the new row for the current one. It runs inside the transaction. */
  change(id: string, apply: (current: Required<CatalogueRow>) => Applied, by?: Actor): Promise<ChangeOutcome>;
  add(row: CatalogueRow, by?: Actor): Promise<AddOutcome>;
  /** What `importRows` would change, and the first 100 products of each kind. */
  compare(rows: readonly CatalogueRow[], options?: Pick<ImportOptions, 'replace' | 'onProgress'>): Promise<Comparison>;
  /** Removes one product; false when it does not exist. Orders keep their copy of it. */
  remove(id: string, by?: Actor): Promise<boolean>;
}

export function createCatalogueChanges({ kysely }: Pick<Database, 'kysely'>): CatalogueChanges {
  /** Writers of this process, so that only one of them waits with a connection. */
  const oneAtATime = pLimit(1);

  function write<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    return oneAtATime(() =>
      retrySerializationFailures(() =>
        kysely.transaction().execute(async (trx) => {
          // An import can wait for that of another process, and can take long itself.
          await sql`set local statement_timeout = 0`.execute(trx);
          await sql`select pg_advisory_xact_lock(${LOCKS.catalogue}::bigint)`.execute(trx);
          const result = await work(trx);
          // Sorts new words into their indexes, so that no search has to read them one by one.
          await sql`select gin_clean_pending_list(index) from unnest(array['products_search', 'words_misspelt']::regclass[]) as index`.execute(
            trx,
          );
          return result;
        }),
      ),
    );
  }

  return {
    async importRows(rows, options = {}) {
      if (options.dryRun) return (await compareRows(kysely, rows, options)).summary;
      const summary = await write((trx) => importAll(trx, rows, options));
      if (summary.added + summary.changed > ANALYZE_FROM) {
        // Updates the statistics, so that the next query is planned for the new catalogue.
        await sql`analyze products, words`.execute(kysely);
      }
      return summary;
    },

    compare: (rows, options) => compareRows(kysely, rows, options),

    change: (id, apply, by = 'operator') =>
      write(async (trx): Promise<ChangeOutcome> => {
        const stored = PRODUCT_ID_PATTERN.test(id) ? (await storedRows(trx, [id])).get(id) : undefined;
        if (!stored) return { kind: 'unknown' };
        const before = catalogueRowOf(stored);
        const applied = apply(before);
        if (applied === 'conflict') return { kind: 'conflict', ...(await lastChange(trx, id)) };
        if (!applied.ok) return { kind: 'refused', reasons: applied.reasons, byField: applied.byField };
        const changed = columnsOf({ ...applied.row, id }, stored);
        if (isSame(stored, changed)) return { kind: 'changed', product: operatorProduct(stored) };
        await updateRows(trx, [changed]);
        const details = { before, after: catalogueRowOf(changed) };
        await audit(trx, { actor: by, action: 'products.set', subject: id, details });
        await notify(trx, 'products');
        return { kind: 'changed', product: operatorProduct(changed) };
      }),

    add: (row, by = 'operator') =>
      write(async (trx): Promise<AddOutcome> => {
        if ((await storedRows(trx, [row.id])).size > 0) return { kind: 'exists' };
        const columns = columnsOf(row);
        await insertRows(trx, [columns]);
        await audit(trx, {
          actor: by,
          action: 'products.add',
          subject: row.id,
          details: { after: catalogueRowOf(columns) },
        });
        await notify(trx, 'products');
        return { kind: 'added', product: operatorProduct(columns) };
      }),

    remove: (id, by = 'operator') =>
      write(async (trx) => {
        if (!PRODUCT_ID_PATTERN.test(id)) return false;
        const removed = await trx
          .deleteFrom('products')
          .where('id', '=', id)
          .returning(STORED_COLUMNS)
          .executeTakeFirst();
        if (!removed) return false;
        const details = { before: catalogueRowOf(removed) };
        await audit(trx, { actor: by, action: 'products.remove', subject: id, details });
        await notify(trx, 'products');
        return true;
      }),
  };
}

function operatorProduct(row: StoredColumns): OperatorProduct {
  return { ...productOf(row), aliases: row.aliases };
}

/** Who changed a product last. A change and its audit entry have the time of their transaction. */
async function lastChange(trx: Transaction<Tables>, id: string): Promise<Pick<Conflict, 'by' | 'at'>> {
  const entry = await trx
    .selectFrom('audit')
    .innerJoin('products', 'products.updated_at', 'audit.at')
    .select(['actor', 'at'])
    .where('products.id', '=', id)
    .where('subject', 'in', [id, '*'])
    .where('action', 'like', 'products.%')
    .executeTakeFirst();
  return { by: entry?.actor ?? null, at: entry?.at ?? null };
}
