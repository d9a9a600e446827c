/** The console's products. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { jpeg } from '../support/pictures.ts';
import { expectGoodLooks, expectRefusedToStrangers } from './console.ts';
import { type ConsoleShop, consoleShop } from './console-shop.ts';
import { expect, test, waitForHydration } from './shop.ts';

const JAM = { image: '', weight: '450', unit: 'gm', price: 200, discount: '0', status: 'top', category: 'jams' };

let shop: ConsoleShop;
let number = 0;

test.beforeAll(({ shop: own }) => {
  shop = consoleShop(own);
});
test.afterAll(({ shop: own }) => own.restoreCatalogue());
test.afterEach(() => {
  expect(shop.complaints.splice(0)).toEqual([]);
});

/** A product that no other test knows. */
async function newProduct(fields: Partial<typeof JAM> = {}) {
  number += 1;
  const product = { ...JAM, id: `jam-${process.pid}-${number}`, name: `Jam ${process.pid} ${number}`, ...fields };
  await shop.add([product]);
  return product;
}

const row = (page: Page, { name }: { name: string }) => page.getByRole('listitem', { name, exact: true });

async function stored(page: Page, id: string): Promise<Record<string, unknown>> {
  const file = await (await page.request.get('/operator/products/export?format=json')).json();
  return file.find((product: { id: string }) => product.id === id);
}

test('a price, a discount and what is sold out are changed in the list, and the shop follows', async ({ browser }) => {
  const product = await newProduct();
  await newProduct({ category: 'oil' });
  const { page, show } = await shop.openConsole(browser);
  await show('/products');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('jams');
  await expect(page).toHaveURL(/category=jams/);
  await page.getByRole('searchbox', { name: 'Search products' }).fill(product.name);
  await page.getByRole('searchbox', { name: 'Search products' }).press('Enter');
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('listitem')).toHaveCount(1);
  await expectGoodLooks(page);

  const customer = await browser.newPage({ baseURL: shop.url });
  await customer.goto(`/product/${product.id}`);
  await waitForHydration(customer);
  const line = row(page, product);
  await line.getByRole('spinbutton', { name: 'Price' }).fill('250.5');
  await line.getByRole('spinbutton', { name: 'Price' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expect(customer.getByText('Tk 250', { exact: true }).first()).toBeVisible();
  await line.getByRole('spinbutton', { name: 'Discount' }).fill('10');
  await line.getByRole('checkbox', { name: 'Available' }).uncheck();
  await line.getByRole('button', { name: 'Save' }).click();
  await expect(customer.getByText('Tk 225', { exact: true }).first()).toBeVisible();
  await expect(customer.getByRole('button', { name: 'Not available' }).first()).toBeDisabled();
  expect(await stored(page, product.id)).toMatchObject({ price: 250.5, discount: '10', available: 'no' });
  await customer.close();
});

test('what a field does not allow is said beside it, and nothing is saved', async ({ browser }) => {
  const product = await newProduct();
  const { page, show } = await shop.openConsole(browser);
  await show(`/products?q=${product.id}`);
  const line = row(page, product);
  for (const [price, reason] of [
    ['0', 'Price must be above 0.'],
    ['', 'Price must be a plain number of Tk, such as 85 or 85.50.'],
    ['1.005', 'Price must have at most 2 decimals.'],
    ['1000001', 'Price must be at most 1000000.'],
  ] as const) {
    await line.getByRole('spinbutton', { name: 'Price' }).fill(price);
    await line.getByRole('button', { name: 'Save' }).click();
    await expect(line.getByRole('alert')).toHaveText(reason);
    await expect(line.getByRole('spinbutton', { name: 'Price' })).toHaveAccessibleDescription(new RegExp(reason));
    await expect(line.getByRole('spinbutton', { name: 'Price' })).toHaveValue(price);
  }
  expect(await stored(page, product.id)).toMatchObject({ price: 200 });
  await line.getByRole('spinbutton', { name: 'Price' }).fill('210');
  await line.getByRole('spinbutton', { name: 'Discount' }).fill('100');
  await line.getByRole('button', { name: 'Save' }).click();
  await expect(line.getByRole('alert')).toContainText('Discount must be a percentage from 0 to below 100');
});

test('all changed rows are saved at once; one that is refused stays, and stops no other', async ({ browser }) => {
  const unique = `all${process.pid}${Date.now().toString(36)}`;
  const products = [];
  for (let at = 0; at < 30; at += 1)
    products.push({ ...JAM, id: `${unique}-${at}`, name: `${unique} ${at}`, price: 100 });
  await shop.add(products);
  const { page, show } = await shop.openConsole(browser);
  await show(`/products?q=${unique}`);
  const prices = page.getByRole('spinbutton', { name: 'Price' });
  await expect(prices).toHaveCount(30);
  const save = page.getByRole('button', { name: 'Save all' });
  await expect(save).toBeHidden();
  for (let at = 0; at < 30; at += 1) await prices.nth(at).fill(at === 7 ? '0' : String(200 + at));
  await row(page, { name: `${unique} 3` })
    .getByRole('checkbox', { name: 'Available' })
    .uncheck();
  await expectGoodLooks(page);
  const requests: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && requests.push(request.url())));
  await save.click();
  await expect(page.getByText('29 saved, 1 not: see there.')).toBeVisible();
  expect(requests).toHaveLength(1);
  const refused = row(page, { name: `${unique} 7` });
  await expect(refused.getByRole('alert')).toHaveText('Price must be above 0.');
  await expect(refused.getByRole('spinbutton', { name: 'Price' })).toBeFocused();
  const file: { id: string }[] = await (await page.request.get('/operator/products/export?format=json')).json();
  const kept = file.filter(({ id }) => id.startsWith(unique));
  expect(kept).toMatchObject(
    products.map(({ id }, at) => ({ id, price: at === 7 ? 100 : 200 + at, available: at === 3 ? 'no' : 'yes' })),
  );
  // It is still there to be put right.
  await refused.getByRole('spinbutton', { name: 'Price' }).fill('207');
  await prices.nth(8).fill('300');
  await save.click();
  await expect(page.getByRole('status').filter({ hasText: '2 saved' })).toBeVisible();
  await expect(refused.getByRole('alert')).toHaveCount(0);
  expect(await stored(page, `${unique}-7`)).toMatchObject({ price: 207 });
});

