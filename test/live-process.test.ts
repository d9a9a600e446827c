import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerCustomer } from './support/customer.ts';
import { openLive } from './support/live-stream.ts';
import { changeProduct } from './support/operator-client.ts';
import { onServer } from './support/postgres-server.ts';
import { type ShopFixture, createShopFixture } from './support/shop-fixture.ts';
import type { ShopProcess } from './support/shop-process.ts';
import { newOrder } from './support/factories.ts';

/** The maximum connections of one customer. */
const MAX_PER_CUSTOMER = 20;

/** The minimum time between two notifications of the catalogue, after the first, in ms. */
const BURST_MS = 200;

/** Long enough for a slow machine. */
const TIMEOUT = { timeout: 60_000 };

/** Whether a listing shows a text. */
async function shows(shop: ShopProcess, slug: string, text: string): Promise<boolean> {
  const response = await fetch(`${shop.url}/groceries/raw-products/${slug}`);
  return (await response.text()).includes(text);
}

describe('live pages', () => {
  let fixture: ShopFixture;
  let shop: ShopProcess;

  beforeAll(async () => {
    fixture = await createShopFixture();
    shop = await fixture.openWithProducts();
  });

  afterAll(() => fixture.close());

  test('a connection is an open event stream without buffering', async () => {
    const page = await openLive(shop.url);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': expect.stringContaining('no-store'),
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers['content-encoding']).toBeUndefined();
    page.close();
  });

  test('every change sends an event, with growing ids', async () => {
    const page = await openLive(shop.url);
    const ids: number[] = [];
    for (const price of [90, 91, 92]) {
      const told = page.next('products');
      await changeProduct(shop.url, 'miniket', { price });
      await told;
      ids.push(Number(page.lastId));
    }
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
    const last = page.next('products');
    await changeProduct(shop.url, 'miniket', { price: 75 });
    await last;
    page.close();
  });

  test('a client that reconnects is notified to reload', async () => {
    const customer = await registerCustomer(shop.url);
    const fresh = await openLive(shop.url, { cookie: customer.cookie });
    const first = fresh.next('profile');
    await customer.place(newOrder());
    await first;
    expect(fresh.events).toEqual(['profile']);
    const { lastId } = fresh;
    fresh.close();
    const again = await openLive(shop.url, { cookie: customer.cookie, lastId });
    await vi.waitFor(() => expect(again.events).toEqual(['products', 'profile']), TIMEOUT);
    const visitor = await openLive(shop.url, { lastId });
    const later = visitor.next('products');
    await changeProduct(shop.url, 'chinigura', { weight: '5' });
    await later;
    await vi.waitFor(() => expect(visitor.events).toEqual(['products', 'products']), TIMEOUT);
    again.close();
    visitor.close();
  });

  test('a customer has at most 20 connections; another one is refused until one is closed', async () => {
    const customer = await registerCustomer(shop.url);
    const other = await registerCustomer(shop.url);
    const pages = await Promise.all(
      Array.from({ length: MAX_PER_CUSTOMER }, () => openLive(shop.url, { cookie: customer.cookie })),
    );
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    const refused = await customer.get('/api/live');
    expect(refused).toMatchObject({ status: 429, body: { status: 429, detail: expect.any(String) } });
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    for (const cookie of [other.cookie, '']) {
      const page = await openLive(shop.url, cookie === '' ? {} : { cookie });
      expect(page.status).toBe(200);
      page.close();
    }
    pages.pop()?.close();
    await vi.waitFor(async () => {
      const page = await openLive(shop.url, { cookie: customer.cookie });
      pages.push(page);
      expect(page.status).toBe(200);
    }, TIMEOUT);
    for (const page of pages) page.close();
  });

  test('after the session has ended, the customer’s events are no longer sent', async () => {
    const customer = await registerCustomer(shop.url);
    await customer.post('/api/auth/sign-out', {});
    const page = await openLive(shop.url, { cookie: customer.cookie, lastId: '1' });
    await vi.waitFor(() => expect(page.events).toEqual(['products']), TIMEOUT);
    page.close();
  });

  // Last of those that count events: one more may come after it.
  test('a burst of changes sends a few events, the last one after the last change', async () => {
    const page = await openLive(shop.url);
    const started = performance.now();
    for (let price = 1_000; price <= 1_050; price += 1) await changeProduct(shop.url, 'rui', { price });
    await vi.waitFor(async () => expect(await shows(shop, 'fish', 'Tk 1050')).toBe(true), TIMEOUT);
    expect(page.events.length).toBeLessThanOrEqual(2 + (performance.now() - started) / BURST_MS);
    page.close();
  });

  test('a closing shop closes its connections and exits', async () => {
    const customer = await registerCustomer(shop.url);
    const pages = await Promise.all([openLive(shop.url), openLive(shop.url, { cookie: customer.cookie })]);
    expect(await shop.stop()).toBe(0);
    await Promise.all(pages.map((page) => page.ended));
    shop = await fixture.open();
    const page = await openLive(shop.url, { cookie: customer.cookie });
    expect(page.status).toBe(200);
    page.close();
  });
});

describe('a listening database connection that is interrupted', () => {
  let fixture: ShopFixture;
  let shop: ShopProcess;

  beforeAll(async () => {
    fixture = await createShopFixture({ server: true });
    shop = await fixture.openWithProducts();
  });

  afterAll(() => fixture.close());

  const onPostgres = (statement: string) => onServer(fixture.server?.url ?? '', statement);

  /** Closes the shop's listening connection, as a firewall or a failing server does. Returns how many there were. */
  async function cutListener(): Promise<number> {
    const cut = await onPostgres(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop' and query ilike 'listen %'",
    );
    return cut.length;
  }

  test('a change without a listening connection is reported after the reconnect', async () => {
    const customer = await registerCustomer(shop.url);
    const page = await openLive(shop.url, { cookie: customer.cookie });
    expect(await shows(shop, 'rice', 'Miniket Rice')).toBe(true);

    // The pool's connections stay; new ones, such as the listener's, are refused.
    await onPostgres('alter database shop allow_connections false');
    expect(await cutListener()).toBe(1);
    await changeProduct(shop.url, 'miniket', { name: 'Renamed Rice' });
    expect((await customer.place(newOrder())).status).toBe(201);
    const told = Promise.all([page.next('products'), page.next('profile')]);
    expect(page.events).toEqual([]);
    await onPostgres('alter database shop allow_connections true');
    await told;
    expect(await shows(shop, 'rice', 'Renamed Rice')).toBe(true);
    page.close();
  });

  test('changes are reported after any number of interruptions', async () => {
    const page = await openLive(shop.url);
    const tookMs: number[] = [];
    for (let round = 1; round <= 5; round += 1) {
      const gap = page.next('products');
      await vi.waitFor(async () => expect(await cutListener()).toBe(1), TIMEOUT);
      const cutAt = performance.now();
      // The change may happen without a listening connection; then it is reported after the reconnect.
      const name = `Rice number ${round}`;
      await changeProduct(shop.url, 'chinigura', { name });
      await gap;
      await vi.waitFor(async () => expect(await shows(shop, 'rice', name)).toBe(true), TIMEOUT);
      tookMs.push(performance.now() - cutAt);
    }
    console.info(
      `a change made while the listener was cut is on the page ${tookMs.map((ms) => ms.toFixed(0)).join(', ')} ms after the cut`,
    );
    page.close();
  });
});
