import type { Locator } from '@playwright/test';
import { holdScripts } from './hold-scripts.ts';
import { waitForHydration, expect, open, test } from './shop.ts';

test('a page is hydrated when it has loaded, and its scripts come after its first picture', async ({ page }) => {
  const order: string[] = [];
  page.on('response', (response) => order.push(new URL(response.url()).pathname));
  for (const path of ['/', '/groceries/offers', '/about', '/user/login']) {
    await page.goto(path);
    const answer = await page.evaluate(async () => {
      const menu = document.querySelector<HTMLElement>('#menu-button');
      menu?.click();
      await Promise.resolve();
      return menu?.getAttribute('aria-expanded');
    });
    expect(answer, path).toBe('true');
    // The open menu is stored.
    await page.evaluate(() => localStorage.clear());
  }
  const picture = order.findIndex((path) => path.startsWith('/images/'));
  const script = order.findIndex((path) => path.endsWith('.js'));
  expect(picture).toBeGreaterThan(0);
  expect(script).toBeGreaterThan(picture);
});

test('before the scripts, a press shows and takes effect once, afterwards, and pictures out of view wait for a scroll', async ({
  page,
}) => {
  const release = await holdScripts(page);
  const tiles = page.getByRole('navigation', { name: 'Shop by category' }).locator('img');
  const loaded = (picture: Locator): Promise<boolean> =>
    picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  const last = page.getByRole('article').last().locator('img');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  for (const tile of (await tiles.all()).slice(0, 7)) await expect.poll(() => loaded(tile)).toBe(true);
  await expect(last).toBeHidden();
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect(menu).toHaveAttribute('aria-busy', 'true');
  await expect(menu).toHaveCSS('opacity', '0.65');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await page.mouse.move(200, 500);
  await page.mouse.wheel(0, 100);
  await expect(last).toBeVisible();
  const recent = page.getByRole('region', { name: 'Recent Products' }).getByRole('article').first().locator('img');
  await expect.poll(() => loaded(recent)).toBe(true);

  release();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(menu).not.toHaveAttribute('aria-busy', 'true');
  await page.evaluate(() => localStorage.clear());
  await open(page, '/');
  await expect(last).toBeVisible();
});

test('a picture that never loads does not prevent hydration', async ({ page }) => {
  await page.route('**/images/**', () => undefined);
  await page.goto('/groceries/raw-products/rice', { waitUntil: 'domcontentloaded' });
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByRole('link', { name: 'Cart, 1 items', exact: true })).toBeVisible();
});
