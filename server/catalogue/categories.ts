/** The categories of the shop, as the operator has set them: kept by each process, and read anew when any process changes them. */
import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { listChanges } from '../../base/list-changes.ts';
import {
  type Category,
  categoryListing,
  GROUPS,
  type Listing,
  TRENDING_LISTINGS,
} from '../../domain/catalogue/catalogue.ts';
import { type CategoryFault, readCategories } from '../../domain/catalogue/read-categories.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import { LOCKS } from '../db/locks.ts';
import type { Tables } from '../db/tables.ts';
import type { Live } from '../live/live.ts';
import { createSnapshot } from '../live/snapshot.ts';
import { findProducts } from './find.ts';
import { columnsOf } from './rows.ts';
import { STATEMENT_ROWS, updateRows } from './write-rows.ts';

/** With the number of its products. */
interface StoredCategory extends Category {
  /** One of those that every shop begins with: they are in menus without products too. */
  builtIn: boolean;
  products: number;
}

export type CategoriesChange =
  | { kind: 'changed' }
  /** Somebody else has changed the list since that version. */
  | { kind: 'conflict' }
  | { kind: 'refused'; errors: CategoryFault[] };

export type Categories = Awaited<ReturnType<typeof createCategories>>;

export async function createCategories(
  database: Pick<Database, 'kysely' | 'listen'>,
  live: Pick<Live, 'productsChanged'>,
) {
  const { kysely } = database;
  const read = async () => {
    const categories = await storedCategories(kysely);
    // Not the number, which changes more often than any menu.
    return categories.map(({ products, builtIn, ...category }) => {
      const inMenus = category.shown && (builtIn || products > 0);
      return Object.assign(category, { inMenus, opens: inMenus || products > 0 });
    });
  };
  const snapshot = await createSnapshot(database, read, live.productsChanged);

  return {
    /** In the operator's order. */
    all: (): readonly Category[] => snapshot.get(),

    /** Those of menus: raw products, then beverages. */
    menu(): readonly Category[] {
      const shown = snapshot.get().filter(({ inMenus }) => inMenus);
      return GROUPS.flatMap((group) => shown.filter((category) => category.group === group));
    },

    /** The list with this end of its address, and its category. One that is in no menu has a list while it has products. */
    listing(slug: string): { listing: Listing; category: Category | null } | null {
      const trending = TRENDING_LISTINGS.find((listing) => listing.slug === slug);
      if (trending) return { listing: trending, category: null };
      const category = snapshot.get().find(({ id, opens }) => id === slug && opens);
      return category ? { listing: categoryListing(category), category } : null;
    },

    /** For the operator, as stored. */
    async list(): Promise<{ version: string; categories: (Category & { products: number })[] }> {
      const stored = await storedCategories(kysely);
      return { version: versionOf(stored), categories: stored.map(({ builtIn: _, ...category }) => category) };
    },

    /** All of the given list or, with a bad row, nothing. With a `version`, only while the stored list has it. */
    async replace(given: unknown, by: Actor = 'operator', version?: string): Promise<CategoriesChange> {
      const outcome = await retrySerializationFailures(() =>
        kysely.transaction().execute((trx) => replaceAll(trx, { given, by, version })),
      );
      await snapshot.refresh();
      return outcome;
    },

    close: snapshot.close,
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

function versionOf(stored: readonly StoredCategory[]): string {
  const fields = stored.map(({ products: _, ...category }) => category);
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16);
}

/** Imports and this wait for each other. */
async function replaceAll(
  trx: Transaction<Tables>,
  { given, by, version }: { given: unknown; by: Actor; version: string | undefined },
): Promise<CategoriesChange> {
  await sql`select pg_advisory_xact_lock(${LOCKS.catalogue}::bigint)`.execute(trx);
  const current = await storedCategories(trx);
  if (version !== undefined && version !== versionOf(current)) return { kind: 'conflict' };
  const read = readCategories(given, current);
  if (!read.ok) return { kind: 'refused', errors: read.errors };
  const { categories } = read;
  const ids = new Set(categories.map(({ id }) => id));
  const removed = current.filter(({ id }) => !ids.has(id));
  const stocked = removed.filter(({ products }) => products > 0);
  if (stocked.length > 0) return { kind: 'refused', errors: stocked.map(stillStocked) };
  const changes = listChanges<Category>(current, categories, CHANGEABLE);
  const names = [...changes.added, ...changes.removed, ...changes.changed.map(({ name }) => name)];
  if (names.length === 0 && !changes.moved) return { kind: 'changed' };
  const gone = removed.map(({ id }) => id);
  await trx
    .deleteFrom('categories')
    .where('id', '=', sql<string>`any(${gone}::text[])`)
    .execute();
  await storeAll(trx, categories);
  for (const { id, group } of categories)
    if (current.some((before) => before.id === id && before.group !== group)) await searchAnew(trx, id);
  await audit(trx, { actor: by, action: 'categories.set', subject: names.join(', '), details: changes });
  return { kind: 'changed' };
}

function stillStocked({ id, name, products }: StoredCategory): CategoryFault {
  const [have, them] = products === 1 ? ['1 product', 'it'] : [`${products.toLocaleString('en')} products`, 'them'];
  return { id, reason: `${name} has ${have}: move or remove ${them} first.` };
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
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => Object.fromEntries(STORED.map((column) => [column, ref(`excluded.${column}`)]))),
    )
    .execute();
}

const CHANGEABLE = ['name', 'nameBn', 'aliases', 'group', 'shown'] as const;
const STORED = ['position', 'name', 'name_bn', 'aliases', 'type', 'shown'] as const;

/** The group of its products has followed it; it is in their searched texts too. */
async function searchAnew(trx: Transaction<Tables>, category: string, from: string | null = null): Promise<void> {
  const { rows, next } = await findProducts(trx, { category, after: from, limit: STATEMENT_ROWS });
  await updateRows(
    trx,
    rows.map((row) => columnsOf(row)),
  );
  if (next !== null) await searchAnew(trx, category, next);
}
