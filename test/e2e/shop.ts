import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** Sentences of the browser that are no fault of the page: a refused request is what the test asked for. */
const EXPECTED = [
  /Failed to load resource: the server responded with a status of 4\d\d/,
  // What a test cuts off by itself.
  /Failed to load resource: net::ERR_CONNECTION_RESET/,
];

/**
 * Playwright's test, failing on whatever the page complains of: hydration mismatches, policy violations, uncaught errors. A file
 * that cuts the network off says with `test.use({ alsoExpected })` what the browser says to that.
 */
export const test = base.extend<{ quiet: void; alsoExpected: readonly RegExp[] }>({
  alsoExpected: [[], { option: true }],
  quiet: [
    async ({ page, alsoExpected }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        if (![...EXPECTED, ...alsoExpected].some((pattern) => pattern.test(message.text())))
          complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await use();
      expect(complaints, 'what the page complained of').toEqual([]);
    },
    { auto: true },
  ],
});

let accounts = 0;

export const PASSWORD = 'three green mangoes';

/** A name and an e-mail that no other test has. */
export function newAccount(): { name: string; email: string } {
  accounts += 1;
  const unique = `${process.pid}-${Date.now().toString(36)}-${accounts}`;
  return { name: `Shopper ${accounts}`, email: `shopper-${unique}@example.com` };
}

/** Waits until React has taken over the page: only then do clicks count. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber')) ||
      Object.keys(document).some((key) => key.startsWith('__reactContainer')),
  );
}

/** Opens a page and waits until it is alive. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

/** Makes an account and its session without a screen; no page is open yet. */
export async function register(page: Page, account = newAccount()): Promise<{ name: string; email: string }> {
  const response = await page.request.post('/api/auth/sign-up/email', { data: { ...account, password: PASSWORD } });
  expect(response.ok(), await response.text()).toBe(true);
  return account;
}

/** Registers through the screen; ends where registering leads. */
export async function registerByScreen(page: Page, account = newAccount()): Promise<{ name: string; email: string }> {
  await open(page, '/user/register');
  await page.getByRole('textbox', { name: 'Name' }).fill(account.name);
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).not.toHaveURL(/register/);
  return account;
}

/** Puts the first products of a listing into the cart. */
export async function fillCart(page: Page, path = '/groceries/raw-products/rice', products = 2): Promise<void> {
  await open(page, path);
  for (let product = 0; product < products; product += 1) {
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  }
  await expect(page.getByRole('link', { name: `Cart, ${products} items` })).toBeVisible();
}

/** Fills in what a new account's checkout lacks. */
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

/** The serious and critical findings of axe, and landmarks that share a name, on the page as it stands. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Without frames of other sites nothing is to be put together on a page of its own.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'landmark-unique')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
