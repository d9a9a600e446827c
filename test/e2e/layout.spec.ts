import type { Locator, Page } from '@playwright/test';
import {
  DESKTOP,
  expect,
  fillCart,
  fillCheckout,
  newAccount,
  open,
  putInCart,
  register,
  test,
  waitForHydration,
  placeOrder,
} from './shop.ts';

/** How much wider the page is than the window, in px. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Links and controls that are smaller than a fingertip, 44 px, even with an extremely narrow font. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    document.documentElement.style.letterSpacing = '-0.3em';
    const found = [
      ...document.querySelectorAll<HTMLElement>('a[href], button:enabled, input:not([type=hidden]), select'),
    ]
      .filter((target) => target.checkVisibility() && !target.closest('label'))
      .map((target) => ({
        name: target.getAttribute('aria-label') ?? target.innerText,
        box: target.getBoundingClientRect(),
      }))
      // Without elements only for screen readers, and the skip link, which shows only with the focus.
      .filter(({ box }) => box.width > 1 && box.bottom > 0)
      .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
      .map(({ name, box }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`);
    document.documentElement.style.letterSpacing = '';
    return found;
  });

/** On a phone and on a wide screen links and controls are large enough, and nothing is wider than the window. */
async function expectRoom(page: Page, path: string): Promise<void> {
  const phone = page.viewportSize() ?? DESKTOP.viewport;
  for (const viewport of [DESKTOP.viewport, phone]) {
    await page.setViewportSize(viewport);
    const where = `${path} at ${viewport.width} px`;
    expect(await smallTargets(page), where).toEqual([]);
    expect(await overflow(page), where).toBe(0);
  }
}

test('on a customer’s screens links and controls are at least 44 px, nothing is wider than the window, with a long e-mail', async ({
  page,
}) => {
  const { name, email } = newAccount();
  const long = email.replace('@', '-of-the-house-by-the-long-river@post.groceries.');
  await register(page, { name: `${name} ${'Rahmatullah'.repeat(4)}`, email: long });
  await fillCart(page, '/groceries/raw-products/rice', 1);
  await open(page, '/cart');
  // A long price stays on one line.
  const increase = page.getByRole('main').getByRole('button', { name: 'Increase quantity' });
  for (let quantity = 1; quantity < 12; quantity += 1) await increase.click();
  const price = page.getByRole('listitem').getByText(/^Tk \d{4,}\.\d$/);
  expect((await price.boundingBox())?.height).toBeLessThan(30);
  const check = async (path: string): Promise<void> => {
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expectRoom(page, path);
  };
  await check('/cart');
  await open(page, '/checkout');
  await fillCheckout(page);
  await check('/checkout');
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await check('/payment');
  await placeOrder(page);
  const toast = page.getByText('Order placed successfully!');
  // In the lower half: it covers neither heading nor breadcrumb.
  expect((await toast.boundingBox())?.y).toBeGreaterThan((page.viewportSize()?.height ?? 0) / 2);
  await page.clock.resume();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('region', { name: 'Confirmation' })).toContainText('Rahmatullah');
  await check('/ with its banner');
  for (const path of ['/user/profile', '/user/update-profile', '/user/orders', '/user/delete-account']) {
    await open(page, path);
    await check(path);
  }
  await open(page, '/user/orders');
  await page.getByRole('link', { name: /^#/ }).click();
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible();
  await check('/user/orders/…');
});

test('an e-mail on two lines wraps before its @', async ({ page }) => {
  const { name, email: hyphenated } = newAccount();
  // Without hyphens, because text can always wrap at those.
  const email = hyphenated.replaceAll('-', '');
  await register(page, { name, email });
  await open(page, '/user/profile');
  const shown = page.getByRole('definition').filter({ hasText: email });
  await expect(shown).toHaveText(email);
  const lines = await shown.evaluate((element) => {
    Object.assign(element.style, { width: 'min-content', overflowWrap: 'normal' });
    const range = document.createRange();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: { top: number; text: string }[] = [];
    while (walker.nextNode()) {
      range.selectNodeContents(walker.currentNode);
      found.push(
        ...[...range.getClientRects()].map(({ top }) => ({ top, text: walker.currentNode.textContent ?? '' })),
      );
    }
    return found;
  });
  expect(lines.map(({ text }) => text)).toEqual([email.slice(0, email.indexOf('@')), email.slice(email.indexOf('@'))]);
  expect(lines[1]?.top).toBeGreaterThan(lines[0]?.top ?? 0);
});

test('in dark mode nothing is white, not even while a list or its pictures load', async ({ page }) => {
  const brightness = (element: Locator): Promise<number> =>
    element.evaluate((found) =>
      Math.max(...(getComputedStyle(found).backgroundColor.match(/\d+/g) ?? ['255']).slice(0, 3).map(Number)),
    );
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.route('**/images/**', () => undefined);
  await page.route('**/*.data*', () => undefined);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await waitForHydration(page);
  expect(await brightness(page.getByRole('article').first())).toBeLessThan(80);
  // Its tint is that of the picture, which is drawn on it: both are dimmed.
  await expect(page.locator('.card-picture').first()).toHaveCSS('filter', 'brightness(0.9)');
  const strip = page.locator('.text-sm', { has: page.getByRole('link', { name: /^30% off/ }) }).last();
  expect(await brightness(strip)).toBeLessThan(80);
  await page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link', { name: 'Fish' }).click();
  const skeleton = page.getByRole('status', { name: 'Loading' });
  expect(await brightness(skeleton.locator('.card-picture').first())).toBeLessThan(80);
});

test('in forced colours what can be pressed has an edge, and the current page is marked', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await putInCart(page, 'rice', 1);
  await open(page, '/groceries/raw-products/fish');
  const first = page.getByRole('article').first();
  const add = first.getByRole('button', { name: 'Add to Cart' });
  const edged = [add, page.getByRole('search'), page.getByRole('link', { name: /^View cart, / })];
  for (const element of edged) await expect(element).toHaveCSS('border-width', '1px');
  const current = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Fish' });
  await expect(current).toHaveCSS('outline-style', 'solid');
  await add.click();
  const quantity = first.getByRole('button', { name: 'Increase quantity' }).locator('..');
  await expect(quantity).toHaveCSS('border-width', '1px');
});

test('the category bar shows that it scrolls, and the current page', async ({ page }) => {
  await open(page, '/groceries/raw-products/spices');
  const list = page.getByRole('navigation', { name: 'Categories' }).getByRole('list');
  expect(await list.evaluate((bar) => getComputedStyle(bar).maskImage)).toContain('gradient');
  for (const name of ['Eggs', 'Spices', 'Rice'])
    await expect(list.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
});

test('in a narrow header the icons keep their size', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, '/');
  const icons = page.getByRole('banner').first().locator('svg:visible');
  await expect(icons).toHaveCount(6);
  const widths = await icons.evaluateAll((all) => all.map((icon) => icon.getBoundingClientRect().width));
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(20);
});
