import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderId, registerCustomer } from './support/customer.ts';
import { type LiveStream, openLive } from './support/live-stream.ts';
import { changeProduct } from './support/operator-client.ts';
import { percentile } from './support/percentile.ts';
import { type ShopFixture, createShopFixture } from './support/shop-fixture.ts';
import type { ShopProcess } from './support/shop-process.ts';
import { newOrder } from './support/factories.ts';

const CHANGES = 15;

let fixture: ShopFixture;
let first: ShopProcess;
let second: ShopProcess;

beforeAll(async () => {
  fixture = await createShopFixture({ server: 'durable' });
  first = await fixture.openWithProducts();
  second = await fixture.open();
});

afterAll(() => fixture.close());

/** The price on the first card of a page. */
async function shownPrice(shop: ShopProcess, path: string): Promise<string | undefined> {
  const response = await fetch(shop.url + path);
  expect(response.status).toBe(200);
  return /<article.*?Tk (\d+)/s.exec(await response.text())?.[1];
}

test('a session of one process is valid at the other, and ends at both', async () => {
  const customer = await registerCustomer(first.url);
  const there = customer.at(second.url);
  expect((await there.get('/api/profile')).body).toMatchObject({ email: customer.email });
  expect((await there.post('/api/auth/sign-out', {})).status).toBe(200);
  expect((await there.get('/api/profile')).status).toBe(401);
  expect((await customer.get('/api/profile')).status).toBe(401);
});

test('an order from one process can be listed, shown and canceled at the other', async () => {
  const customer = await registerCustomer(first.url);
  const there = customer.at(second.url);
  const placed = await customer.place(newOrder());
  expect(placed.status).toBe(201);
  const path = `/api/orders/${orderId(placed)}`;
  expect(await there.orders()).toEqual([placed.body]);
  expect((await there.get(path)).body).toEqual(placed.body);
  const cancels = await Promise.all([customer.post(`${path}/cancel`, {}), there.post(`${path}/cancel`, {})]);
  expect(cancels.map(({ status }) => status)).toEqual([200, 200]);
  expect(await customer.orders()).toMatchObject([{ id: orderId(placed), status: 'canceled' }]);
});

test('the same key at both in parallel makes one order', async () => {
  const customer = await registerCustomer(first.url);
  const there = customer.at(second.url);
  for (let round = 1; round <= 10; round += 1) {
    const body = newOrder();
    const answers = await Promise.all([customer, there, customer, there].map((one) => one.place(body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(await there.orders()).toHaveLength(round);
  }
});

test('parallel orders of different customers at both make an order for each', async () => {
  const customers = await Promise.all(Array.from({ length: 8 }, () => registerCustomer(first.url)));
  const answers = await Promise.all(
    customers.flatMap((customer) => [customer.place(newOrder()), customer.at(second.url).place(newOrder())]),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 201));
  expect(new Set(answers.map(orderId)).size).toBe(16);
});

test('a price set at one is sent to open pages of the other, and their next page has it', async () => {
  const page = await openLive(second.url);
  const path = '/groceries/raw-products/fish';
  expect(await shownPrice(second, path)).toBe('350');
  const tookMs: number[] = [];
  for (let change = 1; change <= CHANGES; change += 1) {
    const price = 70_000 + change;
    const told = page.next('products');
    const started = performance.now();
    await changeProduct(first.url, 'rui', { price });
    await told;
    tookMs.push(performance.now() - started);
    expect(await shownPrice(second, path)).toBe(String(price));
  }
  page.close();
  const p95 = percentile(tookMs, 95);
  console.info(
    `${CHANGES} price changes: heard at the other process after p50 ${percentile(tookMs, 50).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
  );
});

test('a price set at one is charged at the other immediately', async () => {
  const customer = await registerCustomer(second.url);
  await changeProduct(first.url, 'miniket', { price: 80 });
  expect((await customer.place(newOrder({ expectedTotal: 210 }))).body).toMatchObject({ type: 'price-changed' });
  expect((await customer.place(newOrder({ expectedTotal: 220 }))).status).toBe(201);
  await changeProduct(second.url, 'miniket', { price: 75 });
});

test("a customer's orders notify all pages of that customer, at any process, and no others", async () => {
  const [rahim, karim] = [await registerCustomer(first.url), await registerCustomer(second.url)];
  const open = (shop: ShopProcess, cookie?: string): Promise<LiveStream> =>
    openLive(shop.url, cookie === undefined ? {} : { cookie });
  const rahims = await Promise.all([open(first, rahim.cookie), open(second, rahim.cookie)]);
  const karims = await Promise.all([open(first, karim.cookie), open(second, karim.cookie)]);
  const visitors = await Promise.all([open(first), open(second)]);
  const all = [...rahims, ...karims, ...visitors];

  const heard = Promise.all(rahims.map((page) => page.next('profile')));
  const placed = await rahim.at(second.url).place(newOrder());
  await heard;
  const heardAgain = Promise.all(rahims.map((page) => page.next('profile')));
  await rahim.post(`/api/orders/${orderId(placed)}/cancel`, {});
  await heardAgain;
  // Notifications keep their order: after Karim's, none of Rahim's can follow.
  const heardByKarim = Promise.all(karims.map((page) => page.next('profile')));
  await karim.place(newOrder());
  await heardByKarim;
  const profiles = (page: LiveStream): number => page.events.filter((event) => event === 'profile').length;
  expect(rahims.map(profiles)).toEqual([2, 2]);
  expect(karims.map(profiles)).toEqual([1, 1]);
  expect(visitors.map(profiles)).toEqual([0, 0]);
  for (const page of all) page.close();
});

test('one process closes and the other continues', async () => {
  const customer = await registerCustomer(first.url);
  expect(await first.stop()).toBe(0);
  expect((await customer.at(second.url).place(newOrder())).status).toBe(201);
});
