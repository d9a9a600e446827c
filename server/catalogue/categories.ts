/** The categories of the shop, as the operator has set them. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Category, Listing } from '../../domain/catalogue/catalogue.ts';
import { categoryListing, GROUPS, TRENDING_LISTINGS } from '../../domain/catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import { LOCKS } from '../db/locks.ts';
import type { Tables } from '../db/tables.ts';
import type { Live } from '../live/live.ts';
import { createList, type List } from '../shop/lists.ts';
import { findProducts } from './find.ts';
import { columnsOf } from './tables.ts';
import { STATEMENT_ROWS, updateRows } from './write-rows.ts';

/** With the number of its products. */
interface StoredCategory extends Category {
  /** One of those that every shop begins with: they are in menus without products too. */
  builtIn: boolean;
  products: number;
}

export type Categories = Awaited<ReturnType<typeof createCategories>>;

const COLUMNS = ['id', 'name', 'nameBn', 'aliases', 'group', 'shown'] as const;

const CATEGORIES: List<Category, StoredCategory, Category & { inMenus: boolean; opens: boolean }> = {
  name: 'categories',
  columns: COLUMNS,
  usual: { aliases: '', shown: true },
  read: storedCategories,
  // Not the number of products, which changes more often than any menu.
  kept({ products, builtIn, ...category }) {
    const inMenus = category.shown && (builtIn || products > 0);
    return { ...category, inMenus, opens: inMenus || products > 0 };
  },
  // Imports and this wait for each other.
  lock: (trx) => sql`select pg_advisory_xact_lock(${LOCKS.catalogue}::bigint)`.execute(trx),
  missed(rows, before) {
    const ids = new Set(rows.map(({ id }) => id));
    const stocked = before.filter(({ id, products }) => products > 0 && !ids.has(id));
    return stocked.length > 0 ? stocked.map(stillStocked).join(' ') : null;
  },
  async store(trx, categories, before) {
    const ids = categories.map(({ id }) => id);
    await sql`delete from categories where id <> all(${ids}::text[])`.execute(trx);
    const rows = categories.map(({ nameBn, group, ...category }, position) =>
      Object.assign({ position, name_bn: nameBn, type: group }, category),
    );
    await sql`
      insert into categories (id, position, name, name_bn, aliases, type, shown)
      select id, position, name, name_bn, aliases, type, shown
      from jsonb_populate_recordset(null::categories, ${JSON.stringify(rows)}::jsonb)
      on conflict (id) do update set (position, name, name_bn, aliases, type, shown) =
        row (excluded.position, excluded.name, excluded.name_bn, excluded.aliases, excluded.type, excluded.shown)`.execute(
      trx,
    );
    for (const { id, group } of categories)
      if (before.some((old) => old.id === id && old.group !== group)) await searchAnew(trx, id);
  },
};

export async function createCategories(
  database: Pick<Database, 'kysely' | 'listen'>,
  live: Pick<Live, 'productsChanged'>,
) {
  const { get, list, set, close } = await createList(database, CATEGORIES, live.productsChanged);

  return {
    /** In the operator's order. */
    all: (): readonly Category[] => get(),

    /** Those of menus: raw products, then beverages. */
    menu(): readonly Category[] {
      const shown = get().filter(({ inMenus }) => inMenus);
      return GROUPS.flatMap((group) => shown.filter((category) => category.group === group));
    },

    /** The list with this end of its address, and its category. A hidden one has a list while it has products. */
    listing(slug: string): { listing: Listing; category: Category | null } | null {
      const trending = TRENDING_LISTINGS.find((listing) => listing.slug === slug);
      if (trending) return { listing: trending, category: null };
      const category = get().find(({ id, opens }) => id === slug && opens);
      return category ? { listing: categoryListing(category), category } : null;
    },

    /** For the operator, as stored. */
    async list() {
      const { version, rows } = await list();
      return { version, rows: rows.map(({ builtIn: _, ...category }) => category) };
    },

    set,
    close,
  };
}

export function storedCategories(executor: Kysely<Tables>): Promise<StoredCategory[]> {
  return executor
    .selectFrom('categories')
    .leftJoin('listing_counts', 'listing_counts.listing', 'categories.id')
    .select(['id', 'name', 'name_bn as nameBn', 'aliases', 'type as group', 'shown', 'built_in as builtIn'])
    .select(sql<number>`coalesce(products, 0)`.as('products'))
    .orderBy('position')
    .execute();
}

function stillStocked({ name, products }: StoredCategory): string {
  const [have, them] = products === 1 ? ['1 product', 'it'] : [`${products.toLocaleString('en')} products`, 'them'];
  return `${name} has ${have}: move or remove ${them} first.`;
}

/** The group of its products has followed it; it is in their searched texts too. */
async function searchAnew(trx: Transaction<Tables>, category: string, from: string | null = null): Promise<void> {
  const { rows, next } = await findProducts(trx, { category, after: from, limit: STATEMENT_ROWS });
  await updateRows(trx, rows.map(columnsOf));
  if (next !== null) await searchAnew(trx, category, next);
}
