/** Reading the catalogue (product §2, §5). Changes are in write.ts. */
import { type Kysely, sql } from 'kysely';
import { OFFERS_BATCH, ROW_SIZE, TRENDING_LISTINGS } from '../../domain/catalogue/catalogue.ts';
import type { Category, Listing, Sections } from '../../domain/catalogue/catalogue.ts';
import { PRODUCT_ID_PATTERN, type Product } from '../../domain/catalogue/product.ts';
import type { CatalogueRow } from '../../domain/catalogue/catalogue-file.ts';
import { type SearchCategory, matchesSearch, normalizeSearchText } from '../../domain/catalogue/search.ts';
import { type CatalogueChanges, createCatalogueChanges } from './write.ts';
import { storedCategories } from './categories.ts';
import type { Database } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';
import type { Images } from '../images/images.ts';
import { IN_ORDER, PRODUCT_COLUMNS, type ProductColumns, STORED_COLUMNS, catalogueRowOf, productOf } from './rows.ts';
import { BATCH, type ProductQuery, type RowBatch, findProducts, positionOf, productsWith } from './find.ts';
import { categoryCalled, MAX_SUGGESTIONS, typedWords } from '../../domain/catalogue/suggestions.ts';
import { suggest } from './suggestions.ts';

const LISTING_BATCH = 24;

const EXPORT_BATCH = 1_000;

export interface Batch {
  products: Product[];
  /** A cursor; null after the last batch. */
  next: string | null;
}

export interface Found extends Batch {
  /** With the first batch: what is suggested for the text and does not match it. */
  alike: Product[];
}

/** `after` is the previous batch's `next`; any other value starts at the first product. */
export interface Page {
  after?: string | null;
  limit?: number;
}

export interface Catalogue extends CatalogueChanges {
  categories(): Promise<readonly Category[]>;
  sections(listings: readonly Listing[], limit?: number): Promise<Sections<Product>>;
  listing(listing: Pick<Listing, 'filter'>, page?: Page): Promise<Batch>;
  /** How many products each listing has, by its slug; one without any may be missing. */
  counts(): Promise<Partial<Record<string, number>>>;
  size(): Promise<number>;
  offers(page?: Page): Promise<Batch>;
  /** What matches, those first that are suggested for the text, with one place less than a batch has. */
  search(query: { text: string; category: SearchCategory } & Page): Promise<Found>;
  /** At most 8, best first. */
  suggest(text: string, category?: SearchCategory): Promise<Product[]>;
  product(id: string): Promise<{ product: Product; related: Product[] } | null>;
  byIds(ids: readonly string[]): Promise<Product[]>;
  row(id: string): Promise<Required<CatalogueRow> | null>;
  find(query: ProductQuery): Promise<RowBatch>;
  /** The products of a category that is called so. And after these, products by their aliases and names with wrong letters, as shoppers are suggested them. */
  findByAnyWord(query: ProductQuery): Promise<RowBatch>;
  rows(): AsyncIterable<Required<CatalogueRow>>;
  lastPosition(): Promise<number>;
  /** Both positions included, in the catalogue's order. */
  idsBetween(first: number, last: number): Promise<string[]>;
}

type PositionedRow = ProductColumns & { position: number };
const POSITIONED = [...PRODUCT_COLUMNS, 'position'];
const LAST = sql.join(POSITIONED.map((column) => sql.ref(`last.${column}`)));

