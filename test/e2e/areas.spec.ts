/** Areas: the operator keeps them, and a shopper chooses one. */
import { operatorRequest, operatorSends } from '../support/operator-client.ts';
import { becomeOperator, expectGoodLooks } from './console.ts';
import { expect, fillCheckout, open, putInCart, register, test } from './shop.ts';

test.use({ viewport: { width: 360, height: 800 } });
test.afterEach(({ shop }) => setAreas(shop.url, []));

const setAreas = (url: string, areas: object[]): Promise<void> => operatorSends(url, 'PUT', '/areas', { areas });

async function areasOf(url: string): Promise<{ id: string }[]> {
  return (await (await operatorRequest(url, '/areas')).json()).areas;
}

const MIRPUR = { id: 'mirpur-10', name: 'Mirpur 10', nameBn: 'মিরপুর ১০', fee: 40, aliases: 'golchottor' };
const SAVAR = { id: 'savar', name: 'Savar', nameBn: 'সাভার', fee: 100, freeFrom: 5_000 };
const TONGI = { id: 'tongi', name: 'Tongi', nameBn: 'টঙ্গী', delivers: false };

test('a shopper chooses an area by typing, in either script, and pays its fee', async ({ page, shop }) => {
  await setAreas(shop.url, [MIRPUR, SAVAR, TONGI]);
  await register(page);
  await putInCart(page, 'rice', 1);
  const term = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd');
  await open(page, '/checkout');
  await expect(term('Shipping')).toHaveText('from Tk 40.0');
  await fillCheckout(page);
  const combobox = page.getByRole('combobox', { name: 'Area', exact: true });
  const options = page.getByRole('listbox', { name: 'Area' }).getByRole('option');
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(page.getByText('Please fill your details first!').first()).toBeVisible();
  await expect(combobox).toBeFocused();
  await expect(combobox).toHaveAccessibleDescription('Area is required!');
  await expect(options).toHaveText(['Mirpur 10', 'Savar']);
  await combobox.fill('মিরপূর');
  await expect(options).toHaveText(['Mirpur 10']);
  await combobox.press('Enter');
  await expect(combobox).toHaveValue('Mirpur 10');
  await expect(term('Shipping')).toHaveText('Tk 40.0');
  await combobox.fill('sav');
  await expect(term('Shipping')).toHaveText('from Tk 40.0');
  await options.filter({ hasText: 'Savar' }).click();
  await expect(term('Shipping')).toHaveText('Tk 100.0');
  // What is exactly one of them needs no choosing.
  await combobox.fill('golchottor');
  await combobox.press('Tab');
  await expect(combobox).toHaveValue('Mirpur 10');
  await page.reload();
  await expect(combobox).toHaveValue('Mirpur 10');
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(page).toHaveURL('/payment');
  // Another fee is there at once, and is what is charged.
  await setAreas(shop.url, [{ ...MIRPUR, fee: 45 }, SAVAR]);
  await expect(term('Shipping')).toHaveText('Tk 45.0');
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL('/');
  const { orders } = await (await page.request.get('/api/orders')).json();
  const shippingInfo = { area: 'mirpur-10', areaName: 'Mirpur 10', areaNameBn: 'মিরপুর ১০' };
  expect(orders).toMatchObject([{ shippingCost: 45, shippingInfo }]);

  // The browser keeps the area, and asks what the shop wants for it now.
  await setAreas(shop.url, [{ ...MIRPUR, fee: 50, minimum: 50_000 }, SAVAR]);
  await putInCart(page, 'rice', 1);
  await open(page, '/cart');
  await expect(page.getByText('The smallest order is Tk 50000.')).toBeVisible();
  await open(page, '/product/nazirshail-rice');
  await expect(page.getByText('Delivery Tk 50').first()).toBeVisible();
});

