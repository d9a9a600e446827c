/** The categories: as the console's form and the API take them, and where the shop shows them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { catalogueRow, exampleProduct } from '../support/factories.ts';
import { FIRST_CATEGORIES } from '../support/first-categories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorRequest } from '../support/operator-client.ts';
import type { Page, Visitor } from '../support/visitor.ts';

const LENTILS = { id: 'lentils', name: 'Lentils', nameBn: 'ডাল', aliases: 'dal|daal', group: 'raw-products' };

let door: FrontDoor;
let operator: Visitor;
beforeAll(async () => {
  door = await openFrontDoor();
  operator = await door.operator();
});
beforeEach(async () => {
  await put(FIRST_CATEGORIES);
});
afterAll(() => door.close());

const listed = async () => (await operatorRequest(door.url, '/categories')).json();

async function put(list: unknown): Promise<{ status: number; answer: unknown }> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await operatorRequest(door.url, '/categories', { method: 'PUT', headers, body: JSON.stringify(list) });
  return { status: answer.status, answer: await answer.json() };
}

const menu = ({ part }: Page) =>
  part('navigation', 'Categories')
    .getAllByRole('link')
    .map((link) => link.textContent);

test('one of the operator’s own is in menus, lists, sitemap and search while it has products', async () => {
  expect((await put([...FIRST_CATEGORIES, LENTILS])).status).toBe(200);
  const visitor = door.visitor();
  const list = '/groceries/raw-products/lentils';
  const statusOf = async (path: string) => (await visitor.fetch(path)).status;
  expect(await statusOf(list)).toBe(404);
  const before = menu(await visitor.open('/groceries/raw-products'));
  expect(before).not.toContain('Lentils');

  const masur = exampleProduct({ id: 'masur', name: 'Masur', category: 'lentils' });
  await door.services.catalogue.importRows([catalogueRow(masur)], 'operator');
  await expect.poll(() => statusOf(list)).toBe(200);
  const group = await visitor.open('/groceries/raw-products');
  expect(menu(group)).toEqual([...before, 'Lentils']);
  expect(group.part('region', 'Lentils').getAllByRole('article')).toHaveLength(1);
  const own = await visitor.open(list);
  own.screen.getByRole('heading', { name: 'Lentils', level: 1 });
  own.screen.getByText(/^1 Items?$/);
  const tiles = (await visitor.open('/bn')).document.querySelectorAll('nav.tiles a');
  expect([...tiles].find((tile) => tile.textContent === 'ডাল')?.getAttribute('href')).toBe(`/bn${list}`);
  (await visitor.open('/bn/product/masur')).part('main').getByRole('link', { name: 'ডাল' });
  expect(await (await visitor.fetch('/sitemap.xml')).text()).toContain(`${list}<`);
  const found = await (await visitor.fetch('/api/suggest?q=daal')).json();
  expect(found.products).toMatchObject([{ id: 'masur' }]);
  await door.services.catalogue.remove('masur', 'operator');
  await expect.poll(() => statusOf(list)).toBe(404);
  expect(menu(await visitor.open('/groceries/raw-products'))).toEqual(before);
  expect((await put(FIRST_CATEGORIES)).status).toBe(200);
  expect(await statusOf('/api/listings/lentils')).toBe(404);
  (await operator.open('/operator/log?what=categories')).screen.getByText(/Changed the categories: removed Lentils/);
});

test('a hidden one leaves the menus, its products keep their list, and another one has a new name', async () => {
  const screen = await operator.open('/operator/categories');
  const save = screen.screen.getByRole('button', { name: 'Save' });
  await operator.press(save, screen, {
    name: FIRST_CATEGORIES.map(({ id, name }) => (id === 'cakes' ? 'Cakes & Pies' : name)),
    // A box sends its row's place.
    shown: FIRST_CATEGORIES.flatMap(({ id }, place) => (id === 'jams' ? [] : String(place))),
  });
  expect(menu(await door.visitor().open('/groceries/beverages'))).toEqual([
    'Home',
    'Groceries',
    'Raw Products',
    'Beverages',
    'Tea & Coffe',
    'Dry Fruits',
    'Biscuits',
    'Cakes & Pies',
    'Breads',
  ]);
  const { screen: jams } = await door.visitor().open('/groceries/beverages/jams');
  jams.getByRole('heading', { name: 'Jams & Jellies' });
});

test('the API takes the whole list or nothing', async () => {
  const before = await listed();
  expect(before.categories).toMatchObject([...FIRST_CATEGORIES]);
  expect(before.categories[0].products).toBeGreaterThan(0);
  expect((await put(before)).status).toBe(200);
  const bad = { id: 'offers', name: '', nameBn: 'ডাল', group: 'beverages' };
  expect(await put([...FIRST_CATEGORIES.slice(1), bad])).toMatchObject({
    status: 422,
    answer: {
      detail: expect.stringContaining('Row 15, name: Write a name'),
      fields: [
        { row: 14, field: 'id', detail: expect.stringContaining('another page') },
        { row: 14, field: 'name' },
      ],
    },
  });
  const detail = expect.stringMatching(/^Vegetables has \d+ products: move or remove them first\.$/);
  expect(await put(FIRST_CATEGORIES.slice(1))).toMatchObject({ status: 422, answer: { detail } });
  expect(await listed()).toEqual(before);
});
