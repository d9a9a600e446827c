/** The shop's logo and colour: set in the console, and seen in open pages. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { importProducts, operatorRequest, operatorSends, removeProduct } from '../support/operator-client.ts';
import { api } from '../support/operator-orders.ts';
import { SVG } from '../support/pictures.ts';
import { placeNewOrder } from '../support/placed-order.ts';
import { expect, expectGoodLooks, test } from './console.ts';
import { waitForLive } from './operator.ts';
import { open, putInCart, register, test as shopTest, violationsInAllLooks } from './shop.ts';

const BAR = {
  create: { width: 200, height: 150, channels: 4, background: { r: 225, g: 29, b: 72, alpha: 0.9 } },
} as const;

test.afterEach(({ shop }) => shop.restoreSettings());
shopTest.afterEach(({ shop }) => shop.restoreSettings());

const leafOf = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--leaf').trim());
const themeOf = (page: Page) => page.locator('meta[name=theme-color][media*=light]').getAttribute('content');

test('a colour and a logo are set on a phone; open pages and new ones have them', async ({
  page: console,
  openBrowser,
  baseURL: url = '',
}) => {
  const page = await openBrowser();
  await open(page, '/');
  await waitForLive(page);
  expect(await leafOf(page)).toBe('#1a7440');
  const logo = page.getByRole('banner').getByRole('link', { name: 'Sodai, home' }).locator('img');
  await expect(logo).toHaveCount(0);

  await open(console, '/operator/settings');
  await console.getByLabel('Accent colour').fill('#e11d48');
  await console.getByRole('button', { name: 'Save' }).click();
  for (const open of [page, console]) await expect.poll(() => leafOf(open)).toBe('#d80841');
  await expect.poll(() => themeOf(page)).toBe('#d80841');
  const choose = (buffer: Buffer) =>
    console.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await choose(SVG);
  await expect(console.getByLabel('Logo')).toHaveAccessibleDescription(/PNG/);
  const remove = console.getByRole('button', { name: 'Remove logo' });
  await expect(remove).toHaveCount(0);
  await choose(await sharp(BAR).png().toBuffer());
  await expect(remove).toBeVisible();
  await expect(logo).toHaveAttribute('src', /^\/images\/l\/[0-9a-f]{16}-128-96\.webp$/);
  await expectGoodLooks(console);

  await open(page, '/');
  expect(await leafOf(page)).toBe('#d80841');
  await expect(logo).toHaveJSProperty('naturalWidth', 128);
  expect(await violationsInAllLooks(page)).toEqual([]);

  // To the usual look, on a page that came with another one.
  await waitForLive(page);
  await remove.click();
  await expect(logo).toHaveCount(0);
  await console.getByRole('button', { name: 'Use the usual green' }).click();
  await console.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => leafOf(page)).toBe('#1a7440');
  const stored = await (await operatorRequest(url, '/settings')).json();
  expect(stored).toMatchObject({ accent: '', logo: '' });
});

// That any accent can be read on all grounds is a rule: domain/shop/palette.test.ts.
shopTest('with an accent of the operator’s everything can be read, by day and by night', async ({ page, shop }) => {
  await register(page);
  await putInCart(page, 'rice', 1);
  await operatorSends(shop.url, 'PATCH', '/settings', { accent: '#facc15' });
  for (const path of ['/product/ilish-hilsa', '/cart']) {
    await open(page, path);
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    expect(await violationsInAllLooks(page), path).toEqual([]);
  }
});

test('a word of any length breaks: no screen is wider than a phone', async ({ page, openBrowser, shop }) => {
  const [word, part] = ['x'.repeat(120), 'y'.repeat(40)];
  const id = `long-${process.pid}`;
  const look = { image: '', status: 'recent', category: 'rice', price: 10, discount: '0', weight: part, unit: part };
  await importProducts(shop.url, [{ ...look, id, name: word }]);
  const shipping = { name: word, street: word, city: part };
  const { customer, id: order } = await placeNewOrder(shop.url, shipping, [{ id, quantity: 1 }]);
  await operatorSends(shop.url, 'POST', `/orders/${order}/notes`, { text: word });
  const rider = await api<{ id: string }>(shop.url, 'POST', '/riders', { name: part, phone: '01812345678' });
  await operatorSends(shop.url, 'POST', `/orders/${order}/rider`, { rider: rider.id });
  const { userId } = await api<{ userId: string }>(shop.url, 'GET', `/orders/${order}`);

  const wide: string[] = [];
  const look360 = async (on: Page, paths: readonly string[]): Promise<void> => {
    await on.setViewportSize({ width: 360, height: 800 });
    for (const path of paths) {
      await open(on, path);
      const width = await on.evaluate(() => document.documentElement.scrollWidth);
      if (width > 360) wide.push(`${path}: ${width}`);
    }
  };
  const screens = ['orders', `orders/${order}`, 'log'];
  const lists = [`products?q=${word.slice(0, 40)}`, `products/${id}`, 'customers', `customers/${userId}`];
  await look360(
    page,
    [...screens, ...lists].map((path) => `/operator/${path}`),
  );
  await operatorSends(shop.url, 'POST', `/orders/${order}/deliver`, {});
  await look360(page, ['/operator/cash', `/operator/orders/${order}`]);
  const shopper = await openBrowser();
  await shopper.setExtraHTTPHeaders({ Cookie: customer.cookie });
  await look360(shopper, ['/groceries/rice', '/user/orders', `/user/orders/${order}`]);
  expect(wide).toEqual([]);
  await removeProduct(shop.url, id);
});
