import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, test as base, devices, expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';
import { totalsOf } from '../../domain/orders/pricing.ts';
import { type WorkerShop, openWorkerShop } from './worker-shop.ts';
import { newOrder } from '../support/factories.ts';
import { USUAL_FEE } from '../support/usual-fee.ts';

export { expect };

/** A picture to upload. */
export const PICTURE = globSync('demo/pictures/*-480.webp')[0] ?? '';

/** Console messages of the browser that are not the page's fault: the test itself causes the refused requests. */
const EXPECTED = [
  /Failed to load resource: the server responded with a status of 4\d\d/,
  // playwright.config.ts does this.
  /Service Worker registration blocked by Playwright/,
  // Requests that a test blocks.
  /Failed to load resource: net::ERR_CONNECTION_RESET/,
];

/** What the browser says against a page from now on. */
export function consoleErrorsOf(page: Page, alsoExpected: readonly RegExp[]): readonly string[] {
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (![...EXPECTED, ...alsoExpected].some((pattern) => pattern.test(message.text())))
      consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
  return consoleErrors;
}

/**
 * Toasts stay: a machine that stands still for their five seconds would never see them. They are the timers of that
 * time with an argument. A page's own clock (`page.clock`) lets them go.
 */
export function keepToasts(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const start = window.setTimeout;
    const slower = (run: () => void, ms?: number, ...args: unknown[]): number =>
      start(run, ms === 5_000 && args.length > 0 ? 3_600_000 : ms, ...args);
    Object.assign(window, { setTimeout: slower });
  });
}

/**
 * Playwright's test in the worker's shop, which fails on console errors: hydration mismatches, policy violations,
 * uncaught errors. A file that blocks the network allows the browser's messages with `test.use({ alsoExpected })`.
 */
export const test = base.extend<{ quiet: void; alsoExpected: readonly RegExp[] }, { shop: WorkerShop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its pattern.
    async ({}, use) => {
      const shop = await openWorkerShop();
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ shop }, use, testInfo) => {
    await use(shop.url);
    if (testInfo.errors.length > 0) await testInfo.attach('log of the shop', { body: shop.output() });
  },
  context: async ({ context }, use) => {
    await keepToasts(context);
    await use(context);
  },
  alsoExpected: [[], { option: true }],
  quiet: [
    async ({ page, alsoExpected }, use) => {
      const consoleErrors = consoleErrorsOf(page, alsoExpected);
      await use();
      expect(consoleErrors, 'the page’s console errors').toEqual([]);
    },
    { auto: true },
  ],
});

/** A wide screen with a mouse and keys; otherwise tests are on a phone. */
export const DESKTOP = {
  viewport: { width: 1280, height: 800 },
  userAgent: devices['Desktop Chrome'].userAgent,
  isMobile: false,
  hasTouch: false,
};

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

/** Logs in on the login screen, which is open. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** What this browser has stored under a name. */
export const inStorage = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

/** Puts the first products of a category into the cart of this browser. No screen of the shop is open yet. */
export async function putInCart(page: Page, category = 'rice', products = 2): Promise<void> {
  const listing = await (await page.request.get(`/api/listings/${category}`)).json();
  const items = listing.products.slice(0, products).map((product: object) => Object.assign(product, { quantity: 1 }));
  await page.goto('/robots.txt');
  await page.evaluate((stored) => localStorage.setItem('cartItems', stored), JSON.stringify(items));
}

/** Registers, and goes from a cart to the payment screen, with cash selected. */
export async function openPayment(page: Page, products = 1): Promise<{ name: string; email: string }> {
  const account = await register(page);
  await putInCart(page, 'rice', products);
  await open(page, '/checkout');
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  return account;
}

/** Orders three of the first product of a category for the customer who is logged in, without a screen. */
export async function order(page: Page, category = 'rice'): Promise<{ id: string }> {
  const { products } = await (await page.request.get(`/api/listings/${category}`)).json();
  const item = { ...products[0], quantity: 3 };
  const data = newOrder({
    items: [{ id: item.id, quantity: 3 }],
    expectedTotal: totalsOf([item], USUAL_FEE).totalCost,
  });
  const response = await page.request.post('/api/orders', { data });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

/**
 * Presses `Place order` and waits until the success is shown. It stays for three seconds, so the page's clock stands
 * from then on: `page.clock.resume()`.
 */
export async function placeOrder(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Place order' }).click();
  const success = page.getByRole('status').getByText('Order placed successfully!');
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      return success.isVisible();
    })
    .toBe(true);
}

/** On the payment screen for three seconds, then on home. */
export async function expectPlaced(page: Page): Promise<void> {
  await expect(page.getByText('Your order has been confirmed!').first()).toBeVisible();
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
  await page.getByRole('radio', { name: 'Female' }).check();
  await page.getByRole('textbox', { name: 'Street' }).fill('12 Lake Road');
  await page.getByRole('textbox', { name: 'City' }).fill('Dhaka');
  await page.getByRole('textbox', { name: 'Postcode' }).fill('1207');
  await page.getByRole('combobox', { name: 'Division' }).selectOption('dhaka');
}

/** Scrolls to the end of a list again and again, until so many cards are there. */
export async function loadCards(page: Page, cards: number): Promise<void> {
  const listed = page.getByRole('main').getByRole('article');
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return listed.count();
    })
    .toBe(cards);
}

/** A row or a grid shows the same card many times, and a page the same rows; these are beyond the third one. */
const REPEATED = [':nth-child(n + 4) > article', '.sections > :nth-child(n + 4):not(:last-child)'];

/** Axe's rules about what depends on width and colours. */
export const LOOK_RULES = ['color-contrast', 'landmark-unique'];

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The serious and critical findings of axe, and landmarks with the same name, on the current page. `rules`: only these.
 */
export async function accessibilityViolations(page: Page, rules?: string[]): Promise<string[]> {
  // What fades, from disabled to enabled, into the dark, or in, has too little contrast on the way.
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets.push(still);
  });
  // Its source is half a megabyte, and the pages have no frames: once for each document is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(
    async ({ repeated, only }) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const options: Axe.RunOptions = {
        resultTypes: ['violations'],
        preload: false,
        ...(only ? { runOnly: only } : {}),
      };
      return (await axe.run({ exclude: repeated }, options)).violations;
    },
    { repeated: REPEATED, only: rules },
  );
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'landmark-unique')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/**
 * The findings on a phone in the light, and what is different at a desk in the dark: the colours, and what a wide
 * screen shows.
 */
export async function violationsInAllLooks(page: Page): Promise<string[]> {
  const inTheLight = await accessibilityViolations(page);
  const phone = page.viewportSize();
  await page.setViewportSize(DESKTOP.viewport);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inTheDark = await accessibilityViolations(page, LOOK_RULES);
  await page.emulateMedia({ colorScheme: null });
  if (phone) await page.setViewportSize(phone);
  return [...inTheLight, ...inTheDark];
}
