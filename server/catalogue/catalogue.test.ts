import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { TRENDING_LISTINGS } from '../../domain/catalogue/catalogue.ts';
import { LISTINGS, listingOf } from '../../test/support/first-categories.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import type { CatalogueRow } from '../../domain/catalogue/catalogue-file.ts';
import { SEARCH_CATEGORIES, matchesSearch } from '../../domain/catalogue/search.ts';
import { products } from '../../test/support/arbitraries.ts';
import { allPages } from '../../test/support/all-pages.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { type Batch, type Catalogue, createCatalogue } from './catalogue.ts';
import type { ImportOptions } from './write.ts';
import type { Database } from '../db/connect.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';

/** The columns of the catalogue file: a product without its type. */
function rows(count: number, fields: (index: number) => Partial<Product> = () => ({})): CatalogueRow[] {
  return Array.from({ length: count }, (_, index) =>
    catalogueRow(exampleProduct({ id: `p-${index}`, ...fields(index) })),
  );
}

const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

/** All batches of a list, joined. */
const all = async (read: (after: string | null) => Promise<Batch>): Promise<Product[]> =>
  (await allPages(read)).flatMap((batch) => batch.products);

describeWithDatabase('the catalogue', ({ open }) => {
  let database: Database;
  let catalogue: Catalogue;
  beforeAll(async () => {
    database = await open();
    catalogue = createCatalogue(database);
  });
  const put = (given: readonly CatalogueRow[], options?: ImportOptions) =>
    catalogue.importRows(given, 'operator', options);
  beforeEach(async () => {
    await put([], { replace: true });
    await database.kysely.deleteFrom('audit').execute();
  });

  const exported = () => Array.fromAsync(catalogue.rows());

  test('is empty at first', async () => {
    expect(await catalogue.size()).toBe(0);
    expect(await catalogue.listing(listingOf('fish'))).toEqual({ products: [], next: null });
    expect(await catalogue.offers()).toEqual({ products: [], next: null });
    expect((await catalogue.sections(LISTINGS)).rice).toEqual([]);
    expect(await catalogue.counts()).toEqual({});
  });

  test('returns the imported products in their order', async () => {
    const imported = [
      exampleProduct({ id: 'b', name: 'চিনিগুড়া চাল', price: 0.01, discount: '99.99', category: 'rice' }),
      exampleProduct({ id: 'a', price: 1_000_000, imgUrl: '/images/p/x-320.webp', weight: '', status: 'popular' }),
    ].map(catalogueRow);
    expect(await put(imported)).toEqual({
      added: 2,
      changed: 0,
      unchanged: 0,
      removed: 0,
    });
    expect(await exported()).toEqual(imported);
    expect(ids(await catalogue.byIds(['a', 'nothing', 'b', '\0', '\ud800']))).toEqual(['a', 'b']);
    expect(await catalogue.size()).toBe(2);
  });

  test('lists a category and a trending list completely, batch by batch', async () => {
    await put(rows(61, (index) => ({ category: index % 2 ? 'fish' : 'rice', status: index % 3 ? 'top' : 'recent' })));
    const slugs = ['fish', 'rice', 'top-products', 'recent-products', 'popular-now'];
    const counts = await catalogue.counts();
    for (const slug of slugs) {
      const filter = listingOf(slug).filter;
      const expected = (await exported()).filter((row) =>
        'category' in filter ? row.category === filter.category : row.status === filter.status,
      );
      const listed = await all((after) => catalogue.listing(listingOf(slug), { after, limit: 7 }));
      expect(ids(listed)).toEqual(ids(expected));
      expect(counts[slug]).toBe(expected.length);
    }
  });

  test('starts at the first batch when the cursor is invalid', async () => {
    await put(rows(3));
    for (const after of ['', 'x', '-1', '1e3', '9'.repeat(400), '\0', null]) {
      expect(ids((await catalogue.listing(listingOf('fish'), { after })).products)).toEqual(['p-0', 'p-1', 'p-2']);
    }
    expect((await catalogue.listing(listingOf('fish'), { after: '999999999999999' })).products).toEqual([]);
  });

  test('shows the last ten products of each section in reversed order', async () => {
    await put(rows(25, (index) => ({ status: index < 20 ? 'top' : 'popular' })));
    const sections = await catalogue.sections([
      ...TRENDING_LISTINGS,
      ...LISTINGS.filter(({ slug }) => slug === 'fish'),
    ]);
    expect(ids(sections['top-products'] ?? [])).toEqual(ids(rows(20)).toReversed().slice(0, 10));
    expect(ids(sections['popular-now'] ?? [])).toEqual(['p-24', 'p-23', 'p-22', 'p-21', 'p-20']);
    expect(sections['recent-products']).toEqual([]);
    expect(ids(sections.fish ?? [])).toEqual(ids(rows(25)).toReversed().slice(0, 10));
  });

  test('shows a category by the first picture of its section', async () => {
    const withPictures = (...of: number[]) =>
      put(rows(12, (index) => ({ imgUrl: of.includes(index) ? `https://pictures.example/${index}.png` : '' })));
    await withPictures(1, 4, 3);
    expect(await catalogue.pictures(['fish', 'rice'])).toEqual({ fish: 'https://pictures.example/4.png' });
    await withPictures(1);
    expect(await catalogue.pictures(['fish'])).toEqual({});
  });

  test('shows offers fifteen at a time', async () => {
    await put(rows(40, (index) => ({ discount: index % 2 ? '12.5' : '0' })));
    const first = await catalogue.offers();
    expect(first.products).toHaveLength(15);
    const offers = await all((after) => catalogue.offers({ after }));
    expect(offers).toHaveLength(20);
    expect(offers.every(({ discount }) => discount === '12.5')).toBe(true);
  });

  test('keeps a changed product’s position and updates the counts', async () => {
    await put(rows(3));
    const changed = exampleProduct({ id: 'p-1', name: 'Pabda', price: 99.5, category: 'oil', status: 'recent' });
    const more = [changed, exampleProduct({ id: 'new' })].map(catalogueRow);
    const summary = await put([...more, ...rows(1)]);
    expect(summary).toEqual({ added: 1, changed: 1, unchanged: 1, removed: 0 });
    expect(ids(await exported())).toEqual(['p-0', 'p-1', 'p-2', 'new']);
    expect(await catalogue.counts()).toMatchObject({ fish: 3, oil: 1, 'top-products': 3, 'recent-products': 1 });
    expect(ids((await catalogue.search({ text: 'pab', category: 'all' })).products)).toEqual(['p-1']);
  });

  test('replaces the catalogue; a comparison only reports the changes', async () => {
    await put(rows(10));
    const next = [...rows(4), catalogueRow(exampleProduct({ id: 'new' }))];
    const summary = { added: 1, changed: 0, unchanged: 4, removed: 6 };
    expect(await catalogue.compare(next, { replace: true })).toMatchObject({ summary });
    expect(await exported()).toEqual(rows(10));
    expect(await put(next, { replace: true })).toEqual(summary);
    expect(await exported()).toEqual(next);
    expect((await catalogue.counts()).fish).toBe(5);
  });

  test('shows an import when it is complete', async () => {
    await put(rows(3));
    const alongside = async () => {
      expect(await exported()).toEqual(rows(3));
      expect(await catalogue.size()).toBe(3);
    };
    const mangoes = rows(2, () => ({ name: 'Mango' }));
    await put(mangoes, { replace: true, alongside });
    expect((await exported()).map(({ name }) => name)).toEqual(['Mango', 'Mango']);
    expect(await catalogue.size()).toBe(2);
  });

  test('imports all or nothing', async () => {
    await put(rows(2));
    const bad = rows(1, () => ({ id: 'bad', price: -1 }));
    await expect(put([...rows(1200), ...bad])).rejects.toThrow('price_poisha');
    expect(await exported()).toEqual(rows(2));
    expect((await catalogue.counts()).fish).toBe(2);
  });

  test('loses neither of two parallel changes', async () => {
    await put(rows(1));
    const texts = { discount: '5', name: 'Rohu', weight: '2', unit: 'pc', name_bn: 'রুই' };
    const changes = { price: 77, available: false, ...texts };
    await Promise.all(
      Object.entries(changes).map(([field, value]) => catalogue.change('p-0', { [field]: value }, { by: 'operator' })),
    );
    expect((await catalogue.byIds(['p-0']))[0]).toMatchObject(changes);
  });

  test('removes one product', async () => {
    await put(rows(2));
    expect(await catalogue.remove('p-0', 'operator')).toMatchObject({ ok: true });
    for (const id of ['p-0', '\0']) expect(await catalogue.remove(id, 'operator')).toMatchObject({ status: 404 });
    expect((await catalogue.counts()).fish).toBe(1);
    expect((await catalogue.search({ text: 'rui', category: 'all' })).products).toHaveLength(1);
  });

  test('returns one product as a row of the file', async () => {
    await put(rows(2));
    expect(await catalogue.row('p-1')).toEqual(rows(2)[1]);
    expect(await catalogue.row('p-2')).toBeNull();
    expect(await catalogue.row('\0')).toBeNull();
  });

  test('names what an import would change', async () => {
    await put(rows(130));
    const added = rows(120, (index) => ({ id: `q-${index}`, name: 'New' }));
    const next = [...added, ...rows(2, () => ({ name: 'Rohu', price: 12.5 }))];
    const { summary, changes } = await catalogue.compare(next, { replace: true });
    expect(summary).toEqual({ added: 120, changed: 2, unchanged: 0, removed: 128 });
    expect(changes.added).toHaveLength(100);
    expect(changes.added[0]).toEqual({ id: 'q-0', name: 'New' });
    expect(changes.changed[1]).toEqual({
      id: 'p-1',
      name: 'Rohu',
      fields: [
        { column: 'name', from: 'Rui Fish', to: 'Rohu' },
        { column: 'price', from: '350', to: '12.5' },
      ],
    });
    expect(changes.removed).toHaveLength(100);
    expect(changes.removed[0]).toEqual({ id: 'p-2', name: 'Rui Fish' });
    expect(await exported()).toEqual(rows(130));
  });

  test('keeps who made each change', async () => {
    await catalogue.importRows(rows(1), 'a@shop.example');
    await catalogue.change('p-0', { price: 1 }, { by: 'b@shop.example' });
    await catalogue.remove('p-0', 'c@shop.example');
    const { type: _, ...fields } = catalogueRow(exampleProduct());
    await catalogue.add(fields, 'd@shop.example');
    const entries = await database.kysely.selectFrom('audit').selectAll().orderBy('id').execute();
    expect(entries.map(({ actor, action, subject }) => `${actor} ${action} ${subject}`)).toEqual([
      'a@shop.example products.import *',
      'b@shop.example products.set p-0',
      'c@shop.example products.remove p-0',
      'd@shop.example products.add rui',
    ]);
  });

  test('undoes an import when what runs alongside fails', async () => {
    const alongside = () => Promise.reject(new Error('no'));
    await expect(put(rows(2), { alongside })).rejects.toThrow('no');
    expect(await exported()).toEqual([]);
  });

  test('notifies of every change, and not when nothing changed', async () => {
    let told = 0;
    const unlisten = await database.listen('products', () => void (told += 1));
    await put(rows(2));
    await expect.poll(() => told).toBe(1);
    await put(rows(2));
    await catalogue.compare(rows(3));
    await catalogue.remove('nothing', 'operator');
    await catalogue.remove('p-0', 'operator');
    await expect.poll(() => told).toBeGreaterThan(1);
    expect(told).toBe(2);
    await unlisten();
  });

  test('finds exactly what the domain’s search rule finds, the suggested first, then in order, batch by batch', async () => {
    const bangla = ['বেগুন', 'লাল শাক', 'ইলিশ', 'চাল', 'Rui', 'rUI', '%_\\', "o'il", '🍅'];
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(products, { selector: ({ id }) => id, minLength: 1, maxLength: 30 }),
        fc.array(fc.oneof(fc.constantFrom(...bangla, 'raw', 'bev', 'top', '1', ''), fc.string({ unit: 'grapheme' })), {
          maxLength: 5,
        }),
        fc.constantFrom(...SEARCH_CATEGORIES),
        async (list, texts, category) => {
          const named = list.map((product, index) =>
            catalogueRow({ ...product, name: bangla[index % 13] ?? product.name.replaceAll('\0', '') }),
          );
          const valid = named.filter(({ name }) => name.isWellFormed() && name !== '');
          await put(valid, { replace: true });
          const stored = await catalogue.byIds(ids(await exported()));
          for (const text of [...texts, ...stored.slice(0, 3).map(({ name }) => name)]) {
            const found = await all((after) => catalogue.search({ text, category, after, limit: 4 }));
            const matches = stored.filter((product) => matchesSearch(product, text, category));
            expect(ids(found).toSorted()).toEqual(ids(matches).toSorted());
            const suggested = ids(await catalogue.suggest(text, category)).slice(0, 3);
            const best = suggested.filter((id) => ids(matches).includes(id));
            expect(ids(found)).toEqual([...best, ...ids(matches).filter((id) => !best.includes(id))]);
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  test('searches a catalogue with gaps', async () => {
    // Positions with large gaps, as after years of changes.
    for (const start of [0, 5]) {
      await put(rows(5, (index) => ({ id: `p-${start + index}`, name: `Koi ${start + index}` })));
      await sql`select setval(pg_get_serial_sequence('products', 'position'),
        (select max(position) from products) + 20000)`.execute(database.kysely);
    }
    const found = await all((after) => catalogue.search({ text: 'koi', category: 'all', after, limit: 3 }));
    expect(ids(found)).toEqual(ids(rows(10)));
    expect((await catalogue.search({ text: 'oi9', category: 'all' })).products).toEqual([]);
    await put([], { replace: true });
    expect((await catalogue.search({ text: 'koi', category: 'all' })).products).toEqual([]);
  });
});
