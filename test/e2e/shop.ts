import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** Console messages of the browser that are not the page's fault: the test itself causes the refused requests. */
const EXPECTED = [
  /Failed to load resource: the server responded with a status of 4\d\d/,
  // playwright.config.ts does this.
  /Service Worker registration blocked by Playwright/,
  // Requests that a test blocks.
  /Failed to load resource: net::ERR_CONNECTION_RESET/,
];

/**
 * Playwright's test, which fails on console errors: hydration mismatches, policy violations, uncaught errors. A file
 * that blocks the network allows the browser's messages with `test.use({ alsoExpected })`.
 */
export const test = base.extend<{ quiet: void; alsoExpected: readonly RegExp[] }>({
  alsoExpected: [[], { option: true }],
  quiet: [
    async ({ page, alsoExpected }, use) => {
      const consoleErrors: string[] = [];
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        if (![...EXPECTED, ...alsoExpected].some((pattern) => pattern.test(message.text())))
          consoleErrors.push(message.text());
      });
      page.on('pageerror', (error) => consoleErrors.push(String(error)));
      await use();
      expect(consoleErrors, 'the page’s console errors').toEqual([]);
    },
    { auto: true },
  ],
});

let accounts = 0;

export const PASSWORD = 'three green mangoes';

/** A name and an e-mail that no other test uses. */
export function newAccount(): { name: string; email: string } {
  accounts += 1;
  const unique = `${process.pid}-${Date.now().toString(36)}-${accounts}`;
  return { name: `Shopper ${accounts}`, email: `shopper-${unique}@example.com` };
}

/** Waits for React's hydration, because earlier clicks have no effect. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber')) ||
      Object.keys(document).some((key) => key.startsWith('__reactContainer')),
  );
}

/** Opens a page and waits for its hydration. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

/** Waits until the service worker answers this page and has stored `path`. */
export async function stored(page: Page, path: string): Promise<void> {
  const worker = path.startsWith('/bn') ? '/sw-bn.js' : '/sw.js';
  await page.waitForFunction((name) => navigator.serviceWorker.controller?.scriptURL.endsWith(name), worker);
  const { pathname } = new URL(path, 'http://shop');
  const data = pathname === '/' ? '/_.data' : `${pathname}.data`;
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith('pages-'));
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return requests.flat().map(({ url }) => new URL(url).pathname);
      }),
    )
    .toContain(data);
}

/** Registers through the API; no page is open yet. */
export async function register(page: Page, account = newAccount()): Promise<{ name: string; email: string }> {
  const response = await page.request.post('/api/auth/sign-up/email', { data: { ...account, password: PASSWORD } });
  expect(response.ok(), await response.text()).toBe(true);
  return account;
}

/** Registers on the screen. */
export async function registerByScreen(page: Page, account = newAccount()): Promise<{ name: string; email: string }> {
  await open(page, '/user/register');
  await page.getByRole('textbox', { name: 'Name' }).fill(account.name);
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).not.toHaveURL(/register/);
  return account;
}

/** Adds the first products of a listing to the cart. */
export async function fillCart(page: Page, path = '/groceries/raw-products/rice', products = 2): Promise<void> {
  await open(page, path);
  for (let product = 0; product < products; product += 1) {
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  }
  await expect(page.getByRole('link', { name: `Cart, ${products} items`, exact: true })).toBeVisible();
}

/** Fills in the checkout fields that are empty for a new account. */
export async function fillCheckout(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Phone' }).fill('01712345678');
  await page.getByRole('combobox', { name: 'Gender' }).selectOption('female');
  await page.getByRole('textbox', { name: 'Street' }).fill('12 Lake Road');
  await page.getByRole('textbox', { name: 'City' }).fill('Dhaka');
  await page.getByRole('textbox', { name: 'Postcode' }).fill('1207');
  await page.getByRole('combobox', { name: 'Division' }).selectOption('dhaka');
}

/** Opens the footer's columns, which are folded on a phone. */
export async function unfoldFooter(page: Page): Promise<void> {
  for (const summary of await page.getByRole('contentinfo').locator('summary').all())
    if (await summary.isVisible()) await summary.click();
}

/** The serious and critical findings of axe, and landmarks with the same name, on the current page. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // A button that fades from disabled to enabled has too little contrast on the way.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  );
  // The pages have no frames, so axe need not combine results on a page of its own.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'landmark-unique')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
