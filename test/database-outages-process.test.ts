/**
 * What shoppers get while the database server is there but does not serve: each answer is 503 with Retry-After, in
 * bounded time.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Answer, type Customer, orderId, registerCustomer } from './support/customer.ts';
import { openLive } from './support/live-stream.ts';
import { importProducts, PRODUCTS } from './support/operator-client.ts';
import { onServer } from './support/postgres-server.ts';
import { type ShopFixture, createShopFixture } from './support/shop-fixture.ts';
import type { ShopProcess } from './support/shop-process.ts';
import { type SlowProxy, startSlowProxy } from './support/slow-proxy.ts';
import { newOrder, type OrderBody } from './support/factories.ts';

/** Much more than the ten seconds that the database may take for a request, for busy machines. */
const BOUND_MS = 300_000;
const ASKING = { timeout: BOUND_MS };

let fixture: ShopFixture;
let proxy: SlowProxy;
let shop: ShopProcess;
let customer: Customer;
let address: string;

beforeAll(async () => {
  fixture = await createShopFixture({ server: true });
  address = fixture.server?.url ?? '';
  // A superuser has no limit of connections.
  await onServer(address, 'create role shopkeeper login');
  await onServer(address, 'create database small owner shopkeeper');
  proxy = await startSlowProxy(Number(new URL(address).port));
  shop = await fixture.open({
    env: {
      DATABASE_URL: `postgres://shopkeeper@127.0.0.1:${proxy.port}/small`,
      STORAGE_URL: 's3://key:secret@pictures?endpoint=http://127.0.0.1:1',
    },
  });
  await importProducts(shop.url, PRODUCTS);
  customer = await registerCustomer(shop.url);
  // Now it is in memory.
  await customer.get('/groceries');
  address = address.replace(/postgres$/, 'small');
});

afterAll(async () => {
  proxy.close();
  await fixture.close();
});

/** Closes all connections of the shop, so that new ones have the role's new settings. */
async function reconnect(setting: string): Promise<void> {
  await onServer(address, `alter role shopkeeper ${setting}`);
  await onServer(address, `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shopkeeper'`);
}

/** The answers to the same requests in every outage; none may take longer than the bound. */
async function ask(): Promise<Record<'kept' | 'page' | 'order' | 'orders' | 'login' | 'ready', Answer>> {
  const login = { email: customer.email, password: 'three green mangoes' };
  const answers = Promise.all([
    customer.get('/groceries'),
    // No page in memory: nobody has searched for this before.
    customer.get(`/groceries/search-results?searchText=rice${randomUUID()}`),
    customer.place(body),
    customer.get('/api/orders'),
    customer.post('/api/auth/sign-in/email', login, { Cookie: '' }),
    customer.get('/readyz'),
  ]);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('a request was not answered')), BOUND_MS);
  const [kept, page, order, orders, signedIn, ready] = await Promise.race([answers, late.promise]);
  clearTimeout(timer);
  return { kept, page, order, orders, login: signedIn, ready };
}

const statuses = (answers: Record<string, Answer>) =>
  Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]));

/**
 * The statuses; each 503 must say when to come again. Asked until it is so: the shop notices a closed connection when
 * it uses it.
 */
async function during(): Promise<Record<string, number>> {
  const answers = await ask();
  const refused = Object.values(answers).filter(({ status }) => status === 503);
  expect(refused.filter(({ headers }) => !/^\d+$/.test(headers.get('retry-after') ?? ''))).toEqual([]);
  return statuses(answers);
}

let body = newOrder();

/**
 * Afterwards the order that was refused is made once, without a restart, and everything works.
 * Each step is asked again: every connection that was closed costs one more request.
 */
async function afterwards(): Promise<void> {
  const before = await vi.waitFor(() => customer.orders(), ASKING);
  await expect.poll(async () => (await customer.place(body)).status, ASKING).toBeLessThan(300);
  const again = await vi.waitFor(async () => {
    const answer = await customer.place(body);
    expect(answer.status).toBe(200);
    return answer;
  }, ASKING);
  const there = await vi.waitFor(() => customer.orders(), ASKING);
  expect(there.filter(({ id }) => id === orderId(again))).toHaveLength(1);
  expect(there.length - before.length).toBeLessThanOrEqual(1);
  body = newOrder();
  await expect
    .poll(async () => statuses(await ask()), ASKING)
    .toMatchObject({ kept: 200, page: 200, orders: 200, login: 200, ready: 200 });
  body = newOrder();
}

test('a database without free connections', async () => {
  await reconnect('connection limit 0');
  await expect.poll(during, ASKING).toEqual({ kept: 200, page: 503, order: 503, orders: 503, login: 503, ready: 503 });
  await reconnect('connection limit -1');
  await afterwards();
});

test('a read-only database: everything can be looked at', async () => {
  await reconnect('set default_transaction_read_only = on');
  await expect.poll(during, ASKING).toEqual({ kept: 200, page: 200, order: 503, orders: 200, login: 503, ready: 200 });
  await reconnect('reset default_transaction_read_only');
  await afterwards();
});

test('a database whose disk is full: everything can be looked at', async () => {
  // As the server reports it: "could not extend file", SQLSTATE 53100.
  await onServer(
    address,
    `create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
     create trigger full_disk before insert on orders for each row execute function full_disk();
     create trigger full_disk before insert on sessions for each row execute function full_disk()`,
  );
  await expect.poll(during, ASKING).toEqual({ kept: 200, page: 200, order: 503, orders: 200, login: 503, ready: 200 });
  await onServer(address, 'drop trigger full_disk on orders; drop trigger full_disk on sessions');
  await afterwards();
});

