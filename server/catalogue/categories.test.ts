import { beforeEach, expect, test, vi } from 'vitest';
import type { Category } from '../../domain/catalogue/catalogue.ts';
import { searchText } from '../../domain/catalogue/search.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';
import { FIRST_CATEGORIES, listingOf } from '../../test/support/first-categories.ts';
import { SOON } from '../../test/support/soon.ts';
import type { Database } from '../db/connect.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { type Categories, createCategories } from './categories.ts';
import { CategoryGone } from './import-rows.ts';

const LENTILS: Category = {
  id: 'lentils',
  name: 'Lentils',
  nameBn: 'ডাল',
  aliases: 'dal|daal',
  group: 'raw-products',
  shown: true,
};
const MASUR = exampleProduct({ id: 'masur', name: 'Masur', category: 'lentils' });

describeWithDatabase('the categories', ({ open }) => {
  let database: Database;
  let categories: Categories;
  let catalogue: Catalogue;
  const productsChanged = vi.fn<() => void>();

  beforeEach(async () => {
    database = await open();
    categories = await createCategories(database, { productsChanged });
    catalogue = createCatalogue(database, undefined, async () => categories.all());
    return () => categories.close();
  });

  const ids = (list: readonly Category[]) => list.map(({ id }) => id);
  const log = () =>
    database.kysely.selectFrom('audit').selectAll().where('action', '=', 'categories.set').orderBy('id').execute();

  test('are the first 15 in a new shop', async () => {
    expect(categories.menu()).toMatchObject(FIRST_CATEGORIES);
    expect(await categories.list()).toMatchObject({ categories: FIRST_CATEGORIES.map((c) => ({ ...c, products: 0 })) });
    for (const { id } of FIRST_CATEGORIES) expect(categories.listing(id)?.listing).toEqual(listingOf(id));
    expect(categories.listing('top-products')).toEqual({ listing: listingOf('top-products'), category: null });
    for (const slug of ['', 'lentils', 'constructor', 'raw-products']) expect(categories.listing(slug)).toBeNull();
    expect(await log()).toEqual([]);
  });

  test('one of the operator’s own is in menus and has a list while it has products', async () => {
    expect(await categories.replace([...FIRST_CATEGORIES, LENTILS], 'rahima@example.com')).toEqual({ kind: 'changed' });
    expect(productsChanged).toHaveBeenCalled();
    expect(ids(categories.menu())).not.toContain('lentils');
    expect(categories.listing('lentils')).toBeNull();
    expect(await catalogue.add({ ...catalogueRow(MASUR), type: undefined })).toMatchObject({ kind: 'refused' });
    const { type: _, ...row } = catalogueRow(MASUR);
    expect(await catalogue.add({ ...row, category: 'ডাল' })).toMatchObject({
      kind: 'added',
      product: { category: 'lentils', type: 'raw-products' },
    });
    await vi.waitFor(() => expect(ids(categories.menu()).at(9)).toBe('lentils'), SOON);
    expect(categories.listing('lentils')).toMatchObject({ listing: { path: '/groceries/raw-products/lentils' } });
    for (const typed of ['lentils', 'ডাল', 'daal'])
      expect((await catalogue.suggest(typed)).map(({ id }) => id)).toEqual(['masur']);
    expect(await categories.replace(FIRST_CATEGORIES)).toEqual({
      kind: 'refused',
      errors: [{ id: 'lentils', reason: 'Lentils has 1 product: move or remove it first.' }],
    });
    await catalogue.remove('masur');
    await vi.waitFor(() => expect(ids(categories.menu())).not.toContain('lentils'), SOON);
    expect(await categories.replace(FIRST_CATEGORIES)).toEqual({ kind: 'changed' });
    expect(await log()).toMatchObject([
      { actor: 'rahima@example.com', subject: 'Lentils', details: { added: ['Lentils'], removed: [], moved: false } },
      { actor: 'operator', subject: 'Lentils', details: { added: [], removed: ['Lentils'] } },
    ]);
  });

  test('a hidden one is in no menu, and its products keep their list', async () => {
    await catalogue.importRows([catalogueRow(exampleProduct())]);
    const hide = (category: Category) => ({ ...category, shown: !['fish', 'oil'].includes(category.id) });
    await categories.replace(FIRST_CATEGORIES.map(hide));
    expect(ids(categories.menu())).toHaveLength(13);
    expect(categories.listing('fish')?.listing).toEqual(listingOf('fish'));
    expect(categories.listing('oil')).toBeNull();
  });

  test('a bad row changes nothing', async () => {
    const [first, ...others] = FIRST_CATEGORIES;
    const outcome = await categories.replace([{ ...first, name: 'Greens' }, { ...LENTILS, id: 'offers' }, ...others]);
    expect(outcome).toMatchObject({ kind: 'refused', errors: [{ id: 'offers', field: 'id', row: 1 }] });
    expect(categories.all()).toMatchObject(FIRST_CATEGORIES);
    expect(await log()).toEqual([]);
  });

  test('the products of one that moves to another group move along', async () => {
    const rows = Array.from({ length: 501 }, (_, at) => catalogueRow(exampleProduct({ id: `p-${at}` })));
    await catalogue.importRows(rows);
    await categories.replace(
      FIRST_CATEGORIES.map((c) => (c.id === 'fish' ? { ...c, group: 'beverages' as const } : c)),
    );
    const products = await database.kysely.selectFrom('products').select(['type', 'search_text']).execute();
    const moved = { type: 'beverages', search_text: searchText(exampleProduct({ type: 'beverages' })) };
    expect(products).toEqual(rows.map(() => moved));
    expect((await catalogue.search({ text: 'bev', category: 'beverages' })).products).toHaveLength(24);
    expect((await catalogue.search({ text: 'raw', category: 'all' })).products).toEqual([]);
  });

  test('an import whose category is gone meanwhile changes nothing, and one whose group has changed follows it', async () => {
    const rows = [catalogueRow(exampleProduct()), catalogueRow(MASUR)];
    await expect(catalogue.importRows(rows)).rejects.toThrow(CategoryGone);
    expect(await catalogue.size()).toBe(0);
    await categories.replace([...FIRST_CATEGORIES, { ...LENTILS, group: 'beverages' }]);
    await catalogue.importRows(rows);
    expect((await catalogue.product('masur'))?.product.type).toBe('beverages');
  });

  test('nobody overwrites what somebody else has changed', async () => {
    const { version } = await categories.list();
    await categories.replace(FIRST_CATEGORIES.toReversed(), 'a@example.com', version);
    expect(await categories.replace(FIRST_CATEGORIES, 'b@example.com', version)).toEqual({ kind: 'conflict' });
    expect(await categories.replace(FIRST_CATEGORIES, 'b@example.com', (await categories.list()).version)).toEqual({
      kind: 'changed',
    });
    expect((await log()).map(({ details }) => details)).toMatchObject([{ moved: true }, { moved: true }]);
  });

  test('change in all processes', async () => {
    const dropped = vi.fn<() => void>();
    const other = await createCategories(database, { productsChanged: dropped });
    await categories.replace([LENTILS, ...FIRST_CATEGORIES]);
    await vi.waitFor(() => expect(ids(other.all())[0]).toBe('lentils'), SOON);
    expect(dropped).toHaveBeenCalled();
    await catalogue.importRows([catalogueRow(MASUR)]);
    await vi.waitFor(() => expect(ids(other.menu())[0]).toBe('lentils'), SOON);
    await other.close();
  });
});
