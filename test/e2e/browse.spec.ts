import type { Page } from '@playwright/test';
import { expect, loadCards, open, test, waitForHydration } from './shop.ts';

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

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

/**
 * Loads 45 offers and opens the product of the 40th, as a shopper does who compares. Returns the place that was left.
 */
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
