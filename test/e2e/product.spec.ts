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
  await expect(page.getByRole('main').getByText(/^Order .* · Delivery Tk 60 · Cash$/)).toBeVisible();
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
