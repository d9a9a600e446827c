/** The categories of the shop, as the operator has set them: kept by each process, and read anew when any process changes them. */
import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type Category,
  categoryListing,
  GROUPS,
  type Listing,
  TRENDING_LISTINGS,
} from '../../domain/catalogue/catalogue.ts';
import { categoryChanges, type CategoryFault, readCategories } from '../../domain/catalogue/read-categories.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import { LOCKS } from '../db/locks.ts';
import type { Tables } from '../db/tables.ts';
import type { Live } from '../live/live.ts';
import { createSnapshot } from '../live/snapshot.ts';
import { catalogueRowOf, columnsOf } from './rows.ts';
import { STATEMENT_ROWS, storedRowsIn, updateRows } from './write-rows.ts';

interface StoredCategory extends Category {
  /** One of those that every shop begins with: they are in menus without products too. */
  builtIn: boolean;
  stocked: boolean;
}

export type CategoriesChange = { kind: 'changed' } | { kind: 'refused'; errors: CategoryFault[] };

export type Categories = Awaited<ReturnType<typeof createCategories>>;

export async function createCategories(
  database: Pick<Database, 'kysely' | 'listen'>,
  live: Pick<Live, 'productsChanged'>,
) {
  const { kysely } = database;
  const snapshot = await createSnapshot(database, () => storedCategories(kysely), live.productsChanged);

  return {
    /** In the operator's order. */
    all: (): readonly StoredCategory[] => snapshot.get(),

    /** Those of menus: raw products, then beverages. */
    menu(): readonly Category[] {
      const shown = snapshot.get().filter((category) => category.shown && (category.builtIn || category.stocked));
      return GROUPS.flatMap((group) => shown.filter((category) => category.group === group));
    },

    /** The list with this end of its address, and its category. One that is in no menu has a list while it has products. */
    listing(slug: string): { listing: Listing; category: Category | null } | null {
      const trending = TRENDING_LISTINGS.find((listing) => listing.slug === slug);
      if (trending) return { listing: trending, category: null };
      const category = snapshot.get().find(({ id }) => id === slug);
      const opens = category && (category.stocked || (category.shown && category.builtIn));
      return opens ? { listing: categoryListing(category), category } : null;
    },

    /** All of the given list or, with a bad row, nothing. */
    async replace(given: unknown, by: Actor = 'operator'): Promise<CategoriesChange> {
      const errors = await retrySerializationFailures(() =>
        kysely.transaction().execute((trx) => replaceAll(trx, given, by)),
      );
      await snapshot.refresh();
      return errors.length > 0 ? { kind: 'refused', errors } : { kind: 'changed' };
    },

    close: snapshot.close,
  };
}

export async function storedCategories(executor: Kysely<Tables>): Promise<readonly StoredCategory[]> {
  const rows = await executor
    .selectFrom('categories')
    .leftJoin('listing_counts', 'listing_counts.listing', 'categories.id')
    .select(['id', 'name', 'name_bn as nameBn', 'aliases', 'type as group', 'shown', 'built_in as builtIn'])
    .select(sql<boolean>`coalesce(products, 0) > 0`.as('stocked'))
    .orderBy('position')
    .execute();
  return rows;
}

/** Imports and this wait for each other. Returns why nothing is changed, if so. */
async function replaceAll(trx: Transaction<Tables>, given: unknown, by: Actor): Promise<CategoryFault[]> {
  await sql`select pg_advisory_xact_lock(${LOCKS.catalogue}::bigint)`.execute(trx);
  const current = await storedCategories(trx);
  const read = readCategories(given, current);
  if (!read.ok) return read.errors;
  const { categories } = read;
  const changes = categoryChanges(current, categories);
  if (changes === null) return [];
  const ids = categories.map((category) => category.id);
  const stocked = await trx
    .selectFrom('categories')
    .innerJoin('listing_counts', 'listing_counts.listing', 'categories.id')
    .select(['id', 'name', 'products'])
    .where('products', '>', 0)
    .where('id', '<>', sql<string>`all(${ids}::text[])`)
    .execute();
  if (stocked.length > 0)
    return stocked.map(({ id, name, products }) => ({ id, reason: stillStocked(name, products) }));
  await trx
    .deleteFrom('categories')
    .where('id', '<>', sql<string>`all(${ids}::text[])`)
    .execute();
  await storeAll(trx, categories);
  for (const { before, after } of changes.changed) if (before.group !== after.group) await searchAnew(trx, after.id);
  const subject = [...changes.added, ...changes.removed, ...changes.changed.map(({ after }) => after.name)].join(', ');
  await audit(trx, { actor: by, action: 'categories.set', subject, details: { ...changes } });
  return [];
}

function stillStocked(name: string, products: number): string {
  const [have, them] = products === 1 ? ['1 product', 'it'] : [`${products.toLocaleString('en')} products`, 'them'];
  return `${name} has ${have}: move or remove ${them} first.`;
}

async function storeAll(trx: Transaction<Tables>, categories: readonly Category[]): Promise<void> {
  if (categories.length === 0) return;
  const rows = categories.map(({ nameBn, group, ...category }, position) =>
    Object.assign({ position, name_bn: nameBn, type: group }, category),
  );
  await trx
    .insertInto('categories')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        position: ref('excluded.position'),
        name: ref('excluded.name'),
        name_bn: ref('excluded.name_bn'),
        aliases: ref('excluded.aliases'),
        type: ref('excluded.type'),
        shown: ref('excluded.shown'),
      })),
    )
    .execute();
}

/** The group of its products has followed it; it is in their searched texts too. */
async function searchAnew(trx: Transaction<Tables>, id: string): Promise<void> {
  for (let after = 0; ;) {
    const rows = await storedRowsIn(trx, id, after);
    await updateRows(
      trx,
      rows.map((row) => columnsOf(catalogueRowOf(row), row)),
    );
    if (rows.length < STATEMENT_ROWS) return;
    after = rows.at(-1)?.position ?? 0;
  }
}
