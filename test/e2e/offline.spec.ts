/** The shop without a network, or with a bad one, after a first visit. */
import type { Page } from '@playwright/test';
import { type FlakyProxy, startFlakyProxy } from '../support/flaky-proxy.ts';
import {
  PICTURE,
  accessibilityViolations,
  expect,
  fillCheckout,
  newAccount,
  open,
  putInCart,
  register,
  stored,
  test as base,
  waitForHydration,
} from './shop.ts';

const test = base.extend<{ flaky: FlakyProxy }>({
  flaky: async ({ baseURL }, use) => {
    const proxy = await startFlakyProxy(baseURL ?? '');
    await use(proxy);
    proxy.close();
  },
});

test.use({ serviceWorkers: 'allow', alsoExpected: [/Failed to load resource/] });

const NO_CONNECTION = 'No connection. The page opens as soon as there is one.';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const age = (page: Page) => page.getByRole('status').filter({ hasText: /^As of \d\d:\d\d\./ });

/** Opens a page and waits until the browser has stored it. */
async function visit(page: Page, path: string): Promise<void> {
  await open(page, path);
  await stored(page, path);
}

const brokenPictures = (page: Page): Promise<number> =>
  page.evaluate(() => [...document.images].filter(({ complete, naturalWidth }) => complete && !naturalWidth).length);

test('a page that was never seen says that the shopper is offline, lists what opens, and opens by itself', async ({
  page,
  context,
}) => {
  await visit(page, '/about');
  await visit(page, '/product/ilish-hilsa');
  await context.setOffline(true);
  await page.goto('/product/ilish-hilsa');
  await expect(heading(page)).toContainText('Padma Ilish');
  await expect(age(page)).toBeVisible();
  await page.goto('/groceries/raw-products/fish');
  await expect(heading(page)).toHaveText('You are offline');
  const list = page.getByRole('region', { name: 'What you can open now' });
  for (const name of ['Cart, 0 items', 'Home', 'About Us'])
    await expect(list.getByRole('link', { name, exact: true })).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await list.getByRole('link', { name: 'Padma Ilish' }).click();
  await expect(heading(page)).toContainText('Padma Ilish');
  await page.goBack();
  await expect(heading(page)).toHaveText('You are offline');
  await context.setOffline(false);
  await expect(heading(page)).toHaveText(/Fish/);
  await expect(page).toHaveURL('/groceries/raw-products/fish');
});

for (const [language, seen, never, told, workers] of [
  ['Bangla', '/about', '/bn/groceries/raw-products/fish', 'আপনি এখন অফলাইনে', 1],
  ['English', '/bn/about', '/groceries/raw-products/fish', 'You are offline', 2],
] as const) {
  test(`a page in ${language} says so, though only the other language was visited, and opens by itself`, async ({
    page,
    context,
  }) => {
    await visit(page, seen);
    const working = () =>
      page.evaluate(async () => {
        const registered = await navigator.serviceWorker.getRegistrations();
        return registered.filter(({ active }) => active?.state === 'activated').length;
      });
    await expect.poll(working).toBe(workers);
    await context.setOffline(true);
    await page.goto(never);
    await expect(heading(page)).toHaveText(told);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('main').getByRole('link').click();
    await expect(page).toHaveURL(language === 'Bangla' ? '/' : '/bn');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.goBack();
    await expect(heading(page)).toHaveText(told);
    await context.setOffline(false);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page).toHaveURL(never);
  });
}

