/** The shop's logo and colour: set in the console, seen in shop, console, manifest and mails. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { SVG } from '../support/pictures.ts';
import { operatorRequest, operatorSends } from '../support/operator-client.ts';
import { expectGoodLooks, expectRefusedToStrangers } from './console.ts';
import { type ConsoleShop, consoleShop } from './console-shop.ts';
import { waitForLive } from './operator.ts';
import { expect, open, putInCart, register, test, violationsInAllLooks } from './shop.ts';

const PHONE = { viewport: { width: 360, height: 800 } };
const BAR = {
  create: { width: 200, height: 150, channels: 4, background: { r: 225, g: 29, b: 72, alpha: 0.9 } },
} as const;

let shop: ConsoleShop;

test.beforeAll(({ shop: own }) => {
  shop = consoleShop(own);
});
test.afterEach(async ({ shop: own }) => {
  await own.restoreSettings();
  expect(shop.complaints.splice(0)).toEqual([]);
});

const set = (settings: object): Promise<void> => operatorSends(shop.url, 'PATCH', '/settings', settings);
const leafOf = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--leaf').trim());
const themeOf = (page: Page) => page.locator('meta[name=theme-color][media*=light]').getAttribute('content');

test('a colour and a logo are set on a phone; open pages, new ones and the manifest have them', async ({
  browser,
  page,
}) => {
  await open(page, '/');
  await waitForLive(page);
  expect(await leafOf(page)).toBe('#1a7440');
  const logo = page.getByRole('banner').getByRole('link', { name: 'Sodai, home' }).locator('img');
  await expect(logo).toHaveCount(0);

  const console = await shop.openConsole(browser, PHONE);
  await console.show('/settings');
  await console.page.getByLabel('Accent colour').fill('#e11d48');
  await console.page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => leafOf(page)).toBe('#d80841');
  await expect.poll(() => themeOf(page)).toBe('#d80841');
  await expect.poll(() => leafOf(console.page)).toBe('#d80841');
  await console.page
    .getByLabel('Logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await sharp(BAR).png().toBuffer() });
  await expect(console.page.getByRole('button', { name: 'Remove logo' })).toBeVisible();
  await expect(logo).toHaveAttribute('src', /^\/images\/l\/[0-9a-f]{16}-128-96\.webp$/);
  await expectGoodLooks(console.page);

  await open(page, '/');
  expect(await leafOf(page)).toBe('#d80841');
  await expect(logo).toHaveJSProperty('naturalWidth', 128);
  expect(await violationsInAllLooks(page)).toEqual([]);
  const { icons, theme_color: theme } = await (await page.request.get('/manifest.webmanifest')).json();
  expect(theme).toBe('#d80841');
  for (const { src, sizes } of icons) {
    const { width, height } = await sharp(await (await page.request.get(src)).body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }

  // To the usual look, on a page that came with another one.
  await waitForLive(page);
  await console.page.getByRole('button', { name: 'Remove logo' }).click();
  await expect(logo).toHaveCount(0);
  await console.page.getByRole('button', { name: 'Use the usual green' }).click();
  await console.page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => leafOf(page)).toBe('#1a7440');
  const stored = await (await operatorRequest(shop.url, '/settings')).json();
  expect(stored).toMatchObject({ accent: '', logo: '' });
});

for (const accent of ['#facc15', '#111111', '#ffffff']) {
  test(`with ${accent} everything can be read`, async ({ page }) => {
    await set({ accent });
    await open(page, '/user/login');
    expect(await violationsInAllLooks(page)).toEqual([]);
    await register(page);
    await putInCart(page, 'rice', 1);
    for (const path of ['/', '/product/ilish-hilsa', '/cart', '/user/orders']) {
      await open(page, path);
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      expect(await violationsInAllLooks(page), path).toEqual([]);
    }
  });
}

test('a file that is no logo is refused, with the reason at its field', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser, PHONE);
  await show('/settings');
  await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: SVG });
  await expect(page.getByRole('alert').filter({ hasText: 'PNG' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove logo' })).toHaveCount(0);
  await expectRefusedToStrangers(page, [{ path: '/operator/settings/logo', body: { data: 'x' } }]);
});

test('the API takes a logo', async ({ page }) => {
  const file = await sharp(BAR).webp().toBuffer();
  const answer = await operatorRequest(shop.url, '/logo', { method: 'PUT', body: new Uint8Array(file) });
  const { logo } = await answer.json();
  expect(await (await operatorRequest(shop.url, '/settings')).json()).toMatchObject({ logo });
  expect((await page.request.get(logo)).headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await page.request.put('/api/operator/logo', { data: 'x' })).status()).toBe(401);
});

test('mails have the name of now, the logo and the colour', async ({ shop: own }) => {
  await set({ name: 'Karim, Sons & Co', accent: '#1d4ed8' });
  const to = 'rina-look@example.com';
  await operatorSends(shop.url, 'POST', '/operators/invite', { email: to });
  const { raw } = await own.mails.nextTo(to);
  expect(raw).toContain('From: "Karim, Sons & Co" <shop@localhost>');
  expect(raw.replaceAll('=\r\n', '')).toContain('background:#1d4ed8');
});
