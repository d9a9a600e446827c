/** Open pages of a shop that only these tests use: its catalogue changes, and the shop stops and starts again. */
import type { BrowserContext, Page, Request } from '@playwright/test';
import { ensureWindowedBrowser } from '../support/programs.ts';
import { OPERATOR_TOKEN, changeProduct, importProducts, removeProduct } from '../support/operator-client.ts';
import { openLive } from '../support/live-stream.ts';
import { type ShopFixture, createShopFixture } from '../support/shop-fixture.ts';
import type { ShopProcess } from '../support/shop-process.ts';
import { PASSWORD, waitForHydration, expect, loadCards, newAccount, test } from './shop.ts';

test.describe.configure({ mode: 'serial' });

const JAM = { image: '', weight: '450', unit: 'gm', discount: '10', status: 'top', category: 'jams' };
/** More than one batch of a list and of the offers; the last one is not full. */
const JAMS = Array.from({ length: 26 }, (_, at) => ({ ...JAM, id: `jam-${at}`, name: `Jam ${at}`, price: 200 + at }));
const OLIVE = { ...JAM, id: 'olive', name: 'Jalpai Chutney', price: 300 };

let fixture: ShopFixture;
let shop: ShopProcess;
let port: number;

test.beforeAll(async () => {
  fixture = await createShopFixture();
  shop = await fixture.open();
  port = Number(new URL(shop.url).port);
  await importProducts(shop.url, JAMS);
});
test.afterAll(() => fixture.close());

/**
 * A hydrated page of this shop with text in its search box. `expectUnchanged` checks that the page was not reloaded and
 * the text is still there.
 */
async function openPage(context: BrowserContext, path: string) {
  const page = await context.newPage();
  await page.goto(shop.url + path);
  await waitForHydration(page);
  const search = page.getByRole('searchbox', { name: 'Search products' });
  await search.fill('half a wo');
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  return {
    page,
    async expectUnchanged(): Promise<void> {
      await expect(search).toHaveValue('half a wo');
      expect(await page.evaluate(() => [document.activeElement?.tagName, 'samePage' in window])).toEqual([
        'INPUT',
        true,
      ]);
    },
  };
}

/** Waits until the page listens to the shop, itself or through another tab. */
async function waitForLive(page: Page, tabs = 1): Promise<void> {
  const locks = (): Promise<number> =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [...held, ...pending].filter(({ name }) => name?.startsWith('sodai-live')).length;
    });
  await expect.poll(locks).toBe(tabs);
  await expect.poll(connections).toBe(1);
}

