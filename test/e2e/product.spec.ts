import { accessibilityViolations, expect, open, test } from './shop.ts';

const ILISH = '/product/ilish-hilsa';

test('a card’s picture and name open the product’s page, with its price and the card’s controls', async ({ page }) => {
  await open(page, '/groceries/raw-products/fish');
  const card = page.getByRole('article', { name: 'Padma Ilish' });
  await card.locator('img').click();
  await expect(page).toHaveURL(ILISH);
  await page.goBack();
  await page.getByRole('article', { name: 'Padma Ilish' }).getByRole('link', { name: 'Padma Ilish' }).click();
  await expect(page).toHaveURL(ILISH);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Padma Ilish');
  await expect(page.getByRole('main').getByText('1 kg', { exact: true }).first()).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(/^Tk \d+$/)
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('main').getByText(/^Tk \d+ \/ kg$/)).toBeVisible();
  await expect(page.getByRole('main').getByText(/^Order .* · Delivery Tk 60 · Cash$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Not fresh? Call +880 1700-000000' })).toHaveAttribute(
    'href',
    'tel:+8801700000000',
  );
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(page.getByRole('button', { name: 'Added' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 1 items', exact: true })).toBeVisible();
  const more = page.getByRole('region', { name: 'More like this' });
  await expect(more.getByRole('article')).toHaveCount(10);
  await expect(more.getByRole('article', { name: 'Padma Ilish' })).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Fish' }).click();
  await expect(page).toHaveURL('/groceries/raw-products/fish');
});

test('a product’s page can be shared, and is found by search engines and chats', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined, writable: true }));
  await open(page, ILISH);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  const url = new URL(ILISH, page.url()).href;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  const content = (property: string) => page.locator(`meta[property="og:${property}"]`).getAttribute('content');
  expect(await content('title')).toBe('Padma Ilish');
  expect(await content('description')).toMatch(/^পদ্মার ইলিশ · Tk \d+ for 1 kg$/);
  const picture = (await content('image')) ?? '';
  expect((await page.request.get(picture)).headers()['content-type']).toBe('image/webp');
  const jsonLd = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(jsonLd ?? '')).toMatchObject({ '@type': 'Product', offers: { url, priceCurrency: 'BDT' } });
  await page.evaluate(() =>
    Object.assign(navigator, { share: (shared: unknown) => Object.assign(globalThis, { shared }) }),
  );
  await page.getByRole('button', { name: 'Share' }).click();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shared'))).toMatchObject({ title: 'Padma Ilish', url });
});

test('an unknown product is 404 in the shop’s design', async ({ page }) => {
  const paths = ['/product/none', '/product/%20', '/product/UPPER', `/product/${'a'.repeat(65)}`];
  for (const path of paths) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole('banner').first()).toBeVisible();
  }
  await expect(page.getByText('There is no such product.')).toBeVisible();
});

test.describe('a damaged link', () => {
  // The router's own message about the address.
  test.use({ alsoExpected: [/could not be decoded/] });

  test('shows the shop’s page for what it does not have', async ({ page }) => {
    for (const path of ['/product/%E0%A4%A', '/bn/%E0%A4%A']) {
      expect((await page.goto(path))?.status(), path).toBe(404);
      await expect(page.getByRole('banner').first()).toBeVisible();
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    }
    const request = await page.request.get('/product/%E0%A4%A', { headers: { Accept: 'application/json' } });
    expect(request.status()).toBe(400);
  });
});

test('the sitemap has every public page, and robots.txt names it', async ({ request, baseURL }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const answer = await request.get('/sitemap.xml');
  expect(answer.headers()['content-type']).toContain('application/xml');
  const pages = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => loc);
  expect(pages).toContain(`${baseURL}${ILISH}`);
  expect(pages).toContain(`${baseURL}/groceries/beverages/tea-coffe`);
  expect(pages.filter((loc) => loc.includes('/product/')).length).toBeGreaterThanOrEqual(208);
  expect(new Set(pages).size).toBe(pages.length);
  expect((await request.get('/sitemap/1.xml')).status()).toBe(200);
  expect((await request.get('/sitemap/2.xml')).status()).toBe(404);
  expect((await request.get('/sitemap/x.xml')).status()).toBe(404);
});

test('favourites are kept in this browser, and shown with today’s prices', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  await open(page, '/favourites');
  await expect(page.getByText('Press the heart')).toBeVisible();
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
  await open(page, ILISH);
  await heart.click();
  await open(page, '/favourites');
  await expect(page.getByText('Press the heart')).toBeVisible();
  expect(asked.filter((request) => !request.startsWith('GET') && request.includes('ilish-hilsa'))).toEqual([]);
});