test('without a network Back returns to the place in a list', async ({ page, context }) => {
  await visit(page, '/groceries/offers');
  const cards = page.getByRole('article');
  await page.getByRole('link', { name: 'Show more' }).scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(30);
  const scrolled = (): Promise<number> => page.evaluate(() => Math.round(scrollY));
  await context.setOffline(true);
  // A busy phone draws the next screen before it tells of the scroll. Playwright's own click would scroll to the top.
  const place = await cards.nth(24).evaluate((card) => {
    window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
    card.scrollIntoView({ block: 'center' });
    document.querySelector<HTMLElement>('header a[href="/"]')?.click();
    return Math.round(scrollY);
  });
  await expect(page.getByRole('region', { name: 'Top Products' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/groceries/offers');
  await expect(age(page)).toBeVisible();
  await expect(cards.nth(24)).toBeInViewport();
  // The notice of the copy's age stands above.
  expect(Math.abs((await scrolled()) - place)).toBeLessThan(60);
});

test('after the first visit the shop opens without a network, with its pictures and its age', async ({
  page,
  context,
}) => {
  await visit(page, '/');
  await visit(page, '/groceries/raw-products/rice');
  await context.setOffline(true);

  await page.goto('/');
  await expect(heading(page)).toHaveText(/Fresh from the bazaar/);
  await expect(age(page)).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await brokenPictures(page)).toBe(0);
  await expect(page).toHaveURL(/\/$/);

  // Never opened, but everybody's.
  await page.goto('/groceries');
  await expect(heading(page)).toHaveText('Groceries');
  await expect(age(page)).toBeVisible();

  // By a link, too.
  await page.getByRole('link', { name: /^Rice/ }).first().click();
  await expect(heading(page)).toHaveText(/Rice/);
  await expect(age(page)).toBeVisible();

  await context.setOffline(false);
  await expect(age(page)).toHaveCount(0);
  await expect(heading(page)).toHaveText(/Rice/);
});

test('the cart works without a network; checkout waits for one and keeps what was typed', async ({ page, context }) => {
  await register(page);
  await putInCart(page);
  await visit(page, '/groceries/raw-products/rice');
  await open(page, '/checkout');
  await fillCheckout(page);
  await context.setOffline(true);
  const note = page.getByRole('status').filter({ hasText: 'To order, you need a connection.' });
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(page.getByRole('status').filter({ hasText: NO_CONNECTION })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Street' })).toHaveValue('12 Lake Road');
  await context.setOffline(false);
  // The order still needs a press.
  await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible();
  await context.setOffline(true);

  await page.goto('/cart');
  const lines = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Remove' }) });
  await expect(lines).toHaveCount(2);
  await lines.first().getByRole('button', { name: 'Increase quantity' }).click();
  await lines.last().getByRole('button', { name: 'Remove' }).click();
  await expect(lines).toHaveCount(1);
  await page.reload();
  await expect(lines).toHaveCount(1);
  await expect(lines.first().getByText('2', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByRole('status').filter({ hasText: NO_CONNECTION })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Confirm checkout' })).toBeVisible();
});

/** The addresses and contents of everything that this browser's caches hold. */
const cached = (page: Page): Promise<{ url: string; text: string }[]> =>
  page.evaluate(async () => {
    const all: { url: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        all.push({ url: request.url, text: (await response?.text()) ?? '' });
      }
    }
    return all;
  });

test('nothing personal is stored, after a whole journey', async ({ page }) => {
  const account = await register(page, { ...newAccount(), name: 'Rokeya Sultana' });
  await putInCart(page);
  await visit(page, '/groceries/raw-products/rice');
  await visit(page, '/');
  await open(page, '/user/update-profile');
  await page.getByLabel('Upload image').setInputFiles(PICTURE);
  await expect(page.getByRole('button', { name: 'Delete image' })).toBeEnabled();
  await open(page, '/cart');
  await page.getByRole('link', { name: 'Checkout' }).click();
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('region', { name: 'Confirmation' })).toBeVisible();
  await page.getByRole('link', { name: 'View orders' }).click();
  await page.getByRole('link', { name: /^#/ }).first().click();
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible();
  await visit(page, '/groceries');

  const entries = await cached(page);
  expect(entries.length).toBeGreaterThan(20);
  const id = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id);
  for (const personal of [account.name, account.email, id, '12 Lake Road', '01712345678'])
    expect(entries.filter(({ text, url }) => (url + text).includes(personal)).map(({ url }) => url)).toEqual([]);
  const forbidden = /\/(?:user|checkout|payment|cart|empty-cart|api|images\/u)(?:[/.?]|$)/;
  expect(entries.map(({ url }) => new URL(url).pathname).filter((path) => forbidden.test(path))).toEqual([]);
  // The top strip of a customer's page.
  expect(entries.filter(({ url, text }) => url.includes('.data') && text.includes('signedIn'))).toEqual([]);
});

test('a shop that answers is asked; where it hangs, drops or is dead, the copy is shown, then the shop’s page', async ({
  page,
  context,
  flaky,
}) => {
  await visit(page, `${flaky.url}/`);
  const before = flaky.asked.length;
  const tab = await context.newPage();
  await tab.goto(`${flaky.url}/`);
  await expect(heading(tab)).toHaveText(/Fresh from the bazaar/);
  expect(flaky.asked.slice(before)).toContain('/');
  await tab.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Groceries' }).click();
  await expect(heading(tab)).toHaveText('Groceries');
  expect(flaky.asked.some((path) => path.startsWith('/groceries.data?_routes='))).toBe(true);
  await expect(age(tab)).toHaveCount(0);
  await tab.close();

  for (const mode of ['hang', 'bad-gateway', 'drop'] as const) {
    flaky.setMode(mode);
    await page.goto(`${flaky.url}/`);
    await expect(age(page), mode).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    await waitForHydration(page);
    flaky.setMode('pass');
    await expect(age(page), mode).toHaveCount(0);
  }

  flaky.setMode('hang');
  await page.goto(`${flaky.url}/groceries/raw-products/fish`);
  await expect(heading(page)).toHaveText('You are offline');
  flaky.setMode('pass');
  await expect(heading(page)).toHaveText(/Fish/);

  // Half of all answers is lost.
  flaky.setMode('drop-half');
  for (const name of ['Groceries', 'Raw Products', 'Home']) {
    const link = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name, exact: true });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('article').first()).toBeVisible();
  }
  await page.goto(`${flaky.url}/groceries/offers`);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('the shop can be installed', async ({ page, context, request }) => {
  await open(page, '/');
  const browser = await context.newCDPSession(page);
  const { errors } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // A test's own context.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await request.get(href ?? '')).json();
  expect(manifest).toMatchObject({ name: 'Sodai', start_url: '/', display: 'standalone' });
  for (const { src, type } of [...manifest.icons, ...manifest.screenshots]) {
    const answer = await request.get(src);
    expect(answer.status(), src).toBe(200);
    expect(answer.headers()['content-type']).toBe(type);
  }
  // A browser offers it; the menu then has an entry, and nothing pops up.
  await page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => Reflect.set(window, 'asked', event.defaultPrevented),
    });
    window.dispatchEvent(event);
  });
  await page.getByRole('button', { name: 'Menu' }).click();
  const install = page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Install' });
  await install.click();
  expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toBe(true);
  await expect(install).toHaveCount(0);
});
