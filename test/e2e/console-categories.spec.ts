/** The console's categories, and the shop that follows them. */
import type { Page } from '@playwright/test';
import { operatorRequest, removeProduct } from '../support/operator-client.ts';
import { FIRST_CATEGORIES } from '../support/first-categories.ts';
import { expectGoodLooks, expectRefusedToStrangers } from './console.ts';
import { type ConsoleShop, consoleShop } from './console-shop.ts';
import { expect, open, test, waitForHydration } from './shop.ts';

const MASUR = { image: '', weight: '1', unit: 'kg', price: 140, discount: '0', status: 'top', category: 'lentils' };

let shop: ConsoleShop;

const put = (body: unknown): Promise<Response> =>
  operatorRequest(shop.url, '/categories', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

test.beforeAll(({ shop: own }) => {
  shop = consoleShop(own);
});
test.afterAll(async ({ shop: own }) => {
  await own.restoreCatalogue();
  expect((await put(FIRST_CATEGORIES)).status).toBe(200);
});
test.afterEach(() => {
  expect(shop.complaints.splice(0)).toEqual([]);
});

const category = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const bar = (page: Page) => page.getByRole('navigation', { name: 'Categories', exact: true });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
}

test('a category comes, has a product, is in all menus and goes again, and the shop follows', async ({
  browser,
  page: shopper,
}) => {
  const { page, show } = await shop.openConsole(browser);
  await show('/categories');
  await expect(page.getByRole('group')).toHaveCount(15);
  await expect(category(page, 'Fish').getByRole('textbox', { name: 'Category in Bangla' })).toHaveValue('মাছ');
  await expect(category(page, 'Fish').getByRole('button', { name: 'Remove' })).toBeHidden();
  await expectGoodLooks(page);
  await expectRefusedToStrangers(page, [{ path: '/operator/categories', body: { form: { version: '' } } }]);

  await page.getByRole('button', { name: 'Add category' }).click();
  const added = category(page, 'New category');
  await expect(added.getByRole('textbox', { name: 'Category', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(added.getByRole('alert').first()).toContainText('Write a name');
  await added.getByRole('textbox', { name: 'Category', exact: true }).fill('Lentils');
  const lentils = category(page, 'Lentils');
  await expect(lentils.getByRole('textbox', { name: 'Address' })).toHaveValue('lentils');
  await lentils.getByRole('textbox', { name: 'Category in Bangla' }).fill('ডাল');
  await lentils.getByRole('textbox', { name: 'Other words' }).fill('dal|daal');
  const group = lentils.getByRole('combobox', { name: 'Group' });
  await expect(group.getByRole('option')).toHaveText(['Raw Products', 'Beverages']);
  await group.selectOption('Raw Products');
  const up = lentils.getByRole('button', { name: 'Move up' });
  await up.click();
  await expect(up).toBeFocused();
  await save(page);
  await expect(page.getByRole('group').nth(14)).toHaveAccessibleName('Lentils');

  await open(shopper, '/groceries/raw-products');
  await expect(bar(shopper).getByRole('link')).toHaveCount(13);
  expect((await shopper.request.get('/groceries/raw-products/lentils')).status()).toBe(404);
  await shop.add([{ ...MASUR, id: 'masur', name: 'Masur' }]);
  await expect(bar(shopper).getByRole('link', { name: 'Lentils' })).toBeVisible();
  await expect(shopper.getByRole('region', { name: 'Lentils' }).getByRole('article')).toHaveCount(1);
  await bar(shopper).getByRole('link', { name: 'Lentils' }).click();
  await expect(shopper.getByRole('heading', { name: 'Lentils' })).toBeVisible();
  await expect(shopper.getByText('1 Item', { exact: false }).first()).toBeVisible();
  await open(shopper, '/bn');
  await expect(shopper.locator('nav.tiles').getByRole('link', { name: 'ডাল' })).toHaveAttribute(
    'href',
    '/bn/groceries/raw-products/lentils',
  );
  await open(shopper, '/bn/product/masur');
  await expect(shopper.getByRole('link', { name: 'ডাল' }).first()).toBeVisible();
  expect(await (await shopper.request.get('/sitemap.xml')).text()).toContain('/groceries/raw-products/lentils<');
  const found = await (await shopper.request.get('/api/suggest?q=daal')).json();
  expect(found.products).toMatchObject([{ id: 'masur' }]);

  await expect(lentils.getByRole('link', { name: '1 product' })).toBeVisible();
  await expect(lentils.getByRole('button', { name: 'Remove' })).toBeHidden();
  await removeProduct(shop.url, 'masur');
  await open(shopper, '/groceries/raw-products');
  await expect(bar(shopper).getByRole('link')).toHaveCount(13);
  await lentils.getByRole('button', { name: 'Remove' }).click();
  await save(page);
  expect((await shopper.request.get('/groceries/raw-products/lentils')).status()).toBe(404);
  expect((await shopper.request.get('/api/listings/lentils')).status()).toBe(404);

  await show('/log?what=categories');
  await expect(page.getByText('Changed the categories: removed Lentils')).toBeVisible();
});

test('a hidden category leaves the menus, and its products stay', async ({ browser, page: shopper }) => {
  const { page, show } = await shop.openConsole(browser);
  await show('/categories');
  await open(shopper, '/groceries/beverages');
  await category(page, 'Jams & Jellies').getByRole('checkbox', { name: 'Shown' }).uncheck();
  await category(page, 'Cakes').getByRole('textbox', { name: 'Category', exact: true }).fill('Cakes & Pies');
  await save(page);
  await expect(bar(shopper).getByRole('link')).toHaveText([
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
  await open(shopper, '/groceries/beverages/jams');
  await expect(shopper.getByRole('heading', { name: 'Jams & Jellies' })).toBeVisible();

  // What somebody else has changed meanwhile is overwritten only when Save is pressed again.
  await category(page, 'Oil').getByRole('textbox', { name: 'Category', exact: true }).fill('Oils');
  expect((await put(FIRST_CATEGORIES)).status).toBe(200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Somebody else has changed the categories meanwhile')).toBeVisible();
  await save(page);
  await show('/categories');
  await waitForHydration(page);
  await expect(category(page, 'Oils')).toBeVisible();
});

test('the API takes the whole list or nothing', async () => {
  expect((await put(FIRST_CATEGORIES)).status).toBe(200);
  const listed = await (await operatorRequest(shop.url, '/categories')).json();
  expect(listed.categories).toMatchObject([...FIRST_CATEGORIES]);
  expect(listed.categories[0].products).toBeGreaterThan(0);
  expect((await put(listed)).status).toBe(200);
  const bad = await put([...FIRST_CATEGORIES.slice(1), { id: 'offers', name: '', nameBn: 'ডাল', group: 'beverages' }]);
  expect(bad.status).toBe(422);
  expect(await bad.json()).toMatchObject({
    detail: expect.stringContaining('offers: Write a name'),
    errors: [
      { id: 'offers', field: 'id', reason: expect.stringContaining('another page') },
      { id: 'offers', field: 'name' },
    ],
  });
  const removed = await put(FIRST_CATEGORIES.slice(1));
  expect(await removed.json()).toMatchObject({
    status: 422,
    errors: [
      { id: 'vegetables', reason: expect.stringMatching(/^Vegetables has \d+ products: move or remove them first\.$/) },
    ],
  });
  expect(await (await operatorRequest(shop.url, '/categories')).json()).toEqual(listed);
});
