/** Each change is one transaction, and notifies all processes. */
import { type Transaction, sql } from 'kysely';
import pLimit from 'p-limit';
import { textFields } from '../../base/record.ts';
import type { Category } from '../../domain/catalogue/catalogue.ts';
import { type GivenRow, imageKind, isSameValue } from '../../domain/catalogue/catalogue-file.ts';
import {
  type Parsed,
  parseCatalogueRow,
  parseGivenRow,
  type RefusedRow,
} from '../../domain/catalogue/catalogue-file.ts';
import { freeId, idOfName } from '../../domain/catalogue/product-id.ts';
import { PRODUCT_ID_PATTERN, type Product } from '../../domain/catalogue/product.ts';
import { CATALOGUE_COLUMNS, type CatalogueColumn } from '../../domain/catalogue/product-columns.ts';
import { SHOP_TEXTS, type TextColumn } from '../../domain/catalogue/product-columns.ts';
import { done, type Outcome, type Refused, refused } from '../../domain/outcome.ts';
import { type Actor, audit, type AuditEntry } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { transact } from '../db/errors.ts';
import { LOCKS } from '../db/locks.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import type { Images } from '../images/images.ts';
import { storedCategories } from './categories.ts';
import { type StoredColumns, catalogueRowOf, columnsOf, productOf, stockOf, wholeRow } from './tables.ts';
import { type CompareOptions, compareRows, type ImportRow, type ImportSummary } from './write-rows.ts';
import { countStock, insertRows, isSame, missingPictures, OutdatedRows, storedRows, updateRows } from './write-rows.ts';

const ANALYZE_FROM = 1_000;

export interface ImportOptions extends CompareOptions {
  onlyWhenEmpty?: boolean;
  /** What it throws undoes the import. */
  alongside?: (trx: Transaction<Tables>, summary: ImportSummary) => Promise<void>;
}

/** Values as a form, a file or a program has them. */
type Fields = Readonly<Partial<Record<CatalogueColumn, unknown>>>;

export interface ChangeOptions {
  by: Actor;
  /** What the operator saw before. When one of these has changed since then, nothing is set. */
  base?: Fields | undefined;
}

export type OperatorProduct = Product & Pick<StoredColumns, TextColumn<'shop'> | 'by_weight'>;

const UNKNOWN = refused(404, { code: 'unknown', what: 'product' });

