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
import { OutdatedRows } from './write-rows.ts';

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

  const set = (rows: Parameters<Categories['set']>[0]) => categories.set(rows, 'operator');
  const ids = (list: readonly Category[]) => list.map(({ id }) => id);
  const log = () =>
    database.kysely.selectFrom('audit').selectAll().where('action', '=', 'categories.set').orderBy('id').execute();

  test('are the first 15 in a new shop', async () => {
    expect(categories.menu()).toMatchObject(FIRST_CATEGORIES);
    expect(await categories.list()).toMatchObject({ rows: FIRST_CATEGORIES.map((c) => ({ ...c, products: 0 })) });
    for (const { id } of FIRST_CATEGORIES) expect(categories.listing(id)?.listing).toEqual(listingOf(id));
    expect(categories.listing('top-products')).toEqual({ listing: listingOf('top-products'), category: null });
    for (const slug of ['', 'lentils', 'constructor', 'raw-products']) expect(categories.listing(slug)).toBeNull();
    expect(await log()).toEqual([]);
  });

  test('one of the operator’s own is in menus and has a list while it has products', async () => {
    expect(await categories.set([...FIRST_CATEGORIES, LENTILS], 'rahima@example.com')).toMatchObject({ ok: true });
    expect(productsChanged).toHaveBeenCalled();
    expect(ids(categories.menu())).not.toContain('lentils');
    expect(categories.listing('lentils')).toBeNull();
    const { type: _, ...row } = catalogueRow(MASUR);
    const value = { category: 'lentils', type: 'raw-products' };
    expect(await catalogue.add({ ...row, category: 'ডাল' }, 'operator')).toMatchObject({ value });
    await vi.waitFor(() => expect(ids(categories.menu()).at(9)).toBe('lentils'), SOON);
    expect(categories.listing('lentils')).toMatchObject({ listing: { path: '/groceries/raw-products/lentils' } });
    for (const typed of ['lentils', 'ডাল', 'daal'])
      expect((await catalogue.suggest(typed)).map(({ id }) => id)).toEqual(['masur']);
    const reason = { code: 'malformed', detail: 'Lentils has 1 product: move or remove it first.' };
    expect(await set(FIRST_CATEGORIES)).toEqual({ ok: false, status: 422, reason });
    await catalogue.remove('masur', 'operator');
    await vi.waitFor(() => expect(ids(categories.menu())).not.toContain('lentils'), SOON);
    expect(await set(FIRST_CATEGORIES)).toMatchObject({ ok: true });
    expect(await log()).toMatchObject([
      { actor: 'rahima@example.com', details: { added: ['Lentils'], removed: [], moved: false } },
      { actor: 'operator', details: { added: [], removed: ['Lentils'] } },
    ]);
  });

  test('a hidden one is in no menu, and its products keep their list', async () => {
    await catalogue.importRows([catalogueRow(exampleProduct())], 'operator');
    const hide = (category: Category) => ({ ...category, shown: !['fish', 'oil'].includes(category.id) });
    await set(FIRST_CATEGORIES.map(hide));
    expect(ids(categories.menu())).toHaveLength(13);
    expect(categories.listing('fish')?.listing).toEqual(listingOf('fish'));
    expect(categories.listing('oil')).toBeNull();
  });

  test('what a row leaves out stays as it is, and is usual in a new one', async () => {
    const [{ aliases: _, shown: __, ...vegetables } = LENTILS, ...others] = FIRST_CATEGORIES;
    await set(FIRST_CATEGORIES.map((category) => ({ ...category, shown: false })));
    const own = { id: 'x1', name: 'X', nameBn: 'এক্স', group: 'beverages' } as const;
    await set([vegetables, ...others, own]);
    expect(categories.all()[0]).toMatchObject({ ...FIRST_CATEGORIES[0], shown: false });
    expect(categories.all().at(-1)).toMatchObject({ ...own, aliases: '', shown: true });
  });

  test('the products of one that moves to another group move along', async () => {
    const rows = Array.from({ length: 501 }, (_, at) => catalogueRow(exampleProduct({ id: `p-${at}` })));
    await catalogue.importRows(rows, 'operator');
    await set(FIRST_CATEGORIES.map((c) => (c.id === 'fish' ? { ...c, group: 'beverages' as const } : c)));
    const products = await database.kysely.selectFrom('products').select(['type', 'search_text']).execute();
    const moved = { type: 'beverages', search_text: searchText(exampleProduct({ type: 'beverages' })) };
    expect(products).toEqual(rows.map(() => moved));
    expect((await catalogue.search({ text: 'bev', category: 'beverages' })).products).toHaveLength(24);
    expect((await catalogue.search({ text: 'raw', category: 'all' })).products).toEqual([]);
  });

  test('an import whose category is gone meanwhile changes nothing, and one whose group has changed follows it', async () => {
    const rows = [catalogueRow(exampleProduct()), catalogueRow(MASUR)];
    await expect(catalogue.importRows(rows, 'operator')).rejects.toThrow(OutdatedRows);
    expect(await catalogue.size()).toBe(0);
    await set([...FIRST_CATEGORIES, { ...LENTILS, group: 'beverages' }]);
    await catalogue.importRows(rows, 'operator');
    expect((await catalogue.product('masur'))?.product.type).toBe('beverages');
  });

  test('nobody overwrites what somebody else has changed', async () => {
    const { version } = await categories.list();
    await categories.set(FIRST_CATEGORIES.toReversed(), 'a@example.com', version);
    const conflict = { status: 409, reason: { code: 'changed-meanwhile', what: 'list' } };
    expect(await categories.set(FIRST_CATEGORIES, 'b@example.com', version)).toMatchObject(conflict);
    const now = (await categories.list()).version;
    expect(await categories.set(FIRST_CATEGORIES, 'b@example.com', now)).toMatchObject({ ok: true });
    expect((await log()).map(({ details }) => details)).toMatchObject([{ moved: true }, { moved: true }]);
  });

  test('change in all processes', async () => {
    const dropped = vi.fn<() => void>();
    const other = await createCategories(database, { productsChanged: dropped });
    await set([LENTILS, ...FIRST_CATEGORIES]);
    await vi.waitFor(() => expect(ids(other.all())[0]).toBe('lentils'), SOON);
    expect(dropped).toHaveBeenCalled();
    await catalogue.importRows([catalogueRow(MASUR)], 'operator');
    await vi.waitFor(() => expect(ids(other.menu())[0]).toBe('lentils'), SOON);
    await other.close();
  });
});
