/** The console's products: what follows changes, and what keeps what is typed. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { importProducts, operatorRequest } from '../support/operator-client.ts';
import { jpeg } from '../support/pictures.ts';
import { becomeOperator, expect, expectGoodLooks, test } from './console.ts';
import { open } from './shop.ts';

const JAM = { image: '', weight: '450', unit: 'gm', price: 200, discount: '0', status: 'top', category: 'jams' };

const added: string[] = [];
test.afterEach(async ({ shop }) => {
  // A test may have removed some itself.
  for (const id of added.splice(0)) await operatorRequest(shop.url, `/products/${id}`, { method: 'DELETE' });
});

let number = 0;

/** Adds products with this beginning of their names, which nothing else in the shop has. */
async function addJams(url: string, count = 1): Promise<string> {
  number += 1;
  const name = `jam-${process.pid}-${number}`;
  const products = Array.from({ length: count }, (_, at) => ({ ...JAM, id: `${name}-${at}`, name: `${name} ${at}` }));
  await importProducts(url, products);
  added.push(...products.map(({ id }) => id));
  return name;
}

const rows = (page: Page) => page.getByRole('list', { name: 'Products' }).getByRole('listitem');
const prices = (page: Page) => page.getByRole('spinbutton', { name: 'Price' });
const discount = (page: Page) => page.getByRole('spinbutton', { name: 'Discount' });
const available = (page: Page) => page.getByRole('checkbox', { name: 'Available', exact: true });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const saved = (page: Page, text = 'Saved') => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

test('a price, a discount and what is sold out are changed in the list, and the shop follows', async ({
  page,
  openBrowser,
  baseURL: url = '',
}) => {
  const jam = await addJams(url);
  await open(page, '/operator/products');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('jams');
  await expect(page).toHaveURL(/category=jams/);
  await page.getByRole('searchbox', { name: 'Search products' }).fill(jam);
  await page.getByRole('searchbox', { name: 'Search products' }).press('Enter');
  await expect(rows(page)).toHaveCount(1);

  const customer = await openBrowser();
  await open(customer, `/product/${jam}-0`);
  await prices(page).fill('250.5');
  await prices(page).press('Enter');
  await saved(page);
  await expect(customer.getByText('Tk 250', { exact: true }).first()).toBeVisible();
  await discount(page).fill('10');
  await available(page).uncheck();
  await save(page);
  await expect(customer.getByText('Tk 225', { exact: true }).first()).toBeVisible();
  await expect(customer.getByRole('button', { name: 'Not available' }).first()).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Not available' }).check();
  await expect(page).toHaveURL(/unavailable=on/);
  await expect(rows(page)).toHaveCount(1);
});

test('all changed rows are saved at once; one that is refused stays, and stops no other', async ({
  page,
  baseURL: url = '',
}) => {
  await open(page, `/operator/products?q=${await addJams(url, 4)}`);
  await expect(rows(page)).toHaveCount(4);
  const saveAll = page.getByRole('button', { name: 'Save all' });
  await expect(saveAll).toBeHidden();
  for (const [at, price] of ['201', '202', '0', '204'].entries()) await prices(page).nth(at).fill(price);
  await available(page).nth(1).uncheck();
  await expectGoodLooks(page);
  const requests: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && requests.push(request.url())));
  await saveAll.click();
  await expect(page.getByText('3 saved, 1 not: see there.')).toBeVisible();
  expect(requests).toHaveLength(1);
  const alert = rows(page).nth(2).getByRole('alert');
  await expect(alert).toHaveText('Price must be above 0.');
  await expect(prices(page).nth(2)).toBeFocused();
  await prices(page).nth(2).fill('203');
  await prices(page).nth(3).fill('300');
  await saveAll.click();
  await saved(page, '2 saved');
  await expect(alert).toHaveCount(0);
  await page.reload();
  for (const [at, price] of ['201', '202', '203', '300'].entries())
    await expect(prices(page).nth(at)).toHaveValue(price);
  await expect(available(page).nth(1)).not.toBeChecked();
});