/** The number of the shop's live connections, from its metrics. */
async function connections(): Promise<number> {
  const response = await fetch(`${shop.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
  return Number(/^sodai_live_connections (\d+)$/m.exec(await response.text())?.[1]);
}

test('every open page shows an added, changed and removed product, over one connection', async ({ context }) => {
  // The cart page requires a customer.
  const signUp = await context.request.post(`${shop.url}/api/auth/sign-up/email`, {
    data: { ...newAccount(), password: PASSWORD },
  });
  expect(signUp.status()).toBe(200);
  const olive = (page: Page) => page.getByRole('article', { name: OLIVE.name });
  const tabs = {
    home: await openPage(context, '/'),
    groceries: await openPage(context, '/groceries'),
    listing: await openPage(context, '/groceries/beverages/jams'),
    offers: await openPage(context, '/groceries/offers'),
    search: await openPage(context, '/groceries/search-results?searchText=chutney&searchCategory=all'),
  };
  const all = Object.values(tabs);
  const [home, groceries, listing, offers, search] = all.map(({ page }) => page);
  if (!home || !groceries || !listing || !offers || !search) throw new Error('no pages');
  await waitForLive(home, all.length);
  // Scroll down until the list has grown, because later batches must stay too.
  for (const page of [listing, offers]) {
    await loadCards(page, JAMS.length);
    await page.evaluate(() => window.scrollTo(0, 700));
  }
  await expect(search.getByText('No items found in category all!')).toBeVisible();
  await expect(groceries.getByRole('link', { name: /^Jams & Jellies 26 Items/ })).toBeVisible();

  await importProducts(shop.url, [OLIVE]);
  await expect(home.getByRole('region', { name: 'Top Products' }).getByRole('article').first()).toHaveAccessibleName(
    OLIVE.name,
  );
  await expect(groceries.getByRole('link', { name: /^Jams & Jellies 27 Items/ })).toBeVisible();
  await expect(listing.getByText('27 Items')).toBeVisible();
  for (const page of [listing, offers, search]) await expect(olive(page)).toHaveCount(1);

  // Add it to the cart, which every tab shows in the header and one tab has open.
  await olive(search).getByRole('button', { name: 'Add to Cart' }).click();
  await search.getByRole('searchbox', { name: 'Search products' }).focus();
  const cart = await context.newPage();
  await cart.goto(`${shop.url}/cart`);
  const line = cart.getByRole('listitem', { name: OLIVE.name });
  await expect(line.getByText('Tk 270.0')).toBeVisible();

  await changeProduct(shop.url, OLIVE.id, { price: 400 });
  for (const page of [home, groceries, listing, offers, search]) {
    await expect(olive(page).first().getByText('Tk 360', { exact: true })).toBeVisible();
  }
  await expect(line.getByText('The price has changed. It was Tk 270.0 each.')).toBeVisible();

  const { page: product } = await openPage(context, `/product/${OLIVE.id}`);
  await waitForLive(product, all.length + 2);
  await removeProduct(shop.url, OLIVE.id);
  await expect(product.getByRole('heading', { level: 1 })).toHaveText(`No longer available: ${OLIVE.name}.`);
  await expect(product.getByRole('region', { name: 'More like this' }).getByRole('article')).toHaveCount(10);
  for (const page of [home, groceries, listing, offers, search]) await expect(olive(page)).toHaveCount(0);
  await expect(listing.getByText('26 Items')).toBeVisible();
  await expect(groceries.getByRole('link', { name: /^Jams & Jellies 26 Items/ })).toBeVisible();
  await expect(search.getByText('No items found in category all!')).toBeVisible();
  await expect(line.getByText('No longer available. Please remove it.')).toBeVisible();

  for (const { expectUnchanged } of all) await expectUnchanged();
  for (const page of [listing, offers]) expect(await page.evaluate(() => window.scrollY)).toBe(700);
  expect(await connections()).toBe(1);
});

test('when the tab with the connection closes, another one takes over and catches up', async ({ context }) => {
  const first = await openPage(context, '/groceries/beverages/jams');
  await waitForLive(first.page);
  const second = await openPage(context, '/groceries/beverages/jams');
  await waitForLive(second.page, 2);
  await first.page.close();
  await changeProduct(shop.url, 'jam-0', { price: 1000 });
  await expect(second.page.getByText('Tk 900', { exact: true })).toBeVisible();
  await waitForLive(second.page);
  await changeProduct(shop.url, 'jam-0', { price: 2000 });
  await expect(second.page.getByText('Tk 1800', { exact: true })).toBeVisible();
});

test('a page shows a change that happened while it was loading', async ({ context }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route('**/api/live?*', async (route) => {
    await held;
    await route.continue();
  });
  await changeProduct(shop.url, 'jam-0', { price: 2000 });
  const { page } = await openPage(context, '/groceries/beverages/jams');
  await expect(page.getByText('Tk 1800', { exact: true })).toBeVisible();
  await changeProduct(shop.url, 'jam-0', { price: 3000 });
  release();
  await expect(page.getByText('Tk 2700', { exact: true })).toBeVisible();
});

test('a further tab shows a change that happened before it listened', async ({ context }) => {
  await changeProduct(shop.url, 'jam-0', { price: 3000 });
  const first = await openPage(context, '/groceries/beverages/jams');
  await waitForLive(first.page);
  const second = await context.newPage();
  // Its scripts have not run yet; its HTML is current.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await second.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await second.goto(`${shop.url}/groceries/beverages/jams`, { waitUntil: 'commit' });
  await expect(second.getByText('Tk 2700', { exact: true })).toBeVisible();
  await changeProduct(shop.url, 'jam-0', { price: 1000 });
  await expect(first.page.getByText('Tk 900', { exact: true })).toBeVisible();
  release();
  await expect(second.getByText('Tk 900', { exact: true })).toBeVisible();
});

test('back and forward restore a page and show what changed in the meantime', async ({ playwright }) => {
  // Playwright disables the back/forward cache by default.
  const browser = await playwright.chromium.launch({
    executablePath: ensureWindowedBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const { page } = await openPage(await browser.newContext(), '/groceries/beverages/jams');
    await waitForLive(page);
    await page.goto(`${shop.url}/healthz`);
    await expect.poll(connections).toBe(0);
    await changeProduct(shop.url, 'jam-0', { price: 4000 });
    await page.evaluate(() => history.back());
    await expect(page.getByText('Tk 3600', { exact: true })).toBeVisible();
    // The same page, not reloaded, and listening again.
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
    await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('half a wo');
    await waitForLive(page);
  } finally {
    await browser.close();
  }
});

test('without locks each tab has its own connection, but only while it is visible', async ({ context }) => {
  // As with plain HTTP from another machine.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
  const { page } = await openPage(context, '/groceries/beverages/jams');
  const other = await openPage(context, '/groceries/beverages/jams');
  await expect.poll(connections).toBe(2);
  const setHidden = (hidden: boolean): Promise<void> =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await setHidden(true);
  await expect.poll(connections).toBe(1);
  await changeProduct(shop.url, 'jam-0', { price: 6000 });
  await expect(other.page.getByText('Tk 5400', { exact: true })).toBeVisible();
  await setHidden(false);
  await expect(page.getByText('Tk 5400', { exact: true })).toBeVisible();
  await expect.poll(connections).toBe(2);
});

test('a failed refresh leaves the page unchanged and is repeated later', async ({ context }) => {
  const { page, expectUnchanged } = await openPage(context, '/groceries/beverages/jams');
  await waitForLive(page);
  const failures = ['abort', 503, 'abort'] as const;
  let attempts = 0;
  await page.route('**/groceries/beverages/jams.data*', async (route) => {
    const failure = failures[(attempts += 1) - 1];
    if (failure === 'abort') await route.abort();
    else if (failure === undefined) await route.continue();
    else await route.fulfill({ status: failure, body: 'away' });
  });
  await changeProduct(shop.url, 'jam-0', { price: 4500 });
  await expect(page.getByText('Tk 4050', { exact: true })).toBeVisible();
  // One more where an event of the test before came late.
  expect(attempts).toBeGreaterThan(failures.length);
  await expectUnchanged();
});

test('after the shop was stopped, pages listen again and show what changed in the meantime', async ({ context }) => {
  const { page, expectUnchanged } = await openPage(context, '/groceries/beverages/jams');
  await waitForLive(page);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route('**/api/live?*', async (route) => {
    await held;
    await route.continue();
  });
  expect(await shop.stop()).toBe(0);
  shop = await fixture.open({ port });
  await changeProduct(shop.url, 'jam-0', { price: 5000 });
  release();
  await expect(page.getByText('Tk 4500', { exact: true })).toBeVisible();
  await expectUnchanged();
});

test('1,000 changes cause only a few refreshes of a page', async ({ context }) => {
  const { page, expectUnchanged } = await openPage(context, '/groceries/beverages/jams');
  await waitForLive(page);
  const refreshes: string[] = [];
  page.on('request', (request: Request) => {
    if (request.url().includes('/groceries/beverages/jams.data')) refreshes.push(request.url());
  });
  const rice = { ...JAM, category: 'rice', price: 90 };
  const witness = await openLive(shop.url);
  await importProducts(
    shop.url,
    Array.from({ length: 970 }, (_, at) => ({ ...rice, id: `rice-${at}`, name: `Rice ${at}` })),
  );
  for (let price = 1; price <= 30; price += 1) await changeProduct(shop.url, 'jam-0', { price: 5000 + 10 * price });
  await expect(page.getByText('Tk 4770', { exact: true })).toBeVisible();
  // The rate of events is tested in server/live/live.test.ts; a page refreshes at most once for each event.
  await expect.poll(() => witness.events.length + 1).toBeGreaterThanOrEqual(refreshes.length);
  witness.close();
  await expectUnchanged();
});