/** Without `images` there is no picture of the shop's own. `categories`: where they are in memory; else they are read for each search. */
export function createCatalogue(
  database: Pick<Database, 'kysely'>,
  images: Pick<Images, 'has'> = { has: async () => false },
  categories = async (): Promise<readonly Category[]> => storedCategories(database.kysely),
): Catalogue {
  const { kysely } = database;
  const positioned = kysely.selectFrom('products').select([...PRODUCT_COLUMNS, 'position']);

  async function batch(products: typeof positioned, after: Page['after'], limit: number): Promise<Batch> {
    const rows = await products
      .where('position', '>', positionOf(after))
      .orderBy('position')
      .limit(limit + 1)
      .execute();
    return batchOf(rows, limit);
  }

  async function byIds(ids: readonly string[]): Promise<Product[]> {
    const { products } = await readProducts(kysely, ids);
    return ids.flatMap((id) => products.get(id) ?? []);
  }

  return {
    ...createCatalogueChanges(database, images),

    categories,

    async sections(listings, limit = ROW_SIZE) {
      const sections: Partial<Record<string, Product[]>> = {};
      for (const { slug } of listings) sections[slug] = [];
      for (const row of await lastProducts(kysely, listings, limit)) sections[row.slug]?.push(productOf(row));
      return sections;
    },

    listing({ filter }, { after, limit = LISTING_BATCH } = {}) {
      return 'category' in filter
        ? batch(positioned.where('category', '=', filter.category), after, limit)
        : batch(positioned.where('status', '=', filter.status), after, limit);
    },

    async counts() {
      const rows = await kysely.selectFrom('listing_counts').selectAll().execute();
      const slugOf = (listing: string): string =>
        TRENDING_LISTINGS.find(({ filter }) => 'status' in filter && filter.status === listing)?.slug ?? listing;
      return Object.fromEntries(rows.map(({ listing, products }) => [slugOf(listing), products]));
    },

    async size() {
      const row = await kysely
        .selectFrom('listing_counts')
        .select('products')
        .where('listing', '=', 'all')
        .executeTakeFirst();
      return row?.products ?? 0;
    },

    offers: ({ after, limit = OFFERS_BATCH } = {}) => batch(positioned.where('discount_bp', '>', 0), after, limit),

    async search({ text, category, after, limit = LISTING_BATCH }) {
      const needle = normalizeSearchText(text);
      const type = category === 'all' ? null : category;
      const since = positionOf(after);
      // The first batch always ends with a product in the catalogue's order, behind which the next one begins.
      const suggested = await byIds(
        await suggest(kysely, text, await categories(), { group: category, limit: limit - 1 }),
      );
      const best = suggested.filter((product) => matchesSearch(product, text, category));
      const first = since === 0 ? best : [];
      const alike = since === 0 ? suggested.slice(0, MAX_SUGGESTIONS).filter((product) => !best.includes(product)) : [];
      if (needle === '') return { products: [], next: null, alike };
      const room = limit - first.length;
      const ids = await productsWith(kysely, {
        column: 'search_text',
        parts: [needle],
        type,
        since,
        without: best.map(({ id }) => id),
        limit: room + 1,
      });
      const rows = await positioned
        .where('id', '=', sql<string>`any(${ids}::text[])`)
        .orderBy('position')
        .execute();
      const { products, next } = batchOf(rows, room);
      return { products: [...first, ...products], next, alike };
    },

    suggest: async (text, category = 'all') =>
      byIds(await suggest(kysely, text, await categories(), { group: category })),

    async product(id) {
      if (!PRODUCT_ID_PATTERN.test(id)) return null;
      const row = await positioned.where('id', '=', id).executeTakeFirst();
      if (!row) return null;
      const inCategory = positioned.where('category', '=', row.category).orderBy('position').limit(ROW_SIZE);
      const after = await inCategory.where('position', '>', row.position).execute();
      // From the end of the category on to its beginning, so that the last products have neighbours too.
      const before = after.length < ROW_SIZE ? await inCategory.where('position', '<', row.position).execute() : [];
      return { product: productOf(row), related: [...after, ...before].slice(0, ROW_SIZE).map(productOf) };
    },

    byIds,

    async row(id) {
      if (!PRODUCT_ID_PATTERN.test(id)) return null;
      const row = await kysely.selectFrom('products').select(STORED_COLUMNS).where('id', '=', id).executeTakeFirst();
      return row ? catalogueRowOf(row) : null;
    },

    find: (query) => findProducts(kysely, query),

    async findByAnyWord(query) {
      const { text = '', category = null, unavailable = false, after } = query;
      const typed = typedWords(text);
      const called = category === null ? categoryCalled(typed, await categories()) : undefined;
      // The text of a product has the id of its category, but not what people call it.
      const isCategory = called !== undefined && !called.id.includes(typed);
      const found = await findProducts(kysely, isCategory ? { ...query, text: '', category: called.id } : query);
      if (typed === '' || after || found.next !== null) return found;
      // By other words last, and with wrong letters forgiven when nothing else is found.
      const without = found.rows.map(({ id }) => id);
      const parts = [` ${typed}`];
      const byWords = { column: 'suggestion_text', parts, without, category, unavailable, limit: BATCH } as const;
      const ids =
        without.length === 0
          ? await suggest(kysely, text, await categories(), { group: 'all' })
          : await productsWith(kysely, byWords);
      const rows = await kysely
        .selectFrom('products')
        .select(STORED_COLUMNS)
        .where('id', '=', sql<string>`any(${ids}::text[])`)
        .orderBy(sql`array_position(${ids}::text[], id)`)
        .execute();
      const others = rows
        .map(catalogueRowOf)
        .filter((row) => (category === null || row.category === category) && !(unavailable && row.available === 'yes'));
      return { rows: [...found.rows, ...others], next: null };
    },

    async lastPosition() {
      const row = await kysely
        .selectFrom('products')
        .select('position')
        .orderBy(IN_ORDER, 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.position ?? 0;
    },

    async idsBetween(first, last) {
      const rows = await kysely
        .selectFrom('products')
        .select('id')
        .where(IN_ORDER, '>=', first)
        .where(IN_ORDER, '<=', last)
        .orderBy(IN_ORDER)
        .execute();
      return rows.map(({ id }) => id);
    },

    async *rows() {
      let after = 0;
      for (;;) {
        const rows = await kysely
          .selectFrom('products')
          .select([...STORED_COLUMNS, 'position'])
          .where(IN_ORDER, '>', after)
          .orderBy(IN_ORDER)
          .limit(EXPORT_BATCH)
          .execute();
        for (const row of rows) yield catalogueRowOf(row);
        const last = rows.at(-1);
        if (!last) return;
        after = last.position;
      }
    },
  };
}

/** `at`: when they were read, by the database's clock. One statement, so that all prices are from the same moment. */
export async function readProducts(
  executor: Kysely<Tables>,
  ids: readonly string[],
): Promise<{ products: Map<string, Product>; at: Date }> {
  const possible = ids.filter((id) => PRODUCT_ID_PATTERN.test(id));
  const rows = await executor
    .selectFrom('products')
    .select([...PRODUCT_COLUMNS, sql<Date>`now()`.as('at')])
    .where('id', '=', sql<string>`any(${possible}::text[])`)
    .execute();
  return { products: new Map(rows.map((row) => [row.id, productOf(row)])), at: rows[0]?.at ?? new Date() };
}

async function lastProducts(kysely: Kysely<Tables>, listings: readonly Listing[], limit: number) {
  const categories = listings.flatMap(({ filter }) => ('category' in filter ? filter.category : []));
  const trending = listings.flatMap(({ slug, filter }) => ('status' in filter ? { slug, status: filter.status } : []));
  const { rows } = await sql<PositionedRow & { slug: string }>`
    select wanted.slug, ${LAST} from unnest(${categories}::text[]) as wanted(slug)
    cross join lateral (
      select * from products where category = wanted.slug order by position desc limit ${limit}
    ) as last
    union all
    select wanted.slug, ${LAST}
    from unnest(${trending.map(({ slug }) => slug)}::text[], ${trending.map(({ status }) => status)}::text[]) as wanted(slug, status)
    cross join lateral (
      select * from products where status = wanted.status order by position desc limit ${limit}
    ) as last
    order by slug, position desc`.execute(kysely);
  return rows;
}

function batchOf(rows: readonly PositionedRow[], limit: number): Batch {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { products: shown.map(productOf), next: last && rows.length > limit ? String(last.position) : null };
}