test('products are found by other words, by what their category is called, and by what is not available', async ({
  browser,
}) => {
  const product = await newProduct();
  await shop.add([{ ...product, aliases: `morobba-${number}`, available: 'no' }]);
  const { page, show } = await shop.openConsole(browser);
  await show('/products');
  const search = async (text: string) => {
    await page.getByRole('searchbox', { name: 'Search products' }).fill(text);
    await page.getByRole('searchbox', { name: 'Search products' }).press('Enter');
  };
  await search(`morobba-${number}`);
  await expect(row(page, product)).toBeVisible();
  await search('মাছ');
  await expect(row(page, product)).toHaveCount(0);
  await expect(page.getByRole('listitem', { name: /fish/i }).first()).toBeVisible();
  await search('');
  await page.getByRole('checkbox', { name: 'Not available' }).check();
  await expect(page).toHaveURL(/unavailable=on/);
  await expect(row(page, product)).toBeVisible();
  await expect(page.getByRole('listitem', { name: /fish/i })).toHaveCount(0);
});

test('a list of rows that is none is refused', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser);
  await show('/products');
  for (const rows of ['', 'x', '{}', '[]', '[1]', JSON.stringify(Array.from({ length: 201 }, () => ({})))])
    expect((await page.request.post('/operator/products?index', { form: { rows } })).status()).toBe(400);
  const unknown = await page.request.post('/operator/products?index', {
    form: { rows: JSON.stringify([{ id: 'nothing-here', base: '{"price":"1"}', price: '2' }]) },
  });
  expect(await unknown.text()).toContain('0 saved, 1 not');
});

