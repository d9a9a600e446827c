/** The console's categories, and open pages of the shop that follow them. */
import type { Page } from '@playwright/test';
import { FIRST_CATEGORIES } from '../support/first-categories.ts';
import { importProducts, operatorRequest, operatorSends, removeProduct } from '../support/operator-client.ts';
import { expect, expectGoodLooks, test } from './console.ts';
import { open } from './shop.ts';

const MASUR = { image: '', weight: '1', unit: 'kg', price: 140, discount: '0', status: 'top', category: 'lentils' };

const restore = (url: string) => operatorSends(url, 'PUT', '/categories', FIRST_CATEGORIES);
test.afterEach(({ shop }) => restore(shop.url));

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();

test('a category comes, is in the menus of open pages while it has a product, and goes again', async ({
  page,
  openBrowser,
  baseURL: url = '',
}) => {
  await open(page, '/operator/categories');
  const groups = page.getByRole('group');
  const category = (name: string) => page.getByRole('group', { name, exact: true });
  await expect(groups).toHaveCount(15);
  await expect(category('Fish').getByRole('textbox', { name: 'Category in Bangla' })).toHaveValue('মাছ');
  await expect(category('Fish').getByRole('button', { name: 'Remove' })).toBeHidden();
  await expectGoodLooks(page);

  await page.getByRole('button', { name: 'Add category' }).click();
  const name = { name: 'Category', exact: true };
  const added = category('New category');
  await expect(added.getByRole('textbox', name)).toBeFocused();
  await save(page);
  await expect(added.getByRole('textbox', name)).toHaveAccessibleDescription(/^Write a name/);
  await added.getByRole('textbox', name).fill('Lentils');
  const lentils = category('Lentils');
  await expect(lentils.getByRole('textbox', { name: 'Address' })).toHaveValue('lentils');
  await lentils.getByRole('textbox', { name: 'Category in Bangla' }).fill('ডাল');
  const group = lentils.getByRole('combobox', { name: 'Group' });
  await expect(group.getByRole('option')).toHaveText(['Raw Products', 'Beverages']);
  await group.selectOption('Raw Products');
  const up = lentils.getByRole('button', { name: 'Move up' });
  await up.click();
  await expect(up).toBeFocused();
  await save(page);
  await saved(page);
  await expect(groups.nth(14)).toHaveAccessibleName('Lentils');

  const shopper = await openBrowser();
  await open(shopper, '/groceries/raw-products');
  const menu = shopper.getByRole('navigation', { name: 'Categories', exact: true });
  await expect(menu.getByRole('link', { name: 'Lentils' })).toHaveCount(0);
  await importProducts(url, [{ ...MASUR, id: 'masur', name: 'Masur' }]);
  await expect(menu.getByRole('link', { name: 'Lentils' })).toBeVisible();
  await expect(lentils.getByRole('link', { name: '1 product' })).toBeVisible();
  await expect(lentils.getByRole('button', { name: 'Remove' })).toBeHidden();
  await removeProduct(url, 'masur');
  await expect(menu.getByRole('link', { name: 'Lentils' })).toHaveCount(0);

  // What somebody else has changed meanwhile is overwritten only when Save is pressed again.
  await lentils.getByRole('textbox', name).fill('Pulses');
  await restore(url);
  await save(page);
  await expect(page.getByText('Somebody else has changed the list meanwhile')).toBeVisible();
  await save(page);
  await expect.poll(async () => (await operatorRequest(url, '/categories')).text()).toContain('Pulses');
  await open(page, '/operator/categories');
  await category('Pulses').getByRole('button', { name: 'Remove' }).click();
  await save(page);
  await expect(groups).toHaveCount(15);
});
