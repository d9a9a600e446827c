import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { STATUSES } from '../../domain/catalogue/catalogue.ts';
import { CATEGORIES, groupOf } from '../../test/support/first-categories.ts';
import type { CatalogueRow } from '../../domain/catalogue/catalogue-file.ts';
import { searchText } from '../../domain/catalogue/search.ts';
import { allPages } from '../../test/support/all-pages.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { findProducts, type ProductQuery } from './find.ts';
import type { Database } from '../db/connect.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';

const WORDS = ['Miniket Rice', 'Rui', 'ilish (Padma)', 'বেগুন', "o'il", 'Tea'];

const PRODUCTS = Array.from({ length: 400 }, (_, index) => {
  const category = CATEGORIES[Math.floor(index / 27)] ?? 'oil';
  return exampleProduct({
    id: `p-${index}`,
    name: `${WORDS[index % WORDS.length]} ${index}`,
    price: 1 + (index % 90) / 2,
    status: STATUSES[index % 3] ?? 'top',
    category,
    type: groupOf(category),
  });
});
const ROWS: readonly CatalogueRow[] = PRODUCTS.map(catalogueRow);

/** The rule, said once more: what the operator's search finds. */
function expected({ text = '', category }: ProductQuery): string[] {
  const needle = text.trim().toLowerCase();
  const found = PRODUCTS.filter((product) => {
    const inCategory = !category || product.category === category;
    return inCategory && searchText(product).includes(needle);
  }).map(({ id }) => id);
  const exact = ROWS.find((row) => row.id === text.trim() && (!category || row.category === category))?.id;
  return exact === undefined ? found : [exact, ...found.filter((id) => id !== exact)];
}

describeWithDatabase('the operator’s search', ({ open }) => {
  let database: Database;
  let catalogue: Catalogue;
  beforeAll(async () => {
    database = await open();
    catalogue = createCatalogue(database);
    for (let at = 0; at < ROWS.length; at += 100) {
      await catalogue.importRows(ROWS.slice(at, at + 100), 'operator');
      // Gaps, as after years of changes.
      await sql`select setval(pg_get_serial_sequence('products', 'position'),
        (select max(position) from products) + 5000)`.execute(database.kysely);
    }
  });

  const all = async (query: ProductQuery): Promise<string[]> =>
    (await allPages((after) => findProducts(database.kysely, { ...query, after }))).flatMap(({ rows }) =>
      rows.map(({ id }) => id),
    );

  test('finds exactly the products with the whole text and the category, in order, batch by batch', async () => {
    const text = fc.oneof(
      fc.constantFrom('', '  ', 'r', 'ri', 'RICE 1', 'miniket rice 300', 'tea', '(padma)', "o'il 4", 'বেগুন ১', 'none'),
      fc.constantFrom('p-7', 'p-399', 'p-400', ' p-12 ', 'p-', '%', '_', '\\'),
      fc.integer({ min: 0, max: 500 }).map(String),
    );
    const category = fc.constantFrom(null, 'fish', 'tea-coffe', 'oil', 'rice' as const);
    await fc.assert(
      fc.asyncProperty(text, category, fc.integer({ min: 1, max: 60 }), async (text, category, limit) => {
        expect(await all({ text, category, limit })).toEqual(expected({ text, category }));
      }),
      { numRuns: 60 },
    );
  });

  test('finds by other words, and by words with wrong letters when nothing else is found', async () => {
    const row = ROWS[3];
    if (!row) throw new Error('no row');
    await catalogue.importRows([{ ...row, aliases: 'zuqini|peyaj' }], 'operator');
    try {
      for (const text of ['zuqini', 'ZUQ', 'zuqinni']) {
        expect((await catalogue.find({ text })).rows.map(({ id }) => id)).toEqual([row.id]);
        expect((await findProducts(database.kysely, { text })).rows).toEqual([]);
      }
      const other = row.category === 'oil' ? 'rice' : 'oil';
      expect((await catalogue.find({ text: 'zuqini', category: other })).rows).toEqual([]);
    } finally {
      await catalogue.importRows([row], 'operator');
    }
  });

  test('finds the whole category that is called so, and then others with that word', async () => {
    const { rows, next } = await catalogue.find({ text: 'মাছ', limit: 20 });
    expect(rows).toHaveLength(20);
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(['fish']));
    const rest = await catalogue.find({ text: 'মাছ', limit: 20, after: next });
    expect(rest.rows.map(({ category }) => category)).toEqual(Array.from({ length: 7 }, () => 'fish'));
    expect((await catalogue.find({ text: 'মাছ', category: 'oil' })).rows).toEqual([]);
  });

  test('finds only what is not available, when asked', async () => {
    const ids = ['p-5', 'p-150', 'p-151'];
    const change = (fields: Partial<CatalogueRow>) =>
      catalogue.importRows(
        ROWS.filter(({ id }) => ids.includes(id)).map((row) => Object.assign({}, row, fields)),
        'operator',
      );
    await change({ available: 'no', aliases: 'sold-out' });
    try {
      const found = async (query: ProductQuery) =>
        (await catalogue.find({ only: { unavailable: true }, ...query })).rows.map(({ id }) => id);
      expect(await found({})).toEqual(ids);
      expect(await found({ text: '15' })).toEqual(ids.slice(1));
      expect(await found({ text: 'p-5' })).toEqual(['p-5']);
      expect(await found({ text: 'p-6' })).toEqual([]);
      expect(await found({ text: 'sold-out' })).toEqual(ids);
      const category = ROWS.find(({ id }) => id === 'p-150')?.category ?? null;
      expect(await found({ category })).toEqual(ids.slice(1));
    } finally {
      await change({ available: 'yes', aliases: '' });
    }
  });

  test('finds only what lacks a picture, and only what was changed since a time', async () => {
    const found = async (query: ProductQuery) => (await catalogue.find(query)).rows.map(({ id }) => id);
    const { rows } = await sql<{ now: Date }>`select now()`.execute(database.kysely);
    const since = { changedSince: rows[0]?.now ?? null };
    expect(await found({ only: since })).toEqual([]);
    await catalogue.change('p-7', { image: 'https://shop.example/rui.webp' }, { by: 'operator' });
    expect(await found({ only: since })).toEqual(['p-7']);
    expect(await found({ only: { ...since, noPicture: true } })).toEqual([]);
    await catalogue.change('p-7', { image: '' }, { by: 'operator' });
    expect(await found({ only: { ...since, noPicture: true } })).toEqual(['p-7']);
  });

  test('shows a product with all its columns', async () => {
    const { rows, next } = await findProducts(database.kysely, { text: 'p-3' });
    expect(rows).toEqual([ROWS[3]]);
    expect(next).toBeNull();
  });

  test('finds prices in Bangla digits, and nothing for texts that no product can have', async () => {
    expect(await all({ text: '৩০০' })).toEqual(expected({ text: '300' }));
    for (const text of ['Ru\0i', '\ud800', 'x'.repeat(5_000)]) expect(await all({ text })).toEqual([]);
  });

  test('begins at the first product when the cursor is invalid', async () => {
    for (const after of ['x', '-1', '', null]) {
      expect((await findProducts(database.kysely, { after, limit: 1 })).rows[0]?.id).toBe('p-0');
    }
  });
});
