import { holdScripts } from './hold-scripts.ts';
import { waitForHydration, expect, open, test } from './shop.ts';

test('a page is hydrated when it has loaded', async ({ page }) => {
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
});

test('a press before the scripts have loaded shows, and takes effect once, afterwards', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/groceries/raw-products/rice', { waitUntil: 'domcontentloaded' });
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect(menu).toHaveAttribute('aria-busy', 'true');
  await expect(menu).toHaveCSS('opacity', '0.65');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  release();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(menu).not.toHaveAttribute('aria-busy', 'true');
});

test('scripts load after the first picture', async ({ page }) => {
  const order: string[] = [];
  page.on('response', (response) => order.push(new URL(response.url()).pathname));
  await open(page, '/');
  const picture = order.findIndex((path) => path.startsWith('/images/'));
  const script = order.findIndex((path) => path.endsWith('.js'));
  expect(picture).toBeGreaterThan(0);
  expect(script).toBeGreaterThan(picture);
});

test('a picture that never loads does not prevent hydration', async ({ page }) => {
  await page.route('**/images/**', () => undefined);
  await page.goto('/groceries/raw-products/rice', { waitUntil: 'domcontentloaded' });
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByRole('link', { name: 'Cart, 1 items', exact: true })).toBeVisible();
});
