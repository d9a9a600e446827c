import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { orderId, registerCustomer } from '../support/customer.ts';
import { createDatabase } from '../support/databases.ts';
import { type LiveStream, openLive } from '../support/live-stream.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { PRODUCTS, changeProduct, importProducts } from '../support/operator-client.ts';
import { newOrder } from '../support/factories.ts';

let first: FrontDoor;
let second: FrontDoor;

beforeAll(async () => {
  const settings = { DATABASE_URL: await createDatabase({ template: inject('demoTemplate') }) };
  first = await openFrontDoor(settings);
  second = await openFrontDoor(settings);
  await importProducts(first.url, PRODUCTS, { replace: true });
});

afterAll(() => second.close());

/** The price on the first card of a page. */
async function shownPrice(shop: FrontDoor, path: string): Promise<string | undefined> {
  const response = await fetch(shop.url + path);
  expect(response.status).toBe(200);
  return /<article.*?Tk <.*?(\d+)/s.exec(await response.text())?.[1];
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

test('a price set at one is sent to open pages of the other, and their next page has it', async () => {
  const page = await openLive(second.url);
  const path = '/groceries/raw-products/fish';
  expect(await shownPrice(second, path)).toBe('350');
  const told = page.next('products');
  await changeProduct(first.url, 'rui', { price: 70_001 });
  await told;
  expect(await shownPrice(second, path)).toBe('70001');
  page.close();
});

test("a customer's orders notify all pages of that customer, at any process, and no others", async () => {
  const [rahim, karim] = [await registerCustomer(first.url), await registerCustomer(second.url)];
  const open = (shop: FrontDoor, cookie?: string): Promise<LiveStream> =>
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
  await first.close();
  expect((await customer.at(second.url).place(newOrder())).status).toBe(201);
});
