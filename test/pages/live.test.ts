import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { registerCustomer } from '../support/customer.ts';
import { openLive } from '../support/live-stream.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { PRODUCTS, changeProduct, importProducts } from '../support/operator-client.ts';
import { onServer } from '../support/postgres-server.ts';
import { SOON } from '../support/soon.ts';
import { newOrder } from '../support/factories.ts';

/** The maximum connections of one customer. */
const MAX_PER_CUSTOMER = 20;

/** The minimum time between two notifications of the catalogue, after the first, in ms. */
const BURST_MS = 200;

let shop: FrontDoor;

beforeAll(async () => {
  shop = await openFrontDoor();
  // Its event may not come in the midst of a test.
  const page = await openLive(shop.url);
  const told = page.next('products');
  await importProducts(shop.url, PRODUCTS, { replace: true });
  await told;
  page.close();
});

afterAll(() => shop.close());

/** Whether a listing shows a text. */
async function shows(slug: string, text: string): Promise<boolean> {
  const response = await fetch(`${shop.url}/groceries/raw-products/${slug}`);
  return (await response.text()).replaceAll(/<[^>]*>/g, '').includes(text);
}

describe('live pages', () => {
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
    await vi.waitFor(() => expect(again.events).toEqual(['products', 'profile']), SOON);
    const visitor = await openLive(shop.url, { lastId });
    const later = visitor.next('products');
    await changeProduct(shop.url, 'chinigura', { weight: '5' });
    await later;
    await vi.waitFor(() => expect(visitor.events).toEqual(['products', 'products']), SOON);
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
    }, SOON);
    for (const page of pages) page.close();
  });

  test('after the session has ended, the customer’s events are no longer sent', async () => {
    const customer = await registerCustomer(shop.url);
    await customer.post('/api/auth/sign-out', {});
    const page = await openLive(shop.url, { cookie: customer.cookie, lastId: '1' });
    await vi.waitFor(() => expect(page.events).toEqual(['products']), SOON);
    page.close();
  });

  // One more event may come after it.
  test('a burst of changes sends a few events, the last one after the last change', async () => {
    const page = await openLive(shop.url);
    const started = performance.now();
    for (let price = 1_000; price <= 1_020; price += 1) await changeProduct(shop.url, 'rui', { price });
    await vi.waitFor(async () => expect(await shows('fish', 'Tk 1020')).toBe(true), SOON);
    expect(page.events.length).toBeLessThanOrEqual(2 + (performance.now() - started) / BURST_MS);
    page.close();
  });
});

describe('a listening database connection that is interrupted', () => {
  let name: string;

  beforeAll(async () => {
    const asked = sql<{ name: string }>`select current_database() as name`;
    const { rows } = await asked.execute(shop.services.database.kysely);
    name = rows[0]?.name ?? '';
  });

  const onPostgres = (statement: string) => onServer(inject('postgresUrl'), statement);

  /** Closes the shop's listening connection, as a firewall or a failing server does. */
  async function cutListener(): Promise<void> {
    await vi.waitFor(async () => {
      // Its last query tells it from the pool's connections.
      await shop.services.database.listen('products', () => {});
      const cut = await onPostgres(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and query ilike 'listen %'`,
      );
      expect(cut).toHaveLength(1);
    }, SOON);
  }

  test('a change without a listening connection is reported after the reconnect', async () => {
    const customer = await registerCustomer(shop.url);
    const page = await openLive(shop.url, { cookie: customer.cookie });
    expect(await shows('rice', 'Miniket Rice')).toBe(true);

    // The pool's connections stay; new ones, such as the listener's, are refused.
    await onPostgres(`alter database ${name} allow_connections false`);
    await cutListener();
    await changeProduct(shop.url, 'miniket', { name: 'Renamed Rice' });
    expect((await customer.place(newOrder())).status).toBe(201);
    const told = Promise.all([page.next('products'), page.next('profile')]);
    // An event of the products may be that of an earlier test.
    expect(page.events).not.toContain('profile');
    await onPostgres(`alter database ${name} allow_connections true`);
    await told;
    await vi.waitFor(async () => expect(await shows('rice', 'Renamed Rice')).toBe(true), SOON);
    page.close();
  });

  test('changes are reported after any number of interruptions', async () => {
    const page = await openLive(shop.url);
    for (let round = 1; round <= 2; round += 1) {
      const gap = page.next('products');
      await cutListener();
      // The change may happen without a listening connection; then it is reported after the reconnect.
      const name = `Rice number ${round}`;
      await changeProduct(shop.url, 'chinigura', { name });
      await gap;
      await vi.waitFor(async () => expect(await shows('rice', name)).toBe(true), SOON);
    }
    page.close();
  });
});
