/** Open pages show what changes in the shop. */
import type { BrowserContext, Page, Request } from '@playwright/test';
import { startFlakyProxy } from '../support/flaky-proxy.ts';
import { openLive } from '../support/live-stream.ts';
import { OPERATOR_TOKEN, changeProduct, importProducts, removeProduct } from '../support/operator-client.ts';
import { ensureWindowedBrowser } from '../support/programs.ts';
import { holdScripts } from './hold-scripts.ts';
import { asOperator, waitForLive } from './operator.ts';
import { expect, fillCheckout, loadCards, open, order, register, test } from './shop.ts';

// A test breaks its connections.
test.use({ alsoExpected: [/Failed to load resource/] });
test.afterEach(({ shop }) => shop.restoreCatalogue());

/** A list of several batches, and a short one with a product without a discount. */
const LONG = '/groceries/raw-products/vegetables';
const LIST = '/groceries/beverages/jams';
const JAM = 'guava-jelly';

const OLIVE = {
  id: 'olive',
  name: 'Jalpai Olive',
  image: '',
  weight: '450',
  unit: 'gm',
  price: 300,
  discount: '10',
  status: 'top',
  category: 'vegetables',
};

/**
 * A hydrated page with text in its search box. `expectUnchanged` checks that it was not reloaded and the text is still
 * there.
 */
async function openPage(context: BrowserContext, address: string) {
  const page = await context.newPage();
  await open(page, address);
  const search = page.getByRole('searchbox', { name: 'Search products' });
  await search.fill('half a wo');
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  return {
    page,
    search,
    async expectUnchanged(): Promise<void> {
      await expect(search).toHaveValue('half a wo');
      expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
    },
  };
}

/** The number of the shop's live connections, from its metrics. */
async function connections(url: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
  return Number(/^sodai_live_connections (\d+)$/m.exec(await response.text())?.[1]);
}

/** Waits until so many tabs of a browser listen to the shop, over one connection. */
async function waitForTabs(page: Page, tabs: number, url: string): Promise<void> {
  // Tabs that take the customer for different ones would have a lock of each.
  const locks = (): Promise<[names: number, tabs: number]> =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      const names = [...held, ...pending].flatMap(({ name }) => (name?.startsWith('sodai-live') ? [name] : []));
      return [new Set(names).size, names.length];
    });
  await expect.poll(locks).toEqual([1, tabs]);
  await expect.poll(() => connections(url)).toBe(1);
}

test('every open page shows an added, changed and removed product, over one connection', async ({
  page: cart,
  context,
  shop,
}) => {
  // The cart page requires a customer.
  await register(cart);
  const tabs = [
    await openPage(context, '/'),
    await openPage(context, '/groceries'),
    await openPage(context, LONG),
    await openPage(context, '/groceries/search-results?searchText=jalpai&searchCategory=all'),
  ] as const;
  const [home, groceries, listing, search] = tabs.map(({ page }) => page) as [Page, Page, Page, Page];
  const olive = (page: Page) => page.getByRole('article', { name: OLIVE.name });
  const shown = await listing.getByText(/^\d+ Items$/).textContent();
  const count = Number.parseInt(shown ?? '', 10);
  const tile = (items: number) => groceries.getByRole('link', { name: `Vegetables ${items} Items` });
  await expect(search.getByText('No items found in category all!')).toBeVisible();
  await expect(tile(count)).toBeVisible();
  // Later batches must stay too.
  await loadCards(listing, count);
  await listing.evaluate(() => window.scrollTo(0, 700));
  await waitForTabs(home, tabs.length, shop.url);

  await importProducts(shop.url, [OLIVE]);
  const top = home.getByRole('region', { name: 'Top Products' }).getByRole('article').first();
  await expect(top).toHaveAccessibleName(OLIVE.name);
  await expect(tile(count + 1)).toBeVisible();
  await expect(listing.getByText(`${count + 1} Items`)).toBeVisible();
  await expect(listing.getByRole('article')).toHaveCount(count + 1);
  await expect(olive(search)).toHaveCount(1);

  // In the cart, which every tab shows in the header and one tab has open.
  await olive(search).getByRole('button', { name: 'Add to Cart' }).click();
  await search.getByRole('searchbox', { name: 'Search products' }).focus();
  await open(cart, '/cart');
  const line = cart.getByRole('listitem', { name: OLIVE.name });
  await expect(line.getByText('Tk 270.0')).toBeVisible();

  await changeProduct(shop.url, OLIVE.id, { price: 400 });
  for (const page of [home, listing, search])
    await expect(olive(page).first().getByText('Tk 360', { exact: true })).toBeVisible();
  await expect(line.getByText('The price has changed. It was Tk 270.0 each.')).toBeVisible();

  const { page: product } = await openPage(context, `/product/${OLIVE.id}`);
  await waitForTabs(product, tabs.length + 2, shop.url);
  await removeProduct(shop.url, OLIVE.id);
  await expect(product.getByRole('heading', { level: 1 })).toHaveText(`No longer available: ${OLIVE.name}.`);
  await expect(product.getByRole('region', { name: 'More like this' }).getByRole('article')).toHaveCount(10);
  for (const page of [home, listing, search]) await expect(olive(page)).toHaveCount(0);
  await expect(tile(count)).toBeVisible();
  await expect(listing.getByText(`${count} Items`)).toBeVisible();
  await expect(search.getByText('No items found in category all!')).toBeVisible();
  await expect(line.getByText('No longer available. Please remove it.')).toBeVisible();

  for (const { search: box, expectUnchanged } of tabs) {
    await expectUnchanged();
    await expect(box).toBeFocused();
  }
  expect(await listing.evaluate(() => window.scrollY)).toBe(700);
});

