/** Areas: the operator keeps them, and a shopper chooses one. */
import { operatorRequest, operatorSends } from '../support/operator-client.ts';
import { expectGoodLooks } from './console.ts';
import { type ConsoleShop, consoleShop } from './console-shop.ts';
import { expect, fillCheckout, open, putInCart, register, test } from './shop.ts';

let shop: ConsoleShop;

test.use({ viewport: { width: 360, height: 800 } });
test.beforeAll(({ shop: own }) => {
  shop = consoleShop(own);
});
test.afterEach(async () => {
  await setAreas([]);
  expect(shop.complaints.splice(0)).toEqual([]);
});

const setAreas = (areas: object[]): Promise<void> => operatorSends(shop.url, 'PUT', '/areas', { areas });

async function areas(): Promise<{ id: string }[]> {
  return (await (await operatorRequest(shop.url, '/areas')).json()).areas;
}

const MIRPUR = { id: 'mirpur-10', name: 'Mirpur 10', nameBn: 'মিরপুর ১০', fee: 40, aliases: 'golchottor' };
const SAVAR = { id: 'savar', name: 'Savar', nameBn: 'সাভার', fee: 100, freeFrom: 5_000 };
const TONGI = { id: 'tongi', name: 'Tongi', nameBn: 'টঙ্গী', delivers: false };

test('a shopper chooses an area by typing, in either script, and pays its fee', async ({ page }) => {
  await setAreas([MIRPUR, SAVAR, TONGI]);
  await register(page);
  await putInCart(page, 'rice', 1);
  const term = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd');
  await open(page, '/cart');
  await expect(term('Shipping')).toHaveText('from Tk 40.0');
  await open(page, '/checkout');
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
  await setAreas([{ ...MIRPUR, fee: 45 }, SAVAR]);
  await expect(term('Shipping')).toHaveText('Tk 45.0');
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByText('Your order has been confirmed!').first()).toBeVisible();
  const { orders } = await (await page.request.get('/api/orders')).json();
  const shippingInfo = { area: 'mirpur-10', areaName: 'Mirpur 10', areaNameBn: 'মিরপুর ১০' };
  expect(orders).toMatchObject([{ shippingCost: 45, shippingInfo }]);
  await open(page, `/bn/user/orders/${orders[0].id}`);
  await expect(page.getByText('মিরপুর ১০', { exact: true })).toBeVisible();
});

test('an order needs an area that is delivered to', async ({ page }) => {
  await setAreas([{ ...MIRPUR, minimum: 50_000 }, TONGI]);
  await register(page);
  await putInCart(page, 'rice', 1);
  const [item] = JSON.parse((await page.evaluate(() => localStorage.getItem('cartItems'))) ?? '[]');
  const refused = async (area?: string) => {
    const { shippingInfo } = {
      shippingInfo: {
        name: 'Rina',
        email: 'rina@example.com',
        phone: '01711223344',
        gender: 'female',
        street: 'Road 1',
        city: 'Dhaka',
        postcode: '1216',
        division: 'dhaka',
        country: 'Bangladesh',
      },
    };
    const data = {
      idempotencyKey: crypto.randomUUID(),
      items: [{ id: item.id, quantity: 1 }],
      shippingInfo: area === undefined ? shippingInfo : { ...shippingInfo, area },
      paymentMethod: 'cashon',
      expectedTotal: Math.floor((item.price * (100 - Number(item.discount))) / 10) / 10 + 40,
    };
    const response = await page.request.post('/api/orders', { data });
    return [response.status(), (await response.json()).detail];
  };
  expect(await refused()).toEqual([422, 'Please choose your area!']);
  expect(await refused('tongi')).toEqual([422, 'We do not deliver to this area. Please choose another one!']);
  expect(await refused('nowhere')).toEqual([422, 'We do not deliver to this area. Please choose another one!']);
  expect(await refused('mirpur-10')).toEqual([422, 'The smallest order is Tk 50000.']);
  await page.evaluate((area) => localStorage.setItem('area', JSON.stringify(area)), {
    ...MIRPUR,
    freeFrom: null,
    minimum: 0,
  });
  await open(page, '/cart');
  await expect(page.getByText('The smallest order is Tk 50000.')).toBeVisible();
});

test('pages say what a delivery costs: from so much, until the area is known', async ({ page }) => {
  await open(page, '/product/nazirshail-rice');
  await expect(page.getByText('Delivery Tk 60').first()).toBeVisible();
  await setAreas([MIRPUR, SAVAR]);
  await expect(page.getByText('Delivery from Tk 40').first()).toBeVisible();
  await page.evaluate((area) => localStorage.setItem('area', JSON.stringify(area)), { ...SAVAR, minimum: null });
  await page.reload();
  await expect(page.getByText('Delivery Tk 100').first()).toBeVisible();
});

test('the operator loads the ready list, changes it, and finds orders by area', async ({ browser, page: shopper }) => {
  const { page, show } = await shop.openConsole(browser, { viewport: { width: 360, height: 800 } });
  await show('/areas');
  await page.getByRole('button', { name: 'Load areas of Dhaka' }).click();
  const row = (name: string) => page.getByRole('group', { name, exact: true });
  await expect(row('Dhanmondi').getByLabel('Area in Bangla')).toHaveValue('ধানমন্ডি');
  const loaded = (await areas()).length;
  expect(loaded).toBeGreaterThan(140);
  await page.getByRole('searchbox', { name: 'Find an area' }).fill('mirpur 1');
  await expect(row('Dhanmondi')).toBeHidden();
  await row('Mirpur 10').getByLabel('Fee').fill('45');
  await row('Mirpur 11').getByRole('checkbox', { name: 'Delivers' }).uncheck();
  await row('Mirpur 12').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Add area' }).click();
  await row('New area').getByLabel('Fee').fill('-1');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row('New area').getByLabel('Area', { exact: true })).toBeFocused();
  await expect(page.getByText('Please fill this in.').first()).toBeVisible();
  expect(await areas()).toHaveLength(loaded);
  await row('New area').getByLabel('Area', { exact: true }).fill('Narayanganj');
  await row('New area').getByLabel('Fee').fill('120');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row('Narayanganj')).toBeVisible();
  const saved = await areas();
  expect(saved).toHaveLength(loaded);
  expect(saved).toContainEqual(
    expect.objectContaining({ id: 'mirpur-10', fee: 45, aliases: expect.stringContaining('ten') }),
  );
  expect(saved).toContainEqual(expect.objectContaining({ id: 'mirpur-11', delivers: false }));
  expect(saved).toContainEqual(expect.objectContaining({ id: 'narayanganj', fee: 120 }));
  const csv = 'id,name,name_bn,fee,free_from,minimum,delivers\nsavar,Savar,সাভার,100,,,yes\n';
  await page
    .getByLabel('File of areas')
    .setInputFiles({ name: 'areas.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('group')).toHaveCount(1);
  await expect(row('Savar').getByLabel('Fee')).toHaveValue('100');
  await expectGoodLooks(page);
  const exported = await (await page.request.get('/operator/areas/export')).text();
  // It has kept the words that the ready list has for it.
  expect(exported.trim().split('\r\n').at(-1)).toBe('savar,Savar,সাভার,100,,,yes,shavar');
  await show('/log');
  await expect(page.getByText('Changed the areas').first()).toBeVisible();
  await register(shopper);
  await show('/orders');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('combobox', { name: 'Area' }).selectOption('Savar');
  await expect(page).toHaveURL(/area=savar/);
  await expect(page.getByText('No order is found with this filter.')).toBeVisible();
});
