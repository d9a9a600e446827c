import { waitForHydration, expect, open, test } from './shop.ts';

const SCRIPTS = '**/assets/*.js';

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

test('taps before the scripts have loaded take effect once, afterwards', async ({ page }) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(SCRIPTS, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/groceries/raw-products/rice', { waitUntil: 'domcontentloaded' });
  const cards = page.getByRole('article');
  await cards.first().getByRole('button', { name: 'Add to Cart' }).click();
  await cards.nth(1).getByRole('button', { name: 'Add to Cart' }).click();
  // They show that they are pressed.
  const busy = page.locator('button[aria-busy=true]');
  await expect(busy).toHaveCount(2);
  await expect(busy.first()).toHaveCSS('opacity', '0.65');
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: 'Cart, 2 items', exact: true })).toBeVisible();
  await expect(cards.first().getByRole('button', { name: 'Added' })).toBeVisible();
  await expect(busy).toHaveCount(0);
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
