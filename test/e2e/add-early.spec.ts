import type { Page } from '@playwright/test';
import { MAX_ORDER_LINES } from '../../domain/orders/quantity.ts';
import { operatorSends } from '../support/operator-client.ts';
import { exampleItem } from '../support/factories.ts';
import { holdScripts } from './hold-scripts.ts';
import { expect, register, test } from './shop.ts';

const RICE = '/groceries/raw-products/rice';

const cartLink = (page: Page, n: number | string) => page.getByRole('link', { name: `Cart, ${n} items`, exact: true });
const storedCart = (page: Page) =>
  page.evaluate<{ id: string }[]>(() => JSON.parse(localStorage.getItem('cartItems') ?? '[]'));

test('before the scripts have loaded, `Add to Cart` takes effect once', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto(RICE, { waitUntil: 'domcontentloaded' });
  const cards = page.getByRole('article');
  const added = cards.first().getByRole('button', { name: 'Added' });
  await cards.first().getByRole('button', { name: 'Add to Cart' }).click();
  await expect(added).toBeDisabled();
  await expect(cartLink(page, 1)).toHaveText('1');
  expect(await storedCart(page)).toHaveLength(1);
  // A second press.
  await added.click({ force: true });
  await cards.nth(1).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(cartLink(page, 2)).toHaveText('2');
  const stored = await storedCart(page);
  release();
  await expect(cards.first().getByRole('button', { name: 'Decrease quantity' })).toBeVisible();
  await expect(cards.first().getByText('1', { exact: true })).toBeVisible();
  await expect(added).toHaveCount(1);
  await expect(cartLink(page, 2)).toHaveText('2');
  expect(await storedCart(page)).toEqual(stored);
  // The next presses are React's.
  await cards.first().getByRole('button', { name: 'Increase quantity' }).click();
  await cards.nth(2).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(cartLink(page, 3)).toHaveText('3');
  expect(await storedCart(page)).toMatchObject([{ quantity: 2 }, { quantity: 1 }, { quantity: 1 }]);
});

for (const path of [
  '/',
  '/groceries/offers',
  '/groceries/search-results?searchText=a&searchCategory=all',
  '/product/basmati-rice',
]) {
  test(`what is stored before the scripts have loaded is what they store: ${path}`, async ({ page }) => {
    const release = await holdScripts(page);
    const addAll = () =>
      page.evaluate(() => {
        for (const button of document.querySelectorAll('main .card-add:enabled'))
          button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
      });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await addAll();
    const early = await storedCart(page);
    expect(early.length).toBeGreaterThan(0);
    release();
    await expect(page.getByRole('button', { name: 'Increase quantity' }).first()).toBeVisible();
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect(cartLink(page, 0)).toBeVisible();
    await addAll();
    await expect(cartLink(page, early.length)).toBeVisible();
    expect(early).toEqual(await storedCart(page));
  });
}

test('in Bangla', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto(`/bn${RICE}`, { waitUntil: 'domcontentloaded' });
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: 'কার্টে নিন' }).click();
  await expect(card.getByRole('button', { name: 'কার্টে আছে' })).toBeVisible();
  const link = page.getByRole('link', { name: 'কার্ট, ১টি পণ্য', exact: true });
  await expect(link).toHaveText('১');
  release();
  await expect(card.getByRole('button', { name: 'পরিমাণ কমান' })).toBeVisible();
  await expect(link).toHaveText('১');
});

test('a signed-in customer', async ({ page }) => {
  await register(page);
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(cartLink(page, 1)).toHaveText('1');
  release();
  await expect(page.getByRole('button', { name: 'Decrease quantity' }).first()).toBeVisible();
  expect(await storedCart(page)).toMatchObject([{ quantity: 1 }]);
});

test('what was in the cart stays', async ({ page }) => {
  const release = await holdScripts(page);
  await page.addInitScript(
    (item) => localStorage.setItem('cartItems', JSON.stringify([item])),
    exampleItem({ quantity: 3 }),
  );
  await page.goto(RICE, { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(cartLink(page, 2)).toHaveText('2');
  release();
  await expect(page.getByRole('button', { name: 'Increase quantity' }).first()).toBeVisible();
  expect(await storedCart(page)).toMatchObject([{ id: 'rui', quantity: 3 }, { quantity: 1 }]);
});

const WAITING = {
  'a full storage': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
  'a forbidden storage': () => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  },
  'an unreadable cart': () => localStorage.setItem('cartItems', '[{'),
  'a cart that is no list': () => localStorage.setItem('cartItems', '{"items":[]}'),
  'a cart with an unreadable line': () => localStorage.setItem('cartItems', '[null]'),
};
for (const [name, prepare] of Object.entries(WAITING)) {
  test(`${name}: the press takes effect with the scripts`, async ({ page }) => {
    const release = await holdScripts(page);
    await page.addInitScript(prepare);
    await page.goto(RICE, { waitUntil: 'domcontentloaded' });
    const add = page.getByRole('button', { name: 'Add to Cart' }).first();
    await add.click();
    await expect(add).toHaveAttribute('aria-busy', 'true');
    await expect(cartLink(page, 0)).toBeVisible();
    release();
    await expect(cartLink(page, 1)).toHaveText('1');
    await expect(page.getByRole('button', { name: 'Decrease quantity' })).toHaveCount(1);
  });
}

test('a cart of more products than an order may have: the press takes effect with the scripts, which say so', async ({
  page,
}) => {
  const release = await holdScripts(page);
  const items = Array.from({ length: MAX_ORDER_LINES }, (_, n) => exampleItem({ id: `product-${n}` }));
  await page.addInitScript((cart) => localStorage.setItem('cartItems', cart), JSON.stringify(items));
  await page.goto(RICE, { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  expect(await storedCart(page)).toHaveLength(MAX_ORDER_LINES);
  release();
  await expect(page.getByRole('alert').filter({ hasText: String(MAX_ORDER_LINES) })).toBeVisible();
  expect(await storedCart(page)).toHaveLength(MAX_ORDER_LINES + 1);
});

test('a key waits for the scripts, which move the focus', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto(RICE, { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Add to Cart' }).first().press('Enter');
  expect(await storedCart(page)).toEqual([]);
  release();
  await expect(page.getByRole('button', { name: 'Increase quantity' })).toBeFocused();
});

test('a product that is not available cannot be added', async ({ page, shop }) => {
  const release = await holdScripts(page);
  await operatorSends(shop.url, 'PATCH', '/products/basmati-rice', { available: 'no' });
  await page.goto(RICE, { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Not available' }).click({ force: true });
  expect(await storedCart(page)).toEqual([]);
  release();
  await expect(cartLink(page, 0)).toBeVisible();
  await shop.restoreCatalogue();
});
