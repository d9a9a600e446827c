import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newOrder, registerCustomer } from './support/customer.ts';
import { openLive } from './support/live-stream.ts';
import { changeProduct } from './support/operator-client.ts';
import { type Premises, onServer, preparePremises } from './support/premises.ts';
import type { ShopProcess } from './support/shop-process.ts';

/** Connections of one customer (contract 'Endpoints'). */
const MOST_PER_CUSTOMER = 20;

/** Catalogue changes are told at once and then at most this often, in ms. */
const BURST_MS = 200;

/** Long enough for a busy machine. */
const SOON = { timeout: 60_000 };

/** Whether a listing shows a text. */
async function shows(shop: ShopProcess, slug: string, text: string): Promise<boolean> {
  const response = await fetch(`${shop.url}/groceries/raw-products/${slug}`);
  return (await response.text()).includes(text);
}

describe.each(['pglite', 'postgres'] as const)('live pages on %s', (kind) => {
  let premises: Premises;
  let shop: ShopProcess;

  beforeAll(async () => {
    premises = await preparePremises(kind);
    shop = await premises.openStocked();
  });

  afterAll(() => premises.close());

  test('a connection is an open event stream that nobody holds back', async () => {
    const page = await openLive(shop.url);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': expect.stringContaining('no-store'),
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers['content-encoding']).toBeUndefined();
    page.close();
  });

  test('every change is told, with ids that grow', async () => {
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
    await changeProduct(shop.url, 'miniket', { price: 75 });
    page.close();
  });

  test('a burst of changes is told in a few, and the last one is among them', async () => {
    const page = await openLive(shop.url);
    const started = performance.now();
    for (let price = 1_000; price <= 1_050; price += 1) await changeProduct(shop.url, 'rui', { price });
    await vi.waitFor(async () => expect(await shows(shop, 'fish', 'Tk 1050')).toBe(true), SOON);
    expect(page.heard.length).toBeLessThanOrEqual(2 + (performance.now() - started) / BURST_MS);
    page.close();
  });

  test('who connects again after a drop is told to look again', async () => {
    const customer = await registerCustomer(shop.url);
    const fresh = await openLive(shop.url, { cookie: customer.cookie });
    const first = fresh.next('profile');
    await customer.place(newOrder());
    await first;
    expect(fresh.heard).toEqual(['profile']);
    const { lastId } = fresh;
    fresh.close();
    const again = await openLive(shop.url, { cookie: customer.cookie, lastId });
    await vi.waitFor(() => expect(again.heard).toEqual(['products', 'profile']), SOON);
    const visitor = await openLive(shop.url, { lastId });
    const later = visitor.next('products');
    await changeProduct(shop.url, 'chinigura', { weight: '5' });
    await later;
    await vi.waitFor(() => expect(visitor.heard).toEqual(['products', 'products']), SOON);
    again.close();
    visitor.close();
  });

  test('a customer has at most 20 connections; another one is refused until one is closed', async () => {
    const customer = await registerCustomer(shop.url);
    const other = await registerCustomer(shop.url);
    const pages = await Promise.all(
      Array.from({ length: MOST_PER_CUSTOMER }, () => openLive(shop.url, { cookie: customer.cookie })),
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

  test('an account whose session ended is heard no longer as itself', async () => {
    const customer = await registerCustomer(shop.url);
    await customer.post('/api/auth/sign-out', {});
    const page = await openLive(shop.url, { cookie: customer.cookie, lastId: '1' });
    await vi.waitFor(() => expect(page.heard).toEqual(['products']), SOON);
    page.close();
  });

  test('the closing shop closes its connections and ends', async () => {
    const customer = await registerCustomer(shop.url);
    const pages = await Promise.all([openLive(shop.url), openLive(shop.url, { cookie: customer.cookie })]);
    expect(await shop.stop()).toBe(0);
    await Promise.all(pages.map((page) => page.ended));
    shop = await premises.open();
    const page = await openLive(shop.url, { cookie: customer.cookie });
    expect(page.status).toBe(200);
    page.close();
  });
});

describe('a database connection that listens and is cut', () => {
  let premises: Premises;
  let shop: ShopProcess;

  beforeAll(async () => {
    premises = await preparePremises('postgres');
    shop = await premises.openStocked();
  });

  afterAll(() => premises.close());

  const onPostgres = (statement: string) => onServer(premises.server?.url ?? '', statement);

  /** Cuts the shop's listening connection as a firewall or a failing server does; answers how many there were. */
  async function cutListener(): Promise<number> {
    const cut = await onPostgres(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop' and query ilike 'listen %'",
    );
    return cut.length;
  }

  test('what changes while nobody can listen is told as soon as somebody can', async () => {
    const customer = await registerCustomer(shop.url);
    const page = await openLive(shop.url, { cookie: customer.cookie });
    expect(await shows(shop, 'rice', 'Miniket Rice')).toBe(true);

    // The connections of the pool stay; a new one, such as a listener's, is not let in.
    await onPostgres('alter database shop allow_connections false');
    expect(await cutListener()).toBe(1);
    await changeProduct(shop.url, 'miniket', { name: 'Renamed Rice' });
    expect((await customer.place(newOrder())).status).toBe(201);
    const told = Promise.all([page.next('products'), page.next('profile')]);
    expect(page.heard).toEqual([]);
    await onPostgres('alter database shop allow_connections true');
    await told;
    expect(await shows(shop, 'rice', 'Renamed Rice')).toBe(true);
    page.close();
  });

  test('changes go on being told however often it is cut', async () => {
    const page = await openLive(shop.url);
    const tookMs: number[] = [];
    for (let round = 1; round <= 5; round += 1) {
      const gap = page.next('products');
      await vi.waitFor(async () => expect(await cutListener()).toBe(1), SOON);
      const cutAt = performance.now();
      // Made while nobody may be listening: told at the latest when somebody is again.
      const name = `Rice number ${round}`;
      await changeProduct(shop.url, 'chinigura', { name });
      await gap;
      await vi.waitFor(async () => expect(await shows(shop, 'rice', name)).toBe(true), SOON);
      tookMs.push(performance.now() - cutAt);
    }
    console.info(
      `a change made while the listener was cut is on the page ${tookMs.map((ms) => ms.toFixed(0)).join(', ')} ms after the cut`,
    );
    page.close();
  });
});
