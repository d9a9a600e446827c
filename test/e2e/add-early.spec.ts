/** Presses before the scripts have loaded (app/document/add-early.test.ts has what becomes of each). */
import type { Page } from '@playwright/test';
import { exampleItem } from '../support/factories.ts';
import { holdScripts } from './hold-scripts.ts';
import { expect, register, test } from './shop.ts';

const RICE = '/groceries/raw-products/rice';

const cartLink = (page: Page, n: number) => page.getByRole('link', { name: `Cart, ${n} items`, exact: true });
const storedCart = (page: Page) =>
  page.evaluate<{ id: string }[]>(() => JSON.parse(localStorage.getItem('cartItems') ?? '[]'));

test('`Add to Cart` takes effect once, as it does afterwards, behind what was in the cart', async ({ page }) => {
  await register(page);
  const release = await holdScripts(page);
  await page.goto('/robots.txt');
  await page.evaluate(
    (item) => localStorage.setItem('cartItems', JSON.stringify([item])),
    exampleItem({ quantity: 3 }),
  );
  await page.goto(RICE, { waitUntil: 'domcontentloaded' });
  const cards = page.getByRole('article');
  const added = cards.first().getByRole('button', { name: 'Added' });
  await cards.first().getByRole('button', { name: 'Add to Cart' }).click();
  await expect(added).toBeDisabled();
  await expect(cartLink(page, 2)).toHaveText('2');
  // A second press.
  await added.click({ force: true });
  await cards.nth(1).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(cartLink(page, 3)).toHaveText('3');
  const early = await storedCart(page);
  expect(early).toMatchObject([{ id: 'rui', quantity: 3 }, { quantity: 1 }, { quantity: 1 }]);
  release();
  await expect(cards.first().getByRole('button', { name: 'Decrease quantity' })).toBeVisible();
  await expect(cards.first().getByText('1', { exact: true })).toBeVisible();
  await expect(added).toHaveCount(1);
  await expect(cartLink(page, 3)).toHaveText('3');
  expect(await storedCart(page)).toEqual(early);

  // The next presses are React's, which stores the same.
  for (const at of [0, 1]) {
    await cards.nth(at).getByRole('button', { name: 'Decrease quantity' }).click();
    await expect(cartLink(page, 2)).toBeVisible();
    await cards.nth(at).getByRole('button', { name: 'Add to Cart' }).click();
    await expect(cartLink(page, 3)).toBeVisible();
  }
  expect(await storedCart(page)).toEqual(early);
});

test('a press by a key, and one when the storage is full, take effect with the scripts', async ({ page }) => {
  const release = await holdScripts(page);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto(RICE, { waitUntil: 'domcontentloaded' });
  const buttons = page.getByRole('button', { name: 'Add to Cart' });
  await buttons.first().click();
  await buttons.nth(1).press('Enter');
  for (const at of [0, 1]) await expect(buttons.nth(at)).toHaveAttribute('aria-busy', 'true');
  await expect(cartLink(page, 0)).toBeVisible();
  release();
  await expect(cartLink(page, 2)).toHaveText('2');
  const increase = page.getByRole('button', { name: 'Increase quantity' });
  await expect(increase).toHaveCount(2);
  // The scripts move the focus.
  await expect(increase.nth(1)).toBeFocused();
});