test('two operators change one product: the second is told, and nothing is overwritten silently', async ({
  browser,
}) => {
  const product = await newProduct();
  const one = await shop.openConsole(browser);
  const other = await shop.openConsole(browser);
  await one.show(`/products?q=${product.id}`);
  await other.show(`/products?q=${product.id}`);
  const mine = row(one.page, product);
  const theirs = row(other.page, product);

  await mine.getByRole('spinbutton', { name: 'Price' }).fill('180');
  await theirs.getByRole('spinbutton', { name: 'Price' }).fill('220');
  await theirs.getByRole('spinbutton', { name: 'Discount' }).fill('5');
  await theirs.getByRole('button', { name: 'Save' }).click();
  // What is not edited follows at once; what is edited stays, and the row says what is new.
  await expect(mine.getByRole('spinbutton', { name: 'Discount' })).toHaveValue('5');
  await expect(mine.getByRole('spinbutton', { name: 'Price' })).toHaveValue('180');
  await expect(mine.getByText('Now 220')).toBeVisible();

  await mine.getByRole('button', { name: 'Save' }).click();
  const told = mine.getByRole('alert');
  await expect(told).toContainText(`${other.email} has changed this product meanwhile`);
  await expect(mine.getByText('Now 220')).toBeVisible();
  await expect(mine.getByRole('spinbutton', { name: 'Price' })).toHaveValue('180');
  expect(await stored(one.page, product.id)).toMatchObject({ price: 220, discount: '5' });
  await expectGoodLooks(one.page);

  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(told).toHaveCount(0);
  await expect(theirs.getByRole('spinbutton', { name: 'Price' })).toHaveValue('180');
  expect(await stored(one.page, product.id)).toMatchObject({ price: 180, discount: '5' });
});

test('a product is added with a picture that is cut to 4:3, changed, and removed', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser);
  await show('/products');
  await page.getByRole('link', { name: 'Add product' }).click();
  number += 1;
  const name = `Mango Jelly ${process.pid} ${number}`;
  const id = `mango-jelly-${process.pid}-${number}`;
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await expect(page.getByRole('textbox', { name: 'Id' })).toHaveValue(id);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Price must be a plain number of Tk')).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: 'Price' })).toBeFocused();

  await page.getByRole('textbox', { name: 'Bangla name' }).fill('আমের জেলি');
  await page.getByRole('textbox', { name: 'Other words' }).fill('aam|jelly');
  await page.getByRole('textbox', { name: 'Weight' }).fill('450');
  await page.getByRole('textbox', { name: 'Unit' }).fill('gm');
  await page.getByRole('spinbutton', { name: 'Price' }).fill('320');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('popular');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('jams');
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

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(new RegExp(`/operator/products/${id}`));
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  const product = await stored(page, id);
  expect(product).toMatchObject({ name_bn: 'আমের জেলি', aliases: 'aam|jelly', price: 320, status: 'popular' });
  const file = await page.request.get(String(product.image).replace('-320', '-480'));
  const { width, height } = await sharp(await file.body()).metadata();
  expect([width, height]).toEqual([480, 360]);

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mango Jelly of Rajshahi');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Mango Jelly of Rajshahi' })).toBeVisible();
  expect(await stored(page, id)).toMatchObject({ ...product, name: 'Mango Jelly of Rajshahi' });
  await page.getByRole('textbox', { name: 'Image address' }).fill('mango.png');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Give an address that begins with http')).toBeVisible();

  await page.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Mango Jelly of Rajshahi?' });
  await dialog.getByRole('button', { name: 'Back' }).click();
  expect(await stored(page, id)).toBeDefined();
  await page.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Mango Jelly of Rajshahi was removed.')).toBeVisible();
  expect(await stored(page, id)).toBeUndefined();
});

