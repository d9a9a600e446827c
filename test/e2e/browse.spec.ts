import type { Page } from '@playwright/test';
import { expect, loadCards, open, test, unfoldFooter, waitForHydration } from './shop.ts';

const CATEGORIES = {
  'raw-products': {
    vegetables: 'Vegetables',
    fruits: 'Fruits',
    meat: 'Meat',
    fish: 'Fish',
    eggs: 'Eggs',
    spices: 'Spices',
    rice: 'Rice',
    flour: 'Flour',
    oil: 'Oil',
  },
  beverages: {
    'tea-coffe': 'Tea & Coffe',
    'dry-fruits': 'Dry Fruits',
    jams: 'Jams & Jellies',
    biscuits: 'Biscuits',
    cakes: 'Cakes',
    breads: 'Breads',
  },
  trending: { 'top-products': 'Top Products', 'recent-products': 'Recent Products', 'popular-now': 'Popular Now' },
} as const;

test('home shows three sections of ten cards, each with a link to its listing', async ({ page }) => {
  await open(page, '/');
  for (const [slug, name] of Object.entries(CATEGORIES.trending)) {
    const section = page.getByRole('region', { name, exact: true });
    await expect(section.getByRole('article')).toHaveCount(10);
    await expect(section.getByRole('link', { name: 'View more' })).toHaveAttribute(
      'href',
      `/groceries/trending/${slug}`,
    );
  }
});

test('a section shows its products in reversed order', async ({ page }) => {
  await open(page, '/groceries/trending/top-products');
  const listed = page.getByRole('main').getByRole('article');
  // Load the listing to its end.
  const heading = await page.getByText(/^\d+ Items$/).textContent();
  const total = Number.parseInt(heading ?? '', 10);
  await loadCards(page, total);
  const names = await listed.evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));
  await open(page, '/');
  const row = page.getByRole('region', { name: 'Top Products' }).getByRole('article');
  const shown = await row.evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));
  expect(shown).toEqual(names.toReversed().slice(0, 10));
});

