/** Reading the catalogue (product §2, §5). Changes are in write.ts. */
import { type Kysely, sql } from 'kysely';
import { OFFERS_BATCH, ROW_SIZE, TRENDING_LISTINGS } from '../../domain/catalogue/catalogue.ts';
import type { Category, Listing, Sections } from '../../domain/catalogue/catalogue.ts';
import { foldWords } from '../../domain/catalogue/fold-words.ts';
import { PRODUCT_ID_PATTERN, type Product, told } from '../../domain/catalogue/product.ts';
import { type SearchCategory, matchesSearch, normalizeSearchText, searchText } from '../../domain/catalogue/search.ts';
import { categoryCalled, MAX_SUGGESTIONS, typedWords } from '../../domain/catalogue/suggestions.ts';
import { settingsWith } from '../../domain/shop/settings.ts';
import type { Database } from '../db/connect.ts';
import { type Page, readPage } from '../db/page.ts';
import type { Tables } from '../db/tables.ts';
import type { Images } from '../images/images.ts';
import { storedCategories } from './categories.ts';
import { BATCH, findProducts, positionIn, positionOf, type ProductQuery, productsWith, suggest } from './find.ts';
import { IN_ORDER, PAGE_COLUMNS, type ProductColumns, catalogueRowOf, productOf, stockOf } from './tables.ts';
import { createCatalogueChanges } from './write.ts';
import { inBatches, storedRows } from './write-rows.ts';

const LISTING_BATCH = 24;

export interface Batch {
  products: Product[];
  /** A cursor; null after the last batch. */
  next: string | null;
}