test('the operator loads, finds, changes, adds and removes areas', async ({ page, shop }) => {
  await setAreas(shop.url, [{ ...MIRPUR, fee: 45 }]);
  await becomeOperator(page.request);
  await open(page, '/operator/areas');
  await page.getByRole('button', { name: 'Load areas of Dhaka' }).click();
  const choice = page.getByRole('dialog', { name: 'Load areas of Dhaka' });
  await choice.getByRole('checkbox', { name: 'All of Badda' }).uncheck();
  await choice.getByRole('searchbox').fill('gulsan');
  await expect(choice.getByText('No area is left here.')).toBeVisible();
  await choice.getByRole('searchbox').fill('gulshan 2');
  await choice.getByRole('checkbox', { name: 'Gulshan 2' }).uncheck();
  await choice.getByRole('searchbox').fill('');
  await choice.getByRole('spinbutton', { name: 'Fee for all of these' }).fill('70');
  await expect(choice.getByRole('checkbox', { name: 'All of Gulshan' })).toHaveJSProperty('indeterminate', true);
  await expectGoodLooks(page);
  // Nothing is stored before.
  expect(await areasOf(shop.url)).toHaveLength(1);
  await choice.getByRole('button', { name: /^Add \d+ areas$/ }).click();
  await expect(choice).toBeHidden();
  const row = (name: string) => page.getByRole('group', { name, exact: true });
  await expect(row('Dhanmondi').getByLabel('Area in Bangla')).toHaveValue('ধানমন্ডি');
  await expect(row('Dhanmondi').getByLabel('Fee')).toHaveValue('70');
  for (const none of ['Gulshan 2', 'North Badda', 'Agrabad']) await expect(row(none)).toHaveCount(0);
  // The shop's own stay as they are.
  await expect(row('Mirpur 10').getByLabel('Fee')).toHaveValue('45');
  const loaded = (await areasOf(shop.url)).length;
  expect(loaded).toBeGreaterThan(140);
  await page.getByRole('searchbox', { name: 'Find an area' }).fill('mirpur 1');
  await expect(row('Dhanmondi')).toBeHidden();
  await row('Mirpur 10').getByLabel('Fee').fill('50');
  await row('Mirpur 11').getByRole('checkbox', { name: 'Delivers' }).uncheck();
  await row('Mirpur 12').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Add area' }).click();
  await row('New area').getByLabel('Fee').fill('-1');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row('New area').getByLabel('Area', { exact: true })).toBeFocused();
  await expect(page.getByText('Please fill this in.').first()).toBeVisible();
  expect(await areasOf(shop.url)).toHaveLength(loaded);
  await row('New area').getByLabel('Area', { exact: true }).fill('Narayanganj');
  await row('New area').getByLabel('Fee').fill('120');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row('Narayanganj')).toBeVisible();
  const saved = await areasOf(shop.url);
  expect(saved).toHaveLength(loaded);
  for (const area of [
    { id: 'mirpur-10', fee: 50, aliases: 'golchottor' },
    { id: 'mirpur-11', delivers: false },
    { id: 'narayanganj', fee: 120 },
  ])
    expect(saved).toContainEqual(expect.objectContaining(area));
  await setAreas(shop.url, [SAVAR, MIRPUR]);
  await open(page, '/operator/areas');
  await expectGoodLooks(page);

  // A chosen file says what it would do.
  const csv = 'id,name,name_bn,fee\nsavar,Savar Bazar,,90\n,Tongi,,50\n';
  const file = { name: 'areas.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel('File of areas (CSV)').setInputFiles(file);
  await expect(page.getByText('Savar Bazar: Area Savar → Savar Bazar, Area in Bangla সাভার → nothing')).toBeVisible();
  await expect(page.getByText('Would be added: 1')).toBeVisible();
  await expect(page.getByText('Not in the file: 1')).toBeVisible();
  await expectGoodLooks(page);
  expect(await areasOf(shop.url)).toHaveLength(2);
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(row('Tongi')).toBeVisible();
  expect((await areasOf(shop.url)).map(({ id }) => id)).toEqual(['savar', 'mirpur-10', 'tongi']);
});
