import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { groupOf } from '../../domain/catalogue.ts';
import type { Category } from '../../domain/catalogue.ts';
import type { CatalogueRow } from '../../domain/catalogue-file.ts';
import { asciiDigits } from '../../domain/digits.ts';
import { PRODUCT_ID_PATTERN } from '../../domain/product.ts';
import { fold } from '../../domain/search.ts';
import type { Tables } from '../db/tables.ts';
import { STORED_COLUMNS, catalogueRowOf } from './rows.ts';
import { BLOCK_RANGES, RANGE_POSITIONS, longestNgrams } from './search-index.ts';
import type { StoredRow } from './write-rows.ts';

const BATCH = 50;

const MAX_NEEDLE_LENGTH = 120;

/** N-grams that the index is asked for. More would hardly leave out more ranges. */
const MAX_NGRAMS = 24;

/** Block ranges that are read in one query: few at first, because a common text is found soon, then more each time. */
const FIRST_RANGES = 4;
const MORE_RANGES = 4;
const MAX_RANGES = 256;

/** Block ranges that one batch reads: about 100,000 products. */
const RANGES_OF_BATCH = 800;

export interface ProductQuery {
  /** A part of category, name, price, status, weight, unit or Bangla name, of any length. The product whose id it is comes first. */
  text?: string;
  category?: Category | null;
  after?: string | null;
  limit?: number;
}

export interface RowBatch {
  rows: Required<CatalogueRow>[];
  /** Null after the last batch. One of a rare text can have fewer products than `limit`, or none, and yet a next one. */
  next: string | null;
}

const COLUMNS = [...STORED_COLUMNS, 'position'] as const;

export async function findProducts(kysely: Kysely<Tables>, query: ProductQuery): Promise<RowBatch> {
  const { text = '', category = null, after, limit = BATCH } = query;
  const needle = needleOf(text);
  const since = positionOf(after);
  if (needle === '') return batchOf(await listed(kysely, { category, since, most: limit + 1 }), limit);
  const exact = await withId(kysely, text.trim(), category);
  // One more than the batch shows next: the product with the id can be among them.
  const { rows, stopped } = await searched(kysely, { needle, category, since, most: limit + 2 });
  const others = rows.filter(({ id }) => id !== exact?.id);
  const batch = batchOf(others, limit, stopped);
  return exact && since === 0 ? { ...batch, rows: [catalogueRowOf(exact), ...batch.rows] } : batch;
}

/** The position in a cursor. Cursors come from URLs; an invalid one means the first product. */
export function positionOf(cursor: string | null | undefined): number {
  return cursor && /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
}

/** A number is a price or a weight, and these are stored in ASCII digits. */
function needleOf(text: string): string {
  const characters = [
    ...text
      .slice(0, 2 * MAX_NEEDLE_LENGTH)
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  ];
  const needle = fold(characters.slice(0, MAX_NEEDLE_LENGTH).join(''));
  return /^[০-৯.]+$/.test(needle) ? asciiDigits(needle) : needle;
}

async function withId(kysely: Kysely<Tables>, id: string, category: Category | null): Promise<StoredRow | null> {
  if (!PRODUCT_ID_PATTERN.test(id)) return null;
  const row = await kysely.selectFrom('products').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && (category === null || row.category === category) ? row : null;
}

interface Part {
  category: Category | null;
  since: number;
  most: number;
}

function listed(kysely: Kysely<Tables>, { category, since, most }: Part): Promise<StoredRow[]> {
  const products = kysely.selectFrom('products').select(COLUMNS).limit(most);
  if (category !== null) {
    return products.where('category', '=', category).where('position', '>', since).orderBy('position').execute();
  }
  return products
    .where(sql<boolean>`(position / 128, position) > (${since}::bigint / 128, ${since}::bigint)`)
    .orderBy(sql`position / 128`)
    .orderBy('position')
    .execute();
}

/** The first products with the needle; `stopped` is where the search ended because it has read enough. */
async function searched(
  kysely: Kysely<Tables>,
  { needle, ...part }: Part & { needle: string },
): Promise<{ rows: StoredRow[]; stopped: number | null }> {
  const rows: StoredRow[] = [];
  let from = Math.floor(part.since / RANGE_POSITIONS);
  let read = 0;
  for (let most = FIRST_RANGES; read < RANGES_OF_BATCH; most = Math.min(most * MORE_RANGES, MAX_RANGES)) {
    const ranges = await possibleRanges(kysely, { needle, category: part.category, from, most });
    if (ranges.length > 0)
      rows.push(...(await inRanges(kysely, { ...part, needle, ranges, most: part.most - rows.length })));
    if (ranges.length < most || rows.length >= part.most) return { rows, stopped: null };
    read += ranges.length;
    from = (ranges.at(-1) ?? from) + 1;
  }
  return { rows, stopped: from * RANGE_POSITIONS - 1 };
}

async function inRanges(
  kysely: Kysely<Tables>,
  { needle, ranges, category, since, most }: Part & { needle: string; ranges: number[] },
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${sql.join(COLUMNS.map((column) => sql.ref(`found.${column}`)))} from unnest(${ranges}::bigint[]) as wanted(stretch)
    cross join lateral (
      select * from products
      where position / 128 = wanted.stretch and position > ${since}::bigint and strpos(search_text, ${needle}) > 0
        and (${category}::text is null or category = ${category}::text)
      order by position limit ${most}
    ) as found
    order by position limit ${most}`.execute(kysely);
  return rows;
}

/** Counted from the catalogue's start; with all n-grams of the needle, and of the category, whose name is part of what is searched. */
async function possibleRanges(
  kysely: Kysely<Tables>,
  { needle, category, from, most }: { needle: string; category: Category | null; from: number; most: number },
): Promise<number[]> {
  const grams = [...new Set([...longestNgrams(needle), ...longestNgrams(category ?? '')])].slice(0, MAX_NGRAMS);
  const type = category && groupOf(category);
  const { rows } = await sql<{ range: number }>`
    select block::bigint * ${BLOCK_RANGES} + slot as range from (
      select block, bit_and(slots) as slots from (
        select block, bit_or(slots) as slots from search_blocks
        where gram = any(${grams}::text[]) and block >= ${Math.floor(from / BLOCK_RANGES)}
          and type in (coalesce(${type}::text, 'raw-products'), coalesce(${type}::text, 'beverages'))
        group by block, gram
      ) as of_gram group by block having count(*) = ${grams.length} and bit_and(slots) <> 0
    ) as of_block cross join generate_series(0, ${BLOCK_RANGES - 1}) as slot
    where (slots >> slot) & 1 = 1 and block::bigint * ${BLOCK_RANGES} + slot >= ${from}::bigint
    order by block, slot limit ${most}`.execute(kysely);
  return rows.map(({ range }) => range);
}

function batchOf(rows: readonly StoredRow[], limit: number, stopped: number | null = null): RowBatch {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1)?.position : (stopped ?? undefined);
  return { rows: shown.map(catalogueRowOf), next: last === undefined ? null : String(last) };
}
