import type { Locator } from '@playwright/test';
import { api } from '../support/operator-orders.ts';
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
      await expect(header.getByText(name)).toBeInViewport({ ratio: 1 });
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

interface Shift {
  value: number;
  /** What moved, and by how many px. */
  moved: string[];
}

/** What Chromium reports. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

test('hydration causes no layout shift, on a phone and on a wide screen', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      for (const { value, sources, startTime } of list.getEntries() as LayoutShift[]) {
        // While a document arrives, its rows grow.
        if (startTime < (document?.domInteractive || Infinity)) continue;
        shifts.push({
          value,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.textContent?.slice(0, 30)}: ${previousRect.top} → ${currentRect.top}`,
          ),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const check = async (path: string): Promise<void> => {
    await open(page, path);
    await page.waitForFunction(() => {
      const inView = [...document.images].filter((image) => {
        const { top, bottom, left, right } = image.getBoundingClientRect();
        return top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
      });
      return inView.length > 0 && inView.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
    });
    const shifts = await page.evaluate(async () => {
      // What the last frames moved is reported with the next ones.
      for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      return (window as unknown as { shifts: Shift[] }).shifts;
    });
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(total, `${path} ${JSON.stringify(shifts)}`).toBeLessThan(0.01);
  };
  for (const path of ['/', '/groceries/raw-products/vegetables', '/groceries/offers', '/groceries']) await check(path);
  await page.setViewportSize(DESKTOP.viewport);
  for (const path of ['/', '/groceries/raw-products/vegetables', '/groceries']) await check(path);
});