export function createCatalogueChanges(
  { kysely }: Pick<Database, 'kysely'>,
  images: Pick<Images, 'has'>,
  { lowStock, changed }: { lowStock: () => number; changed: () => void },
) {
  /** Writers of this process, so that only one of them waits with a connection. */
  const oneAtATime = pLimit(1);

  async function write<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    const written = await oneAtATime(() =>
      transact(kysely, async (trx) => {
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
    );
    changed();
    return written;
  }

  const missingImage = ({ image }: Fields) =>
    missingPictures(new Set([String(image ?? '').trim()]), { kysely, images });

  return {
    /**
     * All or nothing. New products come last, in the order of the rows, and others keep their position. Ids must be
     * unique, and images must be imgUrls. @throws {OutdatedRows}
     */
    async importRows(
      given: readonly ImportRow[],
      by: Actor,
      { onlyWhenEmpty, alongside, ...options }: ImportOptions = {},
    ): Promise<ImportSummary> {
      const summary = await write(async (trx) => {
        if (onlyWhenEmpty && (await trx.selectFrom('products').select('id').limit(1).executeTakeFirst()))
          return { added: 0, changed: 0, unchanged: 0, removed: 0 };
        const rows = inTheirGroups(given, await storedCategories(trx));
        const { summary: details } = await compareRows(trx, rows, { ...options, write: { by, low: lowStock() } });
        if (details.added + details.changed + details.removed > 0)
          await note(trx, { actor: by, action: 'products.import', subject: '*', details: { ...details } });
        await alongside?.(trx, details);
        return details;
      });
      if (summary.added + summary.changed > ANALYZE_FROM) await sql`analyze products, words`.execute(kysely);
      return summary;
    },

    /** What `importRows` would change, and the first 100 products of each kind. */
    compare: (rows: readonly ImportRow[], options?: CompareOptions) => compareRows(kysely, rows, options),

    async change(id: string, fields: Omit<Fields, 'id'>, { by, base = {} }: ChangeOptions) {
      const missing = await missingImage(fields);
      return write(async (trx): Promise<Outcome<OperatorProduct>> => {
        const stored = (await storedRows(trx, [id])).get(id);
        if (!stored) return UNKNOWN;
        const before = catalogueRowOf(stored);
        if (isOverwritten({ current: before, fields, base }))
          return refused(409, { code: 'changed-meanwhile', what: 'product' }, { now: await lastChange(trx, id) });
        const read = checkedRow(parseGivenRow(fields, await storedCategories(trx)), missing);
        if (!read.ok) return read;
        const changed = columnsOf({ ...before, ...wholeRow(read.value, stored), id });
        // What was sold since it was seen stays so.
        if (
          changed.stock !== null &&
          stored.stock !== null &&
          Object.hasOwn(fields, 'stock') &&
          base.stock !== undefined
        )
          changed.stock = Math.max(stored.stock + changed.stock - Number(base.stock), 0);
        if (!isSame(stored, changed)) {
          await updateRows(trx, [changed]);
          await countStock(trx, [{ id, from: stored.stock, to: changed.stock }], { by, low: lowStock() });
          const details = { before, after: catalogueRowOf(changed) };
          await note(trx, { actor: by, action: 'products.set', subject: id, details });
        }
        return done(operatorProduct(changed));
      });
    },

    /** `key`: of the form that adds it, which may be sent again when its answer is lost. */
    async add(fields: Fields, by: Actor, key?: string) {
      const missing = await missingImage(fields);
      return write(async (trx): Promise<Outcome<OperatorProduct>> => {
        const known = key === undefined ? undefined : await addedBy(trx, by, key);
        if (known) return done(operatorProduct(known));
        const own = String(fields.id ?? '').trim();
        const of = own || (await unusedId(trx, idOfName(String(fields.name ?? ''))));
        const read = checkedRow(parseCatalogueRow({ ...fields, id: of }, await storedCategories(trx)), missing);
        if (!read.ok) return read;
        const { id } = read.value;
        const exists = { code: 'product-exists' } as const;
        if ((await storedRows(trx, [id])).size > 0)
          return refused(409, exists, { fields: [{ field: 'id', reason: exists }] });
        const columns = columnsOf(read.value);
        await insertRows(trx, [columns]);
        await countStock(trx, [{ id, from: null, to: columns.stock }], { by, low: lowStock() });
        const details = { after: catalogueRowOf(columns), ...(key && { key }) };
        await note(trx, { actor: by, action: 'products.add', subject: id, details });
        return done(operatorProduct(columns));
      });
    },

    /** Orders keep their copy of it. */
    remove: (id: string, by: Actor): Promise<Outcome<void>> =>
      write(async (trx): Promise<Outcome<void>> => {
        if (!PRODUCT_ID_PATTERN.test(id)) return UNKNOWN;
        const removed = await trx
          .deleteFrom('products')
          .where('id', '=', id)
          .returningAll()
          .returning(stockOf())
          .executeTakeFirst();
        if (!removed) return UNKNOWN;
        const details = { before: catalogueRowOf(removed) };
        await note(trx, { actor: by, action: 'products.remove', subject: id, details });
        return done(undefined);
      }),
  };
}

/** What was added under this key, as it is now. */
async function addedBy(trx: Transaction<Tables>, by: Actor, key: string): Promise<StoredColumns | undefined> {
  const added = await trx
    .selectFrom('audit')
    .select('subject')
    .where('actor', '=', by)
    .where(sql`split_part(action, '.', 1)`, '=', 'products')
    .where('at', '>', sql<Date>`now() - interval '1 day'`)
    .where(sql`details ->> 'key'`, '=', key)
    .executeTakeFirst();
  return added && (await storedRows(trx, [added.subject])).get(added.subject);
}

async function unusedId(trx: Transaction<Tables>, wanted: string): Promise<string> {
  const products = trx
    .selectFrom('products')
    .select('id')
    .where('id', 'like', `${wanted.slice(0, 58)}%`);
  const ids = new Set((await products.execute()).map(({ id }) => id));
  return freeId(wanted, (id) => ids.has(id));
}

async function note(trx: Transaction<Tables>, entry: AuditEntry): Promise<void> {
  await audit(trx, entry);
  await notify(trx, 'products');
}

/** The values of a product, or what is wrong with them. `missing`: pictures that the shop does not have. */
function checkedRow<Row extends GivenRow>(parsed: Parsed<Row>, missing: ReadonlySet<string>): Outcome<Row> {
  if (!parsed.ok) return badValues(parsed);
  const { image = '' } = parsed.row;
  const badImage = (fault: string) => badValues({ reasons: [fault], byField: { image: fault } });
  if (missing.has(image)) return badImage(`the shop has no picture ${image}`);
  // The file is on another machine.
  if (imageKind(image) === 'file')
    return badImage(`image ${image} is a file's name: send the picture and give its address`);
  return done(parsed.row);
}

function badValues({ reasons, byField }: RefusedRow): Refused {
  const malformed = (detail: string) => ({ code: 'malformed', detail }) as const;
  const fields = Object.entries(byField).map(([field, reason]) => ({ field, reason: malformed(reason) }));
  return refused(422, malformed(reasons.join('; ')), fields.length > 0 ? { fields } : {});
}

function isOverwritten({ current, fields, base }: { current: Fields; fields: Fields; base: Fields }): boolean {
  return CATALOGUE_COLUMNS.some(
    (column) =>
      // A stock is counted as a difference.
      column !== 'stock' &&
      Object.hasOwn(base, column) &&
      !isSameValue(column, base[column], current[column]) &&
      !(Object.hasOwn(fields, column) && isSameValue(column, fields[column], current[column])),
  );
}

function operatorProduct(row: StoredColumns): OperatorProduct {
  return { ...productOf(row), ...textFields(row, SHOP_TEXTS), by_weight: row.by_weight };
}

/** Who changed a product last, and when, where that is known: by the time of the transaction. */
async function lastChange(trx: Transaction<Tables>, id: string): Promise<{ by: Actor | null; at: Date | null }> {
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

function inTheirGroups(rows: readonly ImportRow[], categories: readonly Category[]): ImportRow[] {
  const groups = new Map(categories.map(({ id, group }) => [id, group]));
  return rows.map((row) => {
    const type = row.category === undefined ? row.type : groups.get(row.category);
    if (row.category === undefined || type) return type === row.type ? row : { ...row, type };
    throw new OutdatedRows(`The shop has no category ${row.category} any more.`);
  });
}