test('what is typed before the list shows what was saved is typed over that', async ({ page, baseURL: url = '' }) => {
  await open(page, `/operator/products?q=${await addJams(url)}`);
  const { promise: shown, resolve: show } = Promise.withResolvers<void>();
  await page.route('**/products.data*', async (route) => {
    if (route.request().method() === 'GET') await shown;
    await route.continue();
  });
  await prices(page).fill('201');
  await save(page);
  await saved(page);
  await expect(prices(page)).toHaveValue('201');
  await prices(page).fill('300');
  show();
  await save(page);
  await expect(page.getByRole('region', { name: 'Not saved' })).toBeHidden();
  await page.reload();
  await expect(prices(page)).toHaveValue('300');
});

test('prices stay typed over searches, screens, a reload and a logout, until they are saved or thrown away', async ({
  page,
  operator,
  baseURL: url = '',
}) => {
  const [plums, figs] = [await addJams(url, 2), await addJams(url)];
  const search = page.getByRole('searchbox', { name: 'Search products' });
  const find = async (text: string): Promise<void> => {
    await search.fill(text);
    await search.press('Enter');
    await expect(rows(page).first()).toContainText(text);
  };
  await open(page, `/operator/products?q=${plums}`);
  // A tap selects what stands there: what is typed replaces it.
  await prices(page).first().click();
  await page.keyboard.type('২১০');
  await expect(prices(page).first()).toHaveValue('210');
  await page.mouse.wheel(0, 200);
  await page.keyboard.press('ArrowUp');
  await expect(prices(page).first()).toHaveValue('210');
  await prices(page).nth(1).fill('Tk ২,১১০/-');
  await find(figs);
  await prices(page).fill('0');
  await available(page).uncheck();
  const bar = page.getByRole('region', { name: 'Not saved' });
  await expect(bar).toContainText('3 not saved');
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  await expect(bar).toContainText('3 not saved');
  await expectGoodLooks(page);
  await page.goBack();
  await expect(prices(page)).toHaveValue('0');
  await page.goBack();
  await expect(prices(page).first()).toHaveValue('210');
  await page.reload();
  await expect(prices(page).nth(1)).toHaveValue('Tk 2,110/-');

  // Another operator of this browser sees nothing of it; its own is there again.
  const { cookies } = await page.context().storageState();
  await page.context().clearCookies();
  await becomeOperator(page.context().request);
  await open(page, `/operator/products?q=${plums}`);
  await expect(prices(page).first()).toHaveValue('200');
  await expect(bar).toHaveCount(0);
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  await open(page, `/operator/products?q=${plums}`);
  expect(operator.email).not.toBe('');

  await bar.getByRole('button', { name: 'Save all' }).click();
  await expect(page.getByText('1 saved, 2 not: see there.')).toBeVisible();
  await expect(prices(page).nth(1)).toHaveAccessibleDescription(/Tk 200 becomes Tk 2110\? Save again/);
  await expect(bar).toContainText('2 not saved');
  await expect(bar).toContainText('Price must be above 0.');
  await expectGoodLooks(page);
  await bar.getByRole('button', { name: 'Save all' }).click();
  await expect(prices(page).nth(1)).toHaveValue('2110');
  await bar.getByRole('link', { name: `${figs} 0` }).click();
  await expect(prices(page)).toHaveCount(1);
  await expect(prices(page)).toHaveValue('0');
  await page
    .getByRole('link', { name: `${figs} 0` })
    .first()
    .click();
  await expect(nameField(page)).toHaveValue(`${figs} 0`);
  await expect(prices(page)).toHaveValue('0');
  await bar.getByRole('button', { name: 'Throw away' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Throw away' }).click();
  await expect(prices(page)).toHaveValue('200');
  await expect(available(page)).toBeChecked();
  await expect(bar).toHaveCount(0);
});

test('two operators change one product: the second is told, and nothing is overwritten silently', async ({
  page: mine,
  openConsole,
  baseURL: url = '',
}) => {
  const jam = await addJams(url);
  const { page: theirs, operator } = await openConsole();
  for (const page of [mine, theirs]) await open(page, `/operator/products?q=${jam}`);
  await prices(mine).fill('180');
  await prices(theirs).fill('220');
  await discount(theirs).fill('5');
  await save(theirs);
  // What is not edited follows at once; what is edited stays, and the row says what is new.
  await expect(discount(mine)).toHaveValue('5');
  await expect(prices(mine)).toHaveValue('180');
  await expect(mine.getByText('Now 220')).toBeVisible();
  await save(mine);
  const told = rows(mine).getByRole('alert');
  await expect(told).toContainText(`${operator.email} has changed this product meanwhile`);
  await expect(mine.getByText('Now 220')).toBeVisible();
  await expect(prices(mine)).toHaveValue('180');
  await expect(prices(theirs)).toHaveValue('220');
  await expectGoodLooks(mine);
  await save(mine);
  await expect(told).toHaveCount(0);
  await expect(prices(theirs)).toHaveValue('180');

  // The same on its own screen, until it is removed.
  for (const page of [mine, theirs]) await open(page, `/operator/products/${jam}-0`);
  await nameField(mine).fill('My name');
  await nameField(theirs).fill('Their name');
  await theirs.getByRole('textbox', { name: 'Unit' }).fill('g');
  await save(theirs);
  await expect(mine.getByRole('textbox', { name: 'Unit' })).toHaveValue('g');
  await expect(mine.getByText('Somebody has changed it meanwhile: Their name')).toBeVisible();
  await theirs.getByRole('button', { name: 'Remove' }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(mine.getByText('This product has been removed meanwhile.')).toBeVisible();
  await expect(nameField(mine)).toHaveValue('My name');
  await save(mine);
  await expect(mine.getByText('There is no such product.')).toBeVisible();
});

test('a product is added with a picture that is cut to 4:3, changed, and removed', async ({ page }) => {
  const id = `mango-jelly-${process.pid}`;
  added.push(id);
  await open(page, '/operator/products/new');
  await nameField(page).fill(`Mango Jelly ${process.pid}`);
  await expect(page.getByRole('textbox', { name: 'Id' })).toHaveValue(id);
  await page.getByRole('textbox', { name: 'Weight' }).fill('450');
  await page.getByRole('textbox', { name: 'Unit' }).fill('gm');
  await save(page);
  await expect(page.getByText('Price must be a plain number of Tk')).toBeVisible();
  await expect(prices(page)).toBeFocused();
  await prices(page).fill('320');
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await jpeg(900, 1600) };
  await page.getByLabel('Picture', { exact: true }).setInputFiles(photo);
  const crop = page.getByRole('slider', { name: 'Part of the picture that is kept' });
  await crop.press('Home');
  await expect(crop).toHaveValue('0');
  await crop.press('End');
  await expect(crop).toHaveValue('100');
  await crop.click();
  await expect(crop).toHaveValue('50');
  await expectGoodLooks(page);

  await save(page);
  await expect(page).toHaveURL(new RegExp(`/operator/products/${id}`));
  await saved(page);
  const picture = page.locator('form img');
  const file = await page.request.get(String(await picture.getAttribute('src')).replace('-320', '-480'));
  expect(await sharp(await file.body()).metadata()).toMatchObject({ width: 480, height: 360 });
  await nameField(page).fill('Mango Jelly of Rajshahi');
  await save(page);
  await expect(page.getByRole('heading', { name: 'Mango Jelly of Rajshahi' })).toBeVisible();
  await expect(picture).toBeVisible();

  const remove = page.getByRole('button', { name: 'Remove' });
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Remove Mango Jelly of Rajshahi?' });
  await dialog.getByRole('button', { name: 'Back' }).click();
  expect((await page.request.get(`/product/${id}`)).status()).toBe(200);
  await remove.click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Mango Jelly of Rajshahi was removed.')).toBeVisible();
  expect((await page.request.get(`/product/${id}`)).status()).toBe(404);
});

test('where a browser writes no WebP, a transparent ground becomes white', async ({ page, baseURL: url = '' }) => {
  await page.addInitScript(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (take, type, quality) {
      toBlob.call(this, take, type === 'image/webp' ? 'image/png' : type, quality);
    };
  });
  const jam = await addJams(url);
  await open(page, `/operator/products/${jam}-0`);
  const clear = { width: 800, height: 600, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
  const buffer = await sharp({ create: clear }).png().toBuffer();
  await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'clear.png', mimeType: 'image/png', buffer });
  await expect(page.locator('canvas')).toBeVisible();
  await save(page);
  await saved(page);
  const file = await page.request.get(String(await page.locator('form img').getAttribute('src')));
  const { channels } = await sharp(await file.body()).stats();
  expect(channels.slice(0, 3).map(({ min }) => min > 250)).toEqual([true, true, true]);
});