export interface Found extends Batch {
  /** With the first batch: what is suggested for the text and does not match it. */
  alike: Product[];
  /** The beginning of the text by which these products are found, when nothing is called as the whole text says. */
  foundBy: string | null;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

const LAST = sql.join(PAGE_COLUMNS.map((column) => sql.ref(`last.${column}`)));

/**
 * Without `images` the shop has no pictures of its own. Without `categories` they are read for each search. `lowStock`:
 * from how many pieces down pages tell how many are left. `changed` is called after each change.
 */
export function createCatalogue(
  database: Pick<Database, 'kysely' | 'read'>,
  images: Pick<Images, 'has'> = { has: async () => false },
  categories = async (): Promise<readonly Category[]> => storedCategories(database.kysely),
  { lowStock = (): number => settingsWith({}).lowStock, changed = (): void => {} } = {},
) {
  const { kysely, read } = database;
  /** What pages show: nothing that is written follows from it. */
  const forPages =
    <Given extends unknown[], Found>(find: (...given: Given) => Promise<Found>) =>
    (...given: Given): Promise<Found> =>
      read(() => find(...given));
  const positioned = kysely.selectFrom('products').select([...PAGE_COLUMNS, 'position', stockOf()]);
  const shownOf = (row: ProductColumns): Product => told(productOf(row), lowStock());

  async function batch(products: typeof positioned, after: Page['after'], limit: number): Promise<Batch> {
    const rest = products.where('position', '>', positionOf(after)).orderBy('position');
    const { shown, next } = await readPage(rest, limit, positionIn);
    return { products: shown.map(shownOf), next };
  }

  /** With what is in stock, which only the carts of shoppers and programs get. */
  async function byIds(ids: readonly string[]): Promise<Product[]> {
    const { products } = await readProducts(kysely, ids);
    const found = ids.flatMap((id) => products.get(id) ?? []);
    return found.map((product) => Object.assign(product, told(product, lowStock())));
  }

  const shownByIds = async (ids: readonly string[]) => (await byIds(ids)).map((product) => told(product, lowStock()));

  const idsFor = async (text: string, group: SearchCategory, limit = MAX_SUGGESTIONS) =>
    suggest(kysely, text, { group, limit, categories: await categories() });

  return {
    ...createCatalogueChanges(database, images, { lowStock, changed }),

    categories,

    sections: forPages(async (listings: readonly Listing[], limit: number = ROW_SIZE): Promise<Sections<Product>> => {
      const sections: Partial<Record<string, Product[]>> = {};
      for (const { slug } of listings) sections[slug] = [];
      for (const row of await lastProducts(kysely, listings, limit)) sections[row.slug]?.push(shownOf(row));
      return sections;
    }),

    /** The pictures that stand for these categories, by id: each the first one in its section. One without any is missing. */
    pictures: forPages(async (ids: readonly string[]): Promise<Partial<Record<string, string>>> => {
      const { rows } = await sql<{ id: string; image: string }>`
        select distinct on (wanted.id) wanted.id, last.image from unnest(${ids}::text[]) as wanted(id)
        cross join lateral (
          select image, position from products where category = wanted.id order by position desc limit ${ROW_SIZE}
        ) as last
        where last.image <> '' order by wanted.id, last.position desc`.execute(kysely);
      return Object.fromEntries(rows.map(({ id, image }) => [id, image]));
    }),

    listing: forPages(({ filter }: Pick<Listing, 'filter'>, { after, limit = LISTING_BATCH }: Page = {}) => {
      const listed = positioned.where((is) => is.and(filter));
      return batch(listed, after, limit);
    }),

    /** How many products each listing has, by its slug. One without any may be missing. */
    counts: forPages(async (): Promise<Partial<Record<string, number>>> => {
      const rows = await kysely.selectFrom('listing_counts').selectAll().execute();
      const slugOf = (listing: string): string =>
        TRENDING_LISTINGS.find(({ filter }) => 'status' in filter && filter.status === listing)?.slug ?? listing;
      return Object.fromEntries(rows.map(({ listing, products }) => [slugOf(listing), products]));
    }),

    async size(): Promise<number> {
      const all = kysely.selectFrom('listing_counts').select('products').where('listing', '=', 'all');
      return (await all.executeTakeFirst())?.products ?? 0;
    },

    offers: forPages(({ after, limit = OFFERS_BATCH }: Page = {}): Promise<Batch> =>
      batch(positioned.where('discount_bp', '>', 0), after, limit),
    ),

    /** What matches, those first that are suggested for the text, with one place less than a batch has. */
    search: forPages(async (asked: { text: string; category: SearchCategory } & Page): Promise<Found> => {
      const { text, category, after, limit = LISTING_BATCH } = asked;
      const needle = normalizeSearchText(text);
      const type = category === 'all' ? null : category;
      const since = positionOf(after);
      // The first batch always ends with a product in the catalogue's order, behind which the next one begins.
      const { ids: suggestedIds, strong } = await idsFor(text, category, limit - 1);
      const suggested = await shownByIds(suggestedIds);
      const best = suggested.filter((product) => matchesSearch(product, text, category));
      const first = since === 0 ? best : [];
      // Above what is called so, only what is surely meant too.
      const others = suggested.slice(0, best.length > 0 ? Math.min(strong, MAX_SUGGESTIONS) : MAX_SUGGESTIONS);
      const alike = since === 0 ? others.filter((product) => !best.includes(product)) : [];
      if (needle === '') return { products: [], next: null, alike, foundBy: null };
      const room = limit - first.length;
      const ids = await productsWith(kysely, {
        column: 'search_text',
        parts: [needle],
        type,
        since,
        without: best.map(({ id }) => id),
        limit: room + 1,
      });
      const rest = positioned.where('id', '=', sql<string>`any(${ids}::text[])`).orderBy('position');
      const { shown, next } = await readPage(rest, room, positionIn);
      const products = [...first, ...shown.map(shownOf)];
      const isCalledSo = (product: Product): boolean => foldWords(searchText(product)).includes(typedWords(text));
      const isPartOnly = suggested.length === 0 && products.length > 0 && !products.some(isCalledSo);
      return { products, next, alike, foundBy: isPartOnly ? needle : null };
    }),

    /** At most 8, best first. */
    suggest: forPages(async (text: string, category: SearchCategory = 'all') =>
      shownByIds((await idsFor(text, category)).ids),
    ),

    soldByWeight: (ids: readonly string[]) => soldByWeight(kysely, ids),

    product: forPages(async (id: string): Promise<{ product: Product; related: Product[] } | null> => {
      if (!PRODUCT_ID_PATTERN.test(id)) return null;
      const row = await positioned.where('id', '=', id).executeTakeFirst();
      if (!row) return null;
      const inCategory = positioned.where('category', '=', row.category).orderBy('position').limit(ROW_SIZE);
      const after = await inCategory.where('position', '>', row.position).execute();
      // From the end of the category on to its beginning, so that the last products have neighbours too.
      const before = after.length < ROW_SIZE ? await inCategory.where('position', '<', row.position).execute() : [];
      return { product: shownOf(row), related: [...after, ...before].slice(0, ROW_SIZE).map(shownOf) };
    }),

    byIds,

    async row(id: string) {
      const row = (await storedRows(kysely, [id])).get(id);
      return row ? catalogueRowOf(row) : null;
    },

    /**
     * The products of a category that is called so. After these come products by their aliases, and by names with wrong
     * letters, as shoppers are suggested them.
     */
    async find(query: ProductQuery): ReturnType<typeof findProducts> {
      const { text = '', category = null, only = {}, after } = query;
      const typed = typedWords(text);
      const called = category === null ? categoryCalled(typed, await categories()) : undefined;
      // The text of a product has the id of its category, but not what people call it.
      const isCategory = called !== undefined && !called.id.includes(typed);
      const found = await findProducts(kysely, isCategory ? { ...query, text: '', category: called.id } : query);
      if (typed === '' || after || found.next !== null) return found;
      // By other words last, and with wrong letters forgiven when nothing else is found.
      const without = found.rows.map(({ id }) => id);
      const parts = [` ${typed}`];
      const byWords = { column: 'suggestion_text', parts, without, category, only, limit: BATCH } as const;
      const isOnly = Object.values(only).some(Boolean);
      const forgiven = without.length === 0 && !isOnly;
      const ids = forgiven ? (await idsFor(text, 'all')).ids : await productsWith(kysely, byWords);
      const rows = await storedRows(kysely, ids);
      const others = ids
        .flatMap((id) => rows.get(id) ?? [])
        .map(catalogueRowOf)
        .filter((row) => category === null || row.category === category);
      return { rows: [...found.rows, ...others], next: null };
    },

    lastPosition: forPages(async (): Promise<number> => {
      const last = kysely.selectFrom('products').select('position').orderBy(IN_ORDER, 'desc').limit(1);
      return (await last.executeTakeFirst())?.position ?? 0;
    }),

    /** Both positions included, in the catalogue's order. */
    idsBetween: forPages(async (first: number, last: number): Promise<string[]> => {
      const products = kysely.selectFrom('products').select('id').orderBy(IN_ORDER);
      const rows = await products.where(IN_ORDER, '>=', first).where(IN_ORDER, '<=', last).execute();
      return rows.map(({ id }) => id);
    }),

    async *rows() {
      for await (const batch of inBatches(kysely.selectFrom('products').selectAll().select(stockOf())))
        yield* batch.map(catalogueRowOf);
    },
  };
}

/** `at`: when they were read, by the database's clock. One statement, so that all prices are from the same moment. */
export async function readProducts(executor: Kysely<Tables>, ids: readonly string[]) {
  const possible = ids.filter((id) => PRODUCT_ID_PATTERN.test(id));
  const rows = await executor
    .selectFrom('products')
    .select([...PAGE_COLUMNS, stockOf(), sql<Date>`now()`.as('at')])
    .where('id', '=', sql<string>`any(${possible}::text[])`)
    .execute();
  return { products: new Map(rows.map((row) => [row.id, productOf(row)])), at: rows[0]?.at ?? new Date() };
}

/** Which of them are weighed when they are packed. */
export async function soldByWeight(executor: Kysely<Tables>, ids: readonly string[]): Promise<Set<string>> {
  const weighed = executor.selectFrom('products').select('id').where('by_weight', '=', true);
  const rows = await weighed.where('id', '=', sql<string>`any(${[...ids]}::text[])`).execute();
  return new Set(rows.map(({ id }) => id));
}

/** The last of each listing, by its slug. */
async function lastProducts(kysely: Kysely<Tables>, listings: readonly Listing[], limit: number) {
  const lastOf = (column: 'category' | 'status') => {
    const wanted = listings.filter(({ filter }) => column in filter);
    const values = wanted.flatMap(({ filter }) => Object.values(filter));
    return sql`
      select wanted.slug, last.position, ${LAST}, ${stockOf('last')}
      from unnest(${wanted.map(({ slug }) => slug)}::text[], ${values}::text[]) as wanted(slug, value)
      cross join lateral (
        select * from products where ${sql.ref(column)} = wanted.value order by position desc limit ${limit}
      ) as last`;
  };
  const { rows } = await sql<ProductColumns & { slug: string }>`
    ${lastOf('category')} union all ${lastOf('status')} order by slug, position desc`.execute(kysely);
  return rows;
}
