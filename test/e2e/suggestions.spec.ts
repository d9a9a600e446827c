import type { Page } from '@playwright/test';
import { accessibilityViolations, expect, open, test } from './shop.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search products' });
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const options = (page: Page) => list(page).getByRole('option');

test('suggestions load with the focus; arrow keys and Enter choose, Escape closes, Enter alone searches', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => void (/suggest/.test(request.url()) && asked.push(request.url())));
  await open(page, '/');
  expect(asked).toEqual([]);
  await box(page).focus();
  await expect.poll(() => asked).toEqual([expect.stringMatching(/\.js$/)]);
  await box(page).fill('rice');
  await expect(options(page)).toHaveCount(8);
  await expect(page.getByRole('status').filter({ hasText: '8 suggestions' })).toHaveCount(1);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  const second = await options(page).nth(1).getAttribute('id');
  await expect(box(page)).toHaveAttribute('aria-activedescendant', second ?? 'none');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(box(page)).not.toHaveAttribute('aria-activedescendant', /./);
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(list(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue('rice');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search-results\?searchText=rice/);
  // The address changes before the screen, and the screen has a box of its own.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('rice');
  await box(page).fill('ilish');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/product\/.*ilish/);
  await expect(list(page)).toHaveCount(0);
});

test('suggestions keep to the chosen group, and a tap opens the product', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('combobox', { name: 'Search category' }).selectOption('raw-products');
  await box(page).fill('tea');
  await expect(options(page).filter({ hasText: 'Steak' }).first()).toBeVisible();
  await expect(options(page).filter({ hasText: /\bTea\b/ })).toHaveCount(0);
  await box(page).fill('ilish');
  await options(page).filter({ hasText: 'Ilish' }).first().tap();
  await expect(page).toHaveURL(/\/product\/.*ilish/);
});

test('the last answer wins, nothing is shown for what is no longer typed, and without an answer the box searches', async ({
  page,
}) => {
  const held = new Map<string, () => Promise<void>>();
  await page.route('**/api/suggest?*', (route) => {
    held.set(new URL(route.request().url()).searchParams.get('q') ?? '', () => route.continue().catch(() => undefined));
  });
  const answer = async (typed: string): Promise<void> => {
    await expect.poll(() => held.has(typed)).toBe(true);
    await held.get(typed)?.();
  };
  await open(page, '/');
  await box(page).fill('il');
  await expect.poll(() => held.has('il')).toBe(true);
  await box(page).fill('rice');
  await answer('rice');
  await expect(options(page).first()).toContainText('Rice');
  await answer('il');
  await expect(options(page).first()).toContainText('Rice');
  await box(page).fill('rice x');
  await expect(list(page)).toHaveCount(0);
  await expect.poll(() => held.has('rice x')).toBe(true);
  await box(page).fill('');
  await answer('rice x');
  await expect(list(page)).toHaveCount(0);

  let lost = 0;
  await page.route('**/api/suggest?*', (route) => {
    lost += 1;
    return route.abort('connectionreset');
  });
  await box(page).fill('rice');
  await expect.poll(() => lost).toBe(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search-results\?searchText=rice/);
});

test('a box with a text has a button that clears it, and says when nothing is found; what is typed on the way stays', async ({
  page,
}) => {
  await open(page, '/');
  const clear = page.getByRole('button', { name: 'Clear' });
  await expect(clear).toBeHidden();
  await box(page).fill('xqzw');
  await expect(page.getByRole('search').getByText('Nothing found').last()).toBeVisible();
  expect((await clear.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await accessibilityViolations(page)).toEqual([]);
  await clear.click();
  await expect(box(page)).toHaveValue('');
  await expect(box(page)).toBeFocused();
  await expect(page.getByText('Nothing found')).toHaveCount(0);

  const { promise: typed, resolve: release } = Promise.withResolvers<void>();
  await page.route(/search-results\.data/, async (route) => {
    await typed;
    await route.continue();
  });
  await box(page).fill('rice');
  await box(page).press('Enter');
  await box(page).press('End');
  await box(page).pressSequentially(' chini');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('rice');
  await expect(box(page)).toHaveValue('rice chini');
});
