/** The console's import: choosing, checking and importing a file. */
import type { Page } from '@playwright/test';
import { importProducts, operatorRequest } from '../support/operator-client.ts';
import { expect, expectGoodLooks, test } from './console.ts';
import { open } from './shop.ts';

const HEADER = 'id,name,image,weight,unit,price,discount,status,category\n';
const look = { image: '', weight: '1', unit: 'ltr', price: 180, discount: '0', status: 'top', category: 'oil' };
const KEPT = { ...look, id: 'kept', name: 'Kept Oil' };
const TIL = { ...look, id: 'til-oil', name: 'Til Oil' };

test.use({ alsoExpected: [/net::ERR_FAILED/] });
test.afterEach(async ({ shop }) => {
  for (const { id } of [KEPT, TIL]) await operatorRequest(shop.url, `/products/${id}`, { method: 'DELETE' });
});

const latest = (page: Page) => page.getByRole('region', { name: 'Latest import' });
const said = (page: Page) => latest(page).getByRole('status');
const check = (page: Page) => page.getByRole('button', { name: 'Check' }).click();
const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true });

async function choose(page: Page, name: string, content: string): Promise<void> {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
  await page.getByLabel('Catalogue file').setInputFiles(file);
}

test('the columns of another sheet are matched by hand, and remembered', async ({ page, operator: _ }) => {
  await open(page, '/operator/import');
  const sheet = 'Code;Product Name;Buying;Selling;Kind\ntil-oil;Til Oil;250;300;Oil\n';
  await choose(page, 'other.csv', sheet);
  await check(page);
  await expect(said(page)).toHaveText(/^Its columns have other names/);
  await expect(page.getByRole('combobox', { name: 'Id', exact: true })).toHaveValue('code');
  await page.getByRole('combobox', { name: 'Price', exact: true }).selectOption('Selling');
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Kind');
  await expectGoodLooks(page);
  await check(page);
  await expect(said(page)).toHaveText('1 would be added, 0 changed, 0 removed, 0 stay as they are.');
  await importButton(page).click();
  await expect(said(page)).toHaveText(/^1 added/);
  await choose(page, 'other.csv', sheet);
  await check(page);
  await expect(page.getByRole('combobox', { name: 'Price', exact: true })).toHaveValue('selling');
});

test('a file is checked, and any console may import it, also when the screen is left', async ({
  page,
  operator,
  openConsole,
  baseURL: url = '',
}) => {
  await importProducts(url, [KEPT]);
  await open(page, '/operator/products');
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(importButton(page)).toBeDisabled();
  await choose(page, 'bad.csv', `${HEADER}bad,Bad,,1,kg,0,0,top,rice\n`);
  await check(page);
  await expect(latest(page).getByRole('list', { name: 'Bad rows' })).toHaveText(/^Line 2: price must be above 0/);
  await expectGoodLooks(page);

  const { page: other, operator: colleague } = await openConsole();
  await open(other, '/operator/import');
  const rows = 'til-oil,Til Oil,,1,ltr,300,0,top,oil\nkept,Kept Oil,,1,ltr,181,0,top,oil\n';
  await choose(page, 'oils.csv', HEADER + rows);
  await check(page);
  await expect(said(page)).toHaveText('1 would be added, 1 changed, 0 removed, 0 stay as they are.');
  await expect(latest(page).getByText('Til Oil til-oil')).toBeVisible();
  await expect(latest(page).getByText('Price: 180 → 181')).toBeVisible();
  expect((await page.request.get('/product/til-oil')).status()).toBe(404);
  await expectGoodLooks(page);
  await expect(importButton(other)).toHaveAccessibleDescription(
    `Import brings oils.csv, as ${operator.email} has checked it.`,
  );
  await page.goto('about:blank');
  await importButton(other).click();
  await open(page, '/operator/import');
  for (const console of [page, other]) {
    await expect(latest(console).getByRole('heading')).toHaveText('Imported: oils.csv');
    await expect(said(console)).toHaveText('1 added, 1 changed, 0 removed, 0 unchanged.');
    await expect(latest(console).getByText(colleague.email)).toBeVisible();
  }
  await expect(latest(page).getByRole('progressbar', { name: 'Imported' })).toHaveAttribute('aria-valuenow', '100');
  await expect(importButton(page)).toBeDisabled();
  await expectGoodLooks(page);
  expect((await page.request.get('/product/til-oil')).status()).toBe(200);
});

test('Import brings only what was checked of what is chosen, and removes only after a question', async ({
  page,
  baseURL: url = '',
}) => {
  await importProducts(url, [TIL]);
  const all = await (await page.request.get('/operator/products/export')).text();
  const others = all.replace(/^til-oil.*\r\n/m, '');
  await open(page, '/operator/import');
  await check(page);
  const field = page.getByLabel('Catalogue file');
  await expect(field).toHaveAccessibleDescription('Choose a catalogue file.');
  // What is lost on the way stays chosen.
  await page.route('**/operator/import/file?*', (route) => route.abort());
  await choose(page, 'others.csv', others);
  await check(page);
  await expect(field).toHaveAccessibleDescription(/could not be sent: the connection was lost/);
  await page.unroute('**/operator/import/file?*');
  await check(page);
  await expect(said(page)).toContainText('Nothing would change');
  await expect(importButton(page)).toHaveAccessibleDescription(/^Import brings others\.csv/);

  await page.getByRole('checkbox', { name: 'Also remove what the file lacks' }).check();
  await expect(importButton(page)).toBeDisabled();
  await check(page);
  await expect(said(page)).toContainText('0 would be added, 0 changed, 1 removed');
  await expect(importButton(page)).toBeEnabled();
  await choose(page, 'all.csv', all);
  await expect(importButton(page)).toBeDisabled();
  await choose(page, 'others.csv', others);
  await check(page);
  await importButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Import, and remove 1 product?' });
  await dialog.getByRole('button', { name: 'Back' }).click();
  await importButton(page).click();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(said(page)).toContainText('0 added, 0 changed, 1 removed');
  expect((await page.request.get('/product/til-oil')).status()).toBe(404);
});