test('a database that does not answer any more: requests end after ten seconds', async () => {
  proxy.setDelay(Number.POSITIVE_INFINITY);
  await expect.poll(during, ASKING).toEqual({ kept: 200, page: 503, order: 503, orders: 503, login: 503, ready: 503 });
  proxy.setDelay(0);
  await afterwards();
});

/** The pause between two attempts of a customer while the database is unavailable, in ms. */
const PAUSE_MS = 20;

interface Attempt {
  body: OrderBody;
  answer: Answer;
  /** Begun and answered while the database was away. */
  late: boolean;
}

/** Posts a form like a page without scripts. */
function postForm(path: string, fields: Record<string, string> = {}, cookie = ''): Promise<Response> {
  const headers = { Origin: shop.url, Cookie: cookie };
  return fetch(shop.url + path, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' });
}

test('a database that is away for a while under load: no lost or doubled order, no restart, and open pages hear that they may have missed something', async () => {
  const customers = await Promise.all(Array.from({ length: 4 }, () => registerCustomer(shop.url)));
  const [witness = customer] = customers;
  const live = await openLive(shop.url, { cookie: witness.cookie });
  // Now two pages are in memory, one for visitors and one for customers.
  for (const cookie of ['', witness.cookie])
    expect((await fetch(`${shop.url}/groceries`, { headers: { Cookie: cookie } })).status).toBe(200);

  const attempts: Attempt[] = [];
  const made = (): number => attempts.filter(({ answer }) => answer.status === 201).length;
  const now = { ordering: true, halted: false };
  /** Places orders one after the other, each until it is made. */
  const keepOrdering = async (one: Customer): Promise<OrderBody[]> => {
    const bodies: OrderBody[] = [];
    while (now.ordering) {
      const body = newOrder();
      bodies.push(body);
      for (let answer: Answer | undefined; answer?.status === 503 || !answer;) {
        if (answer) await delay(PAUSE_MS);
        const late = now.halted;
        answer = await one.place(body);
        attempts.push({ body, answer, late: late && now.halted });
      }
    }
    return bodies;
  };
  const placing = customers.map(keepOrdering);
  await vi.waitFor(() => expect(made()).toBeGreaterThan(3 * customers.length), ASKING);

  const caughtUp = Promise.all([live.next('products'), live.next('profile')]);
  await fixture.server?.halt();
  now.halted = true;
  const paths = ['/healthz', '/readyz', '/groceries', '/groceries/offers', '/user/profile', '/api/orders', '/api/live'];
  const away = await Promise.all(paths.map((path) => witness.get(path)));
  expect(away.map(({ status }) => status)).toEqual([200, 503, 200, 503, 503, 503, 503]);
  const saysWhen = away.filter(({ headers }) => /^\d+$/.test(headers.get('retry-after') ?? ''));
  expect(saysWhen.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
  expect((await fetch(`${shop.url}/groceries`)).status).toBe(200);
  // A form's page stays with a message. The answer to a data request is marked as not the screen's own, so that its
  // page waits.
  const typed = { email: 'someone@example.com', password: 'three green mangoes' };
  const login = await postForm('/user/login', typed, witness.cookie);
  expect([login.status, (await login.text()).includes('Please try again in a moment.</p><input')]).toEqual([503, true]);
  const loginData = await postForm('/user/login.data', typed);
  const logout = await postForm('/user/logout', {}, witness.cookie);
  const refusals = [login, loginData, logout].map(({ status, headers }) => [status, headers.get('retry-after')]);
  expect(refusals).toEqual(Array.from(refusals, () => [503, '2']));
  const data = await witness.get('/user/orders.data');
  expect([data.status, data.headers.get('x-remix-response')]).toEqual([503, null]);
  await vi.waitFor(() => expect(attempts.filter(({ late }) => late).length).toBeGreaterThan(10), ASKING);
  now.halted = false;
  const madeBefore = made();
  await fixture.server?.resume();

  await vi.waitFor(() => expect(made()).toBeGreaterThan(madeBefore + 3 * customers.length), ASKING);
  await caughtUp;
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  now.ordering = false;
  const placed = await Promise.all(placing);
  live.close();

  const refused = attempts.filter(({ answer }) => answer.status === 503);
  for (const { answer } of refused) {
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(answer.body).toMatchObject({ status: 503, title: expect.any(String), detail: expect.any(String) });
  }
  expect(attempts.filter(({ answer }) => ![200, 201, 503].includes(answer.status))).toEqual([]);
  // Nothing was acknowledged while it could not be stored.
  expect(new Set(attempts.filter(({ late }) => late).map(({ answer }) => answer.status))).toEqual(new Set([503]));

  for (const [index, bodies] of placed.entries()) {
    const acknowledged = bodies.map((body) => {
      const answers = attempts.filter((one) => one.body === body && one.answer.status !== 503);
      expect(answers).toHaveLength(1);
      return answers[0]?.answer.body;
    });
    const there = await customers[index]?.orders();
    expect(there?.toReversed()).toEqual(acknowledged);
    expect(new Set(there?.map((order) => orderId({ body: order }))).size).toBe(bodies.length);
  }
});

test('a store of pictures that is away: pages come, pictures are refused', async () => {
  const picture = await customer.get('/images/p/0123456789abcdef-320.webp');
  expect([picture.status, picture.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await customer.get(`/product/${PRODUCTS[0]?.id}`)).status).toBe(200);
});

test('nothing of this was an error of the shop', () => expect(shop.output()).not.toContain('"status":500'));