test('a tab shows what changed before it listened, and takes over when the one with the connection closes', async ({
  page: second,
  context,
  shop,
}) => {
  const { page: first } = await openPage(context, LIST);
  await waitForTabs(first, 1, shop.url);
  // Its scripts have not run yet; its HTML is current.
  const release = await holdScripts(second);
  await second.goto(LIST, { waitUntil: 'commit' });
  await expect(second.getByRole('article').first()).toBeVisible();
  await changeProduct(shop.url, JAM, { price: 1000 });
  await expect(first.getByText('Tk 1000', { exact: true })).toBeVisible();
  release();
  await expect(second.getByText('Tk 1000', { exact: true })).toBeVisible();
  await waitForTabs(second, 2, shop.url);
  await first.close();
  await changeProduct(shop.url, JAM, { price: 2000 });
  await expect(second.getByText('Tk 2000', { exact: true })).toBeVisible();
  await waitForTabs(second, 1, shop.url);
});

test('back and forward restore a page and show what changed in the meantime', async ({ playwright, shop }) => {
  // Playwright disables the back/forward cache by default.
  const browser = await playwright.chromium.launch({
    executablePath: ensureWindowedBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const { page, expectUnchanged } = await openPage(await browser.newContext(), shop.url + LIST);
    await waitForTabs(page, 1, shop.url);
    await page.goto(`${shop.url}/healthz`);
    await expect.poll(() => connections(shop.url)).toBe(0);
    await changeProduct(shop.url, JAM, { price: 4000 });
    await page.evaluate(() => history.back());
    await expect(page.getByText('Tk 4000', { exact: true })).toBeVisible();
    await expectUnchanged();
    await waitForTabs(page, 1, shop.url);
  } finally {
    await browser.close();
  }
});

test('many changes cause only a few refreshes of a page, and after the connection was lost it shows the last one', async ({
  context,
  shop,
}) => {
  const proxy = await startFlakyProxy(shop.url);
  const { page, expectUnchanged } = await openPage(context, proxy.url + LIST);
  await waitForLive(page);
  let refreshes = 0;
  page.on('request', (request: Request) => (refreshes += Number(request.url().includes(`${LIST}.data`))));
  const witness = await openLive(shop.url);
  for (let change = 1; change <= 30; change += 1) await changeProduct(shop.url, JAM, { price: 5000 + change });
  await expect(page.getByText('Tk 5030', { exact: true })).toBeVisible();
  // The rate of events is tested in server/live/live.test.ts; a page refreshes at most once for each event.
  await expect.poll(() => witness.events.length + 1).toBeGreaterThanOrEqual(refreshes);
  witness.close();

  proxy.setMode('drop');
  await changeProduct(shop.url, JAM, { price: 6000 });
  proxy.setMode('pass');
  await expect(page.getByText('Tk 6000', { exact: true })).toBeVisible();
  await expectUnchanged();
  proxy.close();
});

test('a delivered order and a changed profile show in every tab of the customer', async ({ page, context }) => {
  await register(page);
  const { id } = await order(page, 'flour');
  await open(page, `/user/orders/${id}`);
  const profile = await context.newPage();
  await open(profile, '/user/profile');
  const counts = profile.getByRole('definition').filter({ hasText: /^01$/ });
  await expect(counts).toHaveCount(3);
  const other = await context.newPage();
  await open(other, '/about');
  await waitForLive(page);
  await asOperator(page.request).deliver(id);
  await expect(page.getByText('delivered', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
  // Total and Shipped; nothing is pending or due now.
  await expect(counts).toHaveCount(2);

  await open(page, '/user/update-profile');
  await page.getByRole('textbox', { name: 'Name' }).fill('Salma Khatun');
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(profile.getByText('Salma Khatun').first()).toBeVisible();
  await expect(profile.getByText('12 Lake Road')).toBeVisible();
  // Also in this browser's stored data of the customer.
  const stored = () => other.evaluate(() => JSON.parse(localStorage.getItem('userDetails') ?? '{}').name);
  await expect.poll(stored).toBe('Salma Khatun');
});