test('a product page keeps what is typed while others change it, and while they remove it', async ({ browser }) => {
  const product = await newProduct();
  const one = await shop.openConsole(browser);
  const other = await shop.openConsole(browser);
  await one.show(`/products/${product.id}`);
  await other.show(`/products/${product.id}`);
  const { page } = one;
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My name');
  await other.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Their name');
  await other.page.getByRole('textbox', { name: 'Unit' }).fill('g');
  await other.page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('textbox', { name: 'Unit' })).toHaveValue('g');
  await expect(page.getByText('Somebody has changed it meanwhile: Their name')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText(`${other.email} has changed this product meanwhile`);
  await expect(page.getByText('Somebody has changed it meanwhile: Their name')).toBeVisible();
  expect(await stored(page, product.id)).toMatchObject({ name: 'Their name' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'My name' })).toBeVisible();

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half a na');
  await other.page.getByRole('button', { name: 'Remove' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('This product has been removed meanwhile.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half a na');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This product does not exist any more.')).toBeVisible();
});

test('an id that exists is refused, and an address without a product is not found', async ({ browser }) => {
  const product = await newProduct();
  const { page, show } = await shop.openConsole(browser);
  await show('/products/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Another');
  await page.getByRole('textbox', { name: 'Id' }).fill(product.id);
  await page.getByRole('spinbutton', { name: 'Price' }).fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('There is a product with this id already.')).toBeVisible();
  expect(await stored(page, product.id)).toMatchObject({ name: product.name });
  expect((await page.goto('/operator/products/nothing-here'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible();
});

test('all is saved without JavaScript too, with a picture that the shop cuts', async ({ browser }) => {
  const product = await newProduct();
  const { page, show } = await shop.openConsole(browser, { javaScriptEnabled: false });
  await show(`/products?q=${product.id}`);
  const line = row(page, product);
  await line.getByRole('spinbutton', { name: 'Price' }).fill('0');
  await line.getByRole('button', { name: 'Save' }).click();
  await expect(line.getByRole('alert')).toHaveText('Price must be above 0.');
  await expect(line.getByRole('spinbutton', { name: 'Price' })).toHaveValue('0');
  await line.getByRole('spinbutton', { name: 'Price' }).fill('230');
  await line.getByRole('button', { name: 'Save' }).click();
  await expect(line.getByRole('alert')).toHaveCount(0);
  expect(await stored(page, product.id)).toMatchObject({ price: 230 });

  await line.getByRole('link', { name: product.name }).click();
  await shop.add([{ ...product, price: 240 }]);
  await page.getByRole('spinbutton', { name: 'Price' }).fill('250');
  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: await jpeg(300, 600),
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('has changed this product meanwhile');
  await expect(page.getByText('Somebody has changed it meanwhile: 240')).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: 'Price' })).toHaveValue('250');
  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: await jpeg(300, 600),
  });
  await page.getByRole('button', { name: 'Save' }).click();
  const saved = await stored(page, product.id);
  expect(saved).toMatchObject({ price: 250 });
  const { width, height } = await sharp(await (await page.request.get(String(saved.image))).body()).metadata();
  expect(width / height).toBeCloseTo(4 / 3, 1);
});

test('a file that is no picture, and one that is too large, are refused beside the field', async ({ browser }) => {
  const product = await newProduct();
  const { page, show } = await shop.openConsole(browser);
  await show(`/products/${product.id}`);
  const field = page.getByLabel('Picture', { exact: true });
  await field.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(field).toHaveAccessibleDescription(/JPEG, PNG/);
  await field.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(field).toHaveAccessibleDescription(/5 MB/);
  expect(await stored(page, product.id)).toMatchObject({ image: '' });
});

test('nobody else writes products', async ({ browser }) => {
  const product = await newProduct();
  const { page, show } = await shop.openConsole(browser);
  await show(`/products/${product.id}`);
  const before = await stored(page, product.id);
  const base = JSON.stringify({ price: '200' });
  const path = `/operator/products/${product.id}`;
  await expectRefusedToStrangers(page, [
    { path: '/operator/products?index', body: { form: { id: product.id, base, price: '1' } } },
    { path, body: { multipart: { base, price: '1' } } },
    { path, body: { form: { intent: 'remove' } } },
    { path: '/operator/products/new', body: { multipart: { ...JAM, price: '1', name: 'New', id: 'new' } } },
  ]);
  expect(await stored(page, product.id)).toEqual(before);
  expect(await stored(page, 'new')).toBeUndefined();
});
