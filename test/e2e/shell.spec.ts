import type { Locator } from '@playwright/test';
import { api } from '../support/operator-orders.ts';
import { expectNoShift, watchShifts } from './layout-shifts.ts';
import { DESKTOP, expect, open, register, test } from './shop.ts';

test('the drawer is stored, closes on a navigation, a click outside and Escape, and logs a customer out', async ({
  page,
}) => {
  await open(page, '/');
  const button = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const stored = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('toggle'));
  await expect(menu).toBeHidden();
  await button.click();
  await expect(menu.getByRole('link')).toHaveText([
    'Home',
    'Groceries',
    'Trending now',
    'Raw Products',
    'Beverages',
    'New Offers',
    'Cart Items',
    'My Account',
    'My Orders',
    'Favourites',
    'About Us',
    'Help',
    'Login',
    'Register',
    '+880 1700-000000',
    'বাংলা',
  ]);
  await expect.poll(stored).toBe('true');
  await page.reload();
  await expect(menu).toBeVisible();
  await menu.getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL('/about');
  await expect(menu).toBeHidden();
  await expect.poll(stored).toBe('false');
  await button.click();
  await page.mouse.click(370, 600);
  await expect(menu).toBeHidden();
  await button.click();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await button.click();
  await button.click();
  await expect(menu).toBeHidden();
  // One that was left open does not cover the shop at the next visit.
  await button.click();
  await expect(menu).toBeVisible();
  await register(page);
  await open(page, '/about');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(stored).toBe('false');

  await button.click();
  await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0);
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
});

test('a small phone shows the promise and products without scrolling, and one row of header', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const header = page.getByRole('banner').first();
  // Thursday, and after two o'clock; Sunday morning.
  for (const [time, promise, sentence] of [
    ['2026-11-26T15:00:00+06:00', 'Sunday', 'Order now: Sunday'],
    ['2026-11-22T15:00:00+06:00', 'Tomorrow', 'Order now: tomorrow'],
    ['2026-11-22T09:00:00+06:00', 'Today', 'Order before 2 PM: today'],
  ] as const) {
    await page.clock.setFixedTime(time);
    await open(page, '/');
    await expect(header.getByText(`${promise} · Tk 60 · Cash`)).toBeVisible();
    await expect(header.getByText(`${sentence} · Delivery Tk 60 · Cash`)).toHaveCount(1);
  }
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const search = await boxOf(header.getByRole('search'));
  const { y, height } = await boxOf(header);
  // Menu, logo, phone, profile and cart in one row, the search below it.
  expect(search.y - y).toBe(56);
  expect(height).toBe(104);
  const card = page.getByRole('main').getByRole('article').first();
  expect((await boxOf(card)).y).toBeLessThanOrEqual(236);
  const strip = page.getByRole('navigation', { name: 'Shortcuts' });
  expect((await boxOf(strip)).height).toBe(28);
  // One line, in which the first links are in view and the others are to be scrolled to.
  const tops = await strip.getByRole('link').evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  // Each reaches 8 px above the window.
  for (const name of ['বাংলা', 'Login', 'Register'])
    await expect(strip.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 0.8 });
  const categories = page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link');
  await expect(categories).toHaveCount(8);
  await expect(categories.last()).toHaveAttribute('href', '/groceries');
  await expect(categories.first().getByRole('presentation')).toBeInViewport({ ratio: 1 });

  await page.evaluate(() => void (document.documentElement.style.fontSize = '130%'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  for (const text of ['Sodai', 'Today · Tk 60 · Cash']) {
    const shown = header.getByText(text, { exact: true });
    await expect(shown).toBeInViewport({ ratio: 1 });
    expect(await shown.evaluate((part) => part.scrollWidth - part.clientWidth)).toBeLessThanOrEqual(0);
  }

  // On its side the search is in the same row.
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
  await page.setViewportSize({ width: 740, height: 360 });
  expect((await boxOf(header)).height).toBe(56);
});

test('a shop’s long name makes no page wider, and stands in the footer in full', async ({ page, shop }) => {
  const setName = async (name: string): Promise<void> => void (await api(shop.url, 'PATCH', '/settings', { name }));
  for (const name of ['Mohammadpur Krishi Market Family Grocery', 'মোহাম্মদপুর কৃষি মার্কেট পারিবারিক সদাইয়ের দোকান ঢাকা-১২০৭']) {
    await setName(name);
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 });
      await open(page, '/about');
      const header = page.getByRole('banner').first();
      await expect(header.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
      await expect(header.getByRole('link', { name: /^Cart/ })).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const written = page.getByRole('contentinfo').getByText(name, { exact: true });
      expect(await written.evaluate((part) => part.scrollHeight - part.clientHeight)).toBeLessThanOrEqual(0);
    }
  }
  await setName('Sodai');
});

test('the banner shows only on home, and closing it clears its flag', async ({ page }) => {
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    localStorage.setItem('banner', JSON.stringify({ type: 'account-delete', flag: true }));
    localStorage.setItem('orderConfirmed', 'true');
  });
  await open(page, '/about');
  const banner = page.getByRole('region', { name: 'Confirmation' });
  await expect(banner).toHaveCount(0);
  await open(page, '/');
  await expect(banner).toContainText(
    "Your account is scheduled for deletion. If you don't do this please login again!",
  );
  await banner.getByRole('button', { name: 'Close' }).click();
  await expect(banner).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('orderConfirmed'))).toBe('false');
});

test('hydration causes no layout shift, on a phone and on a wide screen', async ({ page }) => {
  await watchShifts(page);
  const check = async (path: string): Promise<void> => {
    await open(page, path);
    await page.waitForFunction(() => {
      const inView = [...document.images].filter((image) => {
        const { top, bottom, left, right } = image.getBoundingClientRect();
        return top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
      });
      return inView.length > 0 && inView.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
    });
    await expectNoShift(page, path);
  };
  for (const path of ['/', '/groceries/raw-products/vegetables', '/groceries/offers', '/groceries']) await check(path);
  await page.setViewportSize(DESKTOP.viewport);
  for (const path of ['/', '/groceries/raw-products/vegetables', '/groceries']) await check(path);
  const { products } = await (await page.request.get('/api/listings/rice')).json();
  await page.evaluate((liked) => localStorage.setItem('favourites', liked), JSON.stringify(products.slice(0, 1)));
  await check('/favourites');
});