test('groceries shows all sections, then tiles that link to the listings and have their counts', async ({ page }) => {
  await open(page, '/groceries');
  await expect(page.getByRole('region', { name: 'Recent Products' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Jams & Jellies' })).toBeVisible();
  const tile = page.getByRole('link', { name: /^Vegetables \d+ Items/ });
  const count = /(\d+ Items)/.exec((await tile.textContent()) ?? '')?.[1] ?? 'none';
  await tile.click();
  await expect(page).toHaveURL('/groceries/raw-products/vegetables');
  await expect(page.getByRole('heading', { name: 'Vegetables' })).toBeVisible();
  await expect(page.getByText(count, { exact: true })).toBeVisible();
});

for (const [group, listings] of Object.entries(CATEGORIES)) {
  test(`every listing of ${group} opens with its name and count`, async ({ page, request }) => {
    for (const [slug, name] of Object.entries(listings)) {
      const html = await (await request.get(`/groceries/${group}/${slug}`)).text();
      expect(html).toContain(`>${name.replace('&', '&amp;')}</h1>`);
      expect(html).toMatch(/>\d+ Items</);
    }
    await open(page, `/groceries/${group}`);
    await expect(page.getByRole('main').getByRole('link', { name: 'View more' })).toHaveCount(
      Object.keys(listings).length,
    );
  });
}

test('a screen that a link opens is as complete as its document', async ({ page }) => {
  const cards = page.getByRole('article');
  const bar = page.getByRole('navigation', { name: 'Categories' });
  for (const [name, path] of [
    ['Raw Products', '/groceries/raw-products'],
    ['Vegetables', '/groceries/raw-products/vegetables'],
  ] as const) {
    await open(page, path);
    const shown = await cards.count();
    await open(page, '/groceries/raw-products/eggs');
    await bar.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(cards).toHaveCount(shown);
  }
});

test('a long listing loads more while scrolling, to its end', async ({ page }) => {
  await open(page, '/groceries/raw-products/vegetables');
  const total = Number.parseInt((await page.getByText(/^\d+ Items$/).textContent()) ?? '', 10);
  expect(total).toBeGreaterThan(30);
  const cards = page.getByRole('main').getByRole('article');
  expect(await cards.count()).toBeLessThan(total);
  await loadCards(page, total);
  const names = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')));
  expect(new Set(names).size).toBe(total);
});

test('offers shows 15 discounted products first and 15 more at the bottom', async ({ page }) => {
  await open(page, '/groceries/offers');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(15);
  await page.getByRole('link', { name: 'Show more' }).scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(30);
  for (const card of await cards.all()) await expect(card.getByText(/^[\d.]+% off$/)).toHaveCount(1);
});

test('a card shows name, weight, the truncated price, the struck price and the badge', async ({ page, request }) => {
  const answer = await (await request.get('/api/listings/offers')).json();
  const [product] = answer.products;
  await open(page, '/groceries/offers');
  const card = page.getByRole('article', { name: product.name, exact: true });
  const charged = Math.floor(Number((product.price - (product.price * Number(product.discount)) / 100).toFixed(6)));
  await expect(card.getByText(`Tk ${charged}`, { exact: true })).toBeVisible();
  await expect(card.locator('s')).toContainText(`Tk ${product.price}`);
  await expect(card.getByText(`${product.discount}% off`)).toBeVisible();
  await expect(card.getByText(`${product.weight} ${product.unit}`)).toBeVisible();
  const box = await card.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(280);
  expect(box?.height).toBeLessThanOrEqual(360);
});

test('every navigation scrolls to the top', async ({ page }) => {
  await open(page, '/groceries');
  await unfoldFooter(page);
  await page.getByRole('link', { name: 'My Orders' }).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await page.getByRole('navigation', { name: 'Services' }).getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { name: 'Help' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

/** Loads 45 offers and opens the product of the 40th, as a shopper does who compares. Returns the place that was left. */
async function leaveOffers(page: Page): Promise<number> {
  await open(page, '/groceries/offers');
  for (const cards of [30, 45]) {
    await page.getByRole('link', { name: 'Show more' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('article')).toHaveCount(cards);
  }
  const card = page.getByRole('article').nth(39);
  await card.scrollIntoViewIfNeeded();
  const place = await scrolled(page);
  await card.getByRole('link').click();
  await expect(page).toHaveURL(/\/product\//);
  await expect(page.getByRole('region', { name: 'More like this' })).toBeVisible();
  expect(await scrolled(page)).toBe(0);
  return place;
}

async function expectOffersAt(page: Page, place: number): Promise<void> {
  await expect(page).toHaveURL('/groceries/offers');
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(45);
  await expect.poll(() => scrolled(page)).toBe(place);
  await expect(page.getByRole('article').nth(39)).toBeInViewport();
}

test('Back and Forward return to the place in a long list, and a new navigation starts at its top', async ({
  page,
}) => {
  const place = await leaveOffers(page);
  await page.goBack();
  await expectOffersAt(page, place);
  await page.goForward();
  await expect(page).toHaveURL(/\/product\//);
  await expect.poll(() => scrolled(page)).toBe(0);
  // Also when the product was loaded again, as another document.
  await page.reload();
  await waitForHydration(page);
  await page.goBack();
  await expectOffersAt(page, place);
  await page.reload();
  await expectOffersAt(page, place);
  await open(page, '/about');
  await page.goBack();
  await expectOffersAt(page, place);
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('region', { name: 'Top Products' })).toBeVisible();
  await page.getByRole('link', { name: /^30% off/ }).click();
  await expect(page).toHaveURL('/groceries/offers');
  await expect(page.getByRole('article').first()).toBeInViewport();
  expect(await scrolled(page)).toBe(0);
});

test('Back returns to the place in a list and in its rows also when the product is slow to come', async ({ page }) => {
  await open(page, '/groceries');
  const row = page.getByRole('region', { name: 'Fish' });
  await row.scrollIntoViewIfNeeded();
  const card = row.getByRole('article').nth(7);
  await card.scrollIntoViewIfNeeded();
  const swiped = (): Promise<number | undefined> =>
    card.evaluate((element) => element.closest('.row-place')?.parentElement?.scrollLeft);
  const place = [await scrolled(page), await swiped()];
  expect(place[1]).toBeGreaterThan(0);
  await page.route('**/*.data*', async (route) => {
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    await route.continue();
  });
  await card.getByRole('link').click();
  await expect(page).toHaveURL(/\/product\//);
  await page.goBack();
  await expect(page).toHaveURL('/groceries');
  await expect.poll(async () => [await scrolled(page), await swiped()]).toEqual(place);
  await page.unroute('**/*.data*');
  await page.reload();
  await waitForHydration(page);
  await expect.poll(async () => [await scrolled(page), await swiped()]).toEqual(place);
});

test('an unknown address and an unknown listing get the error screen with 404', async ({ page }) => {
  for (const path of [
    '/no-such-page',
    '/groceries/raw-products/gold',
    '/groceries/jewels',
    '/groceries/nothing/rice',
  ]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await expect(page.getByText('404 Not Found')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Categories' })).toBeVisible();
  }
});

test('/trending redirects to the trending sections', async ({ page }) => {
  await page.goto('/trending');
  await expect(page).toHaveURL('/groceries/trending');
  await expect(page.getByRole('region', { name: 'Popular Now' })).toBeVisible();
});
