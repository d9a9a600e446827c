import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Group } from '../../domain/catalogue/catalogue.ts';
import type { CatalogueRow } from '../../domain/catalogue/catalogue-file.ts';
import { asciiDigits } from '../../base/digits.ts';
import { PRODUCT_ID_PATTERN } from '../../domain/catalogue/product.ts';
import { fold } from '../../domain/catalogue/search.ts';
import { search, withParts } from '../db/search.ts';
import type { Tables } from '../db/tables.ts';
import { IN_ORDER, STORED_COLUMNS, catalogueRowOf } from './rows.ts';
import type { StoredRow } from './write-rows.ts';

export const BATCH = 50;

const MAX_NEEDLE_LENGTH = 120;

export interface ProductQuery {
  /** Of any length. The product whose id it is comes first. */
  text?: string;
  category?: string | null;
  /** Only those that cannot be ordered now. */
  unavailable?: boolean;
  after?: string | null;
  limit?: number;
}

export interface RowBatch {
  rows: Required<CatalogueRow>[];
  /** A cursor; null after the last batch. */
  next: string | null;
}

const COLUMNS = [...STORED_COLUMNS, 'position'] as const;

export async function findProducts(kysely: Kysely<Tables>, query: ProductQuery): Promise<RowBatch> {
  const { text = '', category = null, unavailable = false, after, limit = BATCH } = query;
  const needle = needleOf(text);
  const since = positionOf(after);
  const products = kysely.selectFrom('products').select(COLUMNS);
  if (needle === '') {
    const { where, order } = listOf({ category, since, unavailable });
    const rows = await products
      .where(where)
      .orderBy(order)
      .limit(limit + 1)
      .execute();
    return batchOf(rows, limit);
  }
  const exact = await withId(kysely, text.trim(), { category, unavailable });
  // One more than the batch shows next: the product with the id can be among them.
  const ids = await productsWith(kysely, {
    column: 'search_text',
    parts: [needle],
    category,
    since,
    unavailable,
    limit: limit + 2,
  });
  const rows = await products
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('position')
    .execute();
  const others = rows.filter(({ id }) => id !== exact?.id);
  const batch = batchOf(others, limit);
  return exact && since === 0 ? { ...batch, rows: [catalogueRowOf(exact), ...batch.rows] } : batch;
}

/** Cursors come from URLs; an invalid one means the first product. */
export function positionOf(cursor: string | null | undefined): number {
  return cursor && /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
}

interface List {
  category?: string | null;
  type?: Group | null;
  since?: number;
  unavailable?: boolean;
}

interface Parts extends List {
  column: 'search_text' | 'suggestion_text';
  /** See `Needles`. */
  parts: readonly string[];
  without?: readonly string[];
  limit: number;
}

export function productsWith(
  kysely: Kysely<Tables>,
  { column, parts, without = [], limit, ...list }: Parts,
): Promise<string[]> {
  const conditions = parts.map((part) => sql`strpos(${part.endsWith('\n') ? NAMES : sql.ref(column)}, ${part}) > 0`);
  // The names of category and type are in `search_text`.
  const group = column === 'search_text' ? (list.category ?? list.type ?? '') : '';
  return search(kysely, {
    ...listOf(list),
    from: 'products',
    key: 'id',
    words: sql`search_pieces(${sql.ref(column)})`,
    query: withParts([...parts.map((part) => part.replace(/\n$/, '')), group].filter(Boolean)),
    match: sql<boolean>`(${sql.join([...conditions, sql`id <> all(${[...without]}::text[])`], sql` and `)})`,
    limit,
  });
}

/** The names of a suggestion text, with a line break behind each; the aliases begin with the first tab. */
const NAMES = sql`(split_part(suggestion_text, E'\\t', 1) || E'\\n')`;

function listOf({ category = null, type = null, since = 0, unavailable = false }: List): {
  where: RawBuilder<boolean>;
  order: RawBuilder<number>;
} {
  const only = unavailable ? sql` and not available` : sql``;
  if (category !== null)
    return { where: sql`category = ${category} and position > ${since}::bigint${only}`, order: POSITION };
  if (type !== null) return { where: sql`type = ${type} and position > ${since}::bigint${only}`, order: POSITION };
  return { where: sql`${IN_ORDER} > ${since}::bigint${only}`, order: IN_ORDER };
}

const POSITION = sql<number>`position`;

/** A number is a price or a weight, and these are stored in ASCII digits. */
function needleOf(text: string): string {
  const characters = [
    ...text
      .slice(0, 2 * MAX_NEEDLE_LENGTH)
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  ];
  const needle = fold(characters.slice(0, MAX_NEEDLE_LENGTH).join(''));
  return /^[\p{Nd}.]+$/u.test(needle) ? asciiDigits(needle) : needle;
}

async function withId(
  kysely: Kysely<Tables>,
  id: string,
  { category, unavailable }: Pick<ProductQuery, 'category' | 'unavailable'>,
): Promise<StoredRow | null> {
  if (!PRODUCT_ID_PATTERN.test(id)) return null;
  const row = await kysely.selectFrom('products').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && (category === null || row.category === category) && !(unavailable && row.available) ? row : null;
}

function batchOf(rows: readonly StoredRow[], limit: number): RowBatch {
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? String(shown.at(-1)?.position) : null;
  return { rows: shown.map(catalogueRowOf), next };
}
