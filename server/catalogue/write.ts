/** Each change is one transaction, and notifies all processes. */
import { type Transaction, sql } from 'kysely';
import pLimit from 'p-limit';
import { PRODUCT_ID_PATTERN, type Product } from '../../domain/catalogue/product.ts';
import { isSameValue, parseCatalogueRow } from '../../domain/catalogue/catalogue-file.ts';
import type { CatalogueRow, RefusedRow } from '../../domain/catalogue/catalogue-file.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import { LOCKS } from '../db/locks.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import type { Images } from '../images/images.ts';
import { storedCategories } from './categories.ts';
import { type Comparison, compareRows } from './compare.ts';
import { importAll } from './import-rows.ts';
import { imageFault, missingPictures } from './own-pictures.ts';
import { STORED_COLUMNS, type StoredColumns, catalogueRowOf, columnsOf, productOf } from './rows.ts';
import { insertRows, isSame, storedRows, updateRows } from './write-rows.ts';
import { CATALOGUE_COLUMNS, type CatalogueColumn } from '../../domain/catalogue/product-columns.ts';

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
  actor?: Actor;
  onProgress?: (done: number) => void;
  /** What it throws undoes the import. */
  alongside?: (trx: Transaction<Tables>, summary: ImportSummary) => Promise<void>;
}

type Fields = Readonly<Record<string, unknown>>;

export interface ChangeOptions {
  by?: Actor;
  /** What the operator saw before. When one of these has changed since then, nothing is set, and the outcome is a conflict. */
  base?: Readonly<Partial<Record<CatalogueColumn, unknown>>>;
}

export type OperatorProduct = Product & Pick<StoredColumns, 'aliases'>;

export type ChangeOutcome = { kind: 'changed'; product: OperatorProduct } | { kind: 'unknown' } | Refused | Conflict;

type Refused = { kind: 'refused' } & RefusedRow;

interface Conflict {
  kind: 'conflict';
  /** Who changed it last, and when; null when that is unknown. */
  by: Actor | null;
  at: Date | null;
}

export type AddOutcome = { kind: 'added'; product: OperatorProduct } | { kind: 'exists' } | Refused;

export interface CatalogueChanges {
  /** All or nothing. New products come last, in the order of the rows; others keep their position. Ids must be unique, images imgUrls. */
  importRows(rows: readonly CatalogueRow[], options?: ImportOptions): Promise<ImportSummary>;
  change(id: string, fields: Fields, options?: ChangeOptions): Promise<ChangeOutcome>;
  add(fields: Fields, by?: Actor): Promise<AddOutcome>;
  /** What `importRows` would change, and the first 100 products of each kind. */
  compare(rows: readonly CatalogueRow[], options?: Pick<ImportOptions, 'replace' | 'onProgress'>): Promise<Comparison>;
  /** False when it does not exist. Orders keep their copy of it. */
  remove(id: string, by?: Actor): Promise<boolean>;
}

export function createCatalogueChanges(
  { kysely }: Pick<Database, 'kysely'>,
  images: Pick<Images, 'has'>,
): CatalogueChanges {
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
          await sql`select gin_clean_pending_list(index) from unnest(array['products_search', 'products_suggestions', 'words_misspelt']::regclass[]) as index`.execute(
            trx,
          );
          return result;
        }),
      ),
    );
  }

  const missingImage = ({ image }: Fields) =>
    missingPictures(new Set([String(image ?? '').trim()]), { kysely, images });

  return {
    async importRows(rows, options = {}) {
      const summary = await write((trx) => importAll(trx, rows, options));
      if (summary.added + summary.changed > ANALYZE_FROM) await sql`analyze products, words`.execute(kysely);
      return summary;
    },

    compare: (rows, options) => compareRows(kysely, rows, options),

    async change(id, fields, { by = 'operator', base = {} } = {}) {
      const fixed = (['id', 'type'] as const).filter((field) => Object.hasOwn(fields, field));
      if (fixed.length > 0) return refused(fixed.map((field) => `${field} cannot be changed`));
      const missing = await missingImage(fields);
      return write(async (trx): Promise<ChangeOutcome> => {
        const stored = PRODUCT_ID_PATTERN.test(id) ? (await storedRows(trx, [id])).get(id) : undefined;
        if (!stored) return { kind: 'unknown' };
        const before = catalogueRowOf(stored);
        const { type: _, ...current } = before;
        if (isOverwritten({ current, fields, base })) return { kind: 'conflict', ...(await lastChange(trx, id)) };
        const parsed = parseCatalogueRow({ ...current, ...fields }, await storedCategories(trx));
        if (!parsed.ok) return refused(parsed.reasons, parsed.byField);
        const reason = fields.image === undefined ? null : imageFault(parsed.row.image, missing);
        if (reason !== null) return refused([reason], { image: reason });
        const changed = columnsOf(parsed.row, stored);
        if (isSame(stored, changed)) return { kind: 'changed', product: operatorProduct(stored) };
        await updateRows(trx, [changed]);
        const details = { before, after: catalogueRowOf(changed) };
        await audit(trx, { actor: by, action: 'products.set', subject: id, details });
        await notify(trx, 'products');
        return { kind: 'changed', product: operatorProduct(changed) };
      });
    },

    async add(fields, by = 'operator') {
      const missing = await missingImage(fields);
      return write(async (trx): Promise<AddOutcome> => {
        const parsed = parseCatalogueRow(fields, await storedCategories(trx));
        if (!parsed.ok) return refused(parsed.reasons, parsed.byField);
        const { row } = parsed;
        const reason = imageFault(row.image, missing);
        if (reason !== null) return refused([reason], { image: reason });
        if ((await storedRows(trx, [row.id])).size > 0) return { kind: 'exists' };
        const columns = columnsOf(row);
        await insertRows(trx, [columns]);
        const details = { after: catalogueRowOf(columns) };
        await audit(trx, { actor: by, action: 'products.add', subject: row.id, details });
        await notify(trx, 'products');
        return { kind: 'added', product: operatorProduct(columns) };
      });
    },

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

function refused(reasons: string[], byField: RefusedRow['byField'] = {}): Refused {
  return { kind: 'refused', reasons, byField };
}

function isOverwritten({ current, fields, base }: { current: Fields; fields: Fields; base: Fields }): boolean {
  return CATALOGUE_COLUMNS.some(
    (column) =>
      Object.hasOwn(base, column) &&
      !isSameValue(column, base[column], current[column]) &&
      !(Object.hasOwn(fields, column) && isSameValue(column, fields[column], current[column])),
  );
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
