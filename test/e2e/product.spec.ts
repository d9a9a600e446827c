import type { Locator } from '@playwright/test';
import { accessibilityViolations, expect, open, test } from './shop.ts';

const ILISH = '/product/ilish-hilsa';

test('a card’s picture opens the product’s page, where it is put into the cart and shared', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined, writable: true }));
  await open(page, '/groceries/raw-products/fish');
  await page.getByRole('article', { name: 'Padma Ilish' }).locator('img').click();
  await expect(page).toHaveURL(ILISH);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Padma Ilish');
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(page.getByRole('button', { name: 'Added' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 1 items', exact: true })).toBeVisible();

  const share = page.getByRole('button', { name: 'Share' });
  await share.click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  const url = new URL(ILISH, page.url()).href;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await page.evaluate(() =>
    Object.assign(navigator, { share: (shared: unknown) => Object.assign(globalThis, { shared }) }),
  );
  await share.click();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shared'))).toMatchObject({ title: 'Padma Ilish', url });
});

const box = async (locator: Locator): Promise<{ top: number; bottom: number }> => {
  const found = await locator.boundingBox();
  if (!found) throw new Error('It has no box.');
  return { top: found.y, bottom: found.y + found.height };
};

test('on the smallest phone all that decides is on the first screen, above one bar with the next step', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [path, add, more, decides] of [
    [
      '/product/katla-fish',
      'Add to Cart',
      'Increase quantity',
      ['Katla Fish', 'Tk 414', /^You save/, /^Order (now|before)/],
    ],
    ['/bn/product/katla-fish', 'কার্টে নিন', 'পরিমাণ বাড়ান', ['কাতলা মাছ', '৳৪১৪', /^আপনার সাশ্রয়/, /অর্ডার করলে/]],
  ] as const) {
    await open(page, path);
    const main = page.getByRole('main');
    const call = main.locator('a[href^=tel]');
    const press = main.getByRole('button', { name: add }).first();
    for (const text of decides) await expect(main.getByText(text).first()).toBeInViewport({ ratio: 1 });
    await expect(press).toBeInViewport({ ratio: 1 });
    const bar = press.locator('..');
    expect((await box(call)).bottom).toBeLessThanOrEqual((await box(bar)).top + 8);
    expect((await box(bar)).bottom).toBe(640);
    expect((await box(main.locator('img').first())).bottom).toBeGreaterThan(250);

    // Nothing moves, and a second tap where the first was does not leave the page.
    const before = await box(bar);
    await press.dblclick();
    await expect(main.getByRole('button', { name: more })).toBeInViewport({ ratio: 1 });
    expect(await box(main.getByRole('button', { name: more }).locator('../..'))).toEqual(before);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(page).toHaveURL(path);
    const view = main.locator('a[href$="/cart"]');
    await expect(view).toHaveAccessibleName(/, (?:1|১)(?: items|টি পণ্য), (?:Tk 414\.0|৳৪১৪\.০)$/);
    await expect(view).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => localStorage.clear());
  }
});

test('its bar hides nothing that has the focus, and nothing at the end of the page', async ({ page }) => {
  for (const percent of [100, 200]) {
    await open(page, '/product/katla-fish');
    await page.evaluate((value) => void (document.documentElement.style.fontSize = `${value}%`), percent);
    const bar = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().locator('..');
    for (const link of [
      page.getByRole('main').locator('a[href^=tel]'),
      page.getByRole('link', { name: 'View more' }),
      page.getByRole('contentinfo').locator('summary').last(),
    ]) {
      await page.evaluate(() => scrollTo(0, 0));
      await link.focus();
      expect((await box(link)).bottom, `${percent} %`).toBeLessThanOrEqual((await box(bar)).top + 1);
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect((await box(page.getByRole('contentinfo'))).bottom).toBeLessThanOrEqual((await box(bar)).top + 1);
  }
});

test('Back leads where one came from, and to the list for who came from elsewhere', async ({ page }) => {
  const back = page.getByRole('link', { name: 'Back', exact: true });
  await open(page, '/groceries/offers');
  await page.getByRole('article').first().getByRole('link').click();
  await back.click();
  await expect(page).toHaveURL('/groceries/offers');
  await open(page, '/about');
  await page.goto('/product/katla-fish');
  await back.click();
  await expect(page).toHaveURL('/groceries/raw-products/fish');
});

test.describe('a damaged link', () => {
  // The router's own message about the address.
  test.use({ alsoExpected: [/could not be decoded/] });

  test('shows the shop’s page for what it does not have, also after its scripts have loaded', async ({ page }) => {
    await open(page, '/product/%E0%A4%A');
    await page.getByRole('main').getByRole('link', { name: 'See all groceries' }).click();
    await expect(page).toHaveURL('/groceries');
  });
});

test('favourites are kept in this browser, and shown with today’s prices', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  await open(page, ILISH);
  const heart = page.getByRole('button', { name: 'Favourite' });
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.evaluate(() => {
    const products = JSON.parse(localStorage.getItem('favourites') ?? '[]');
    products[0].price = 1;
    localStorage.setItem('favourites', JSON.stringify(products));
  });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Favourites' }).click();
  const card = page.getByRole('article', { name: 'Padma Ilish' });
  await expect(card).toBeVisible();
  await expect(card.getByText('Tk 1', { exact: true })).toHaveCount(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  await card.getByRole('link', { name: 'Padma Ilish' }).click();
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await open(page, '/favourites');
  await expect(page.getByText('Press the heart')).toBeVisible();
  expect(asked.filter((request) => !request.startsWith('GET') && request.includes('ilish-hilsa'))).toEqual([]);
});
