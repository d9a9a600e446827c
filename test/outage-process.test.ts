import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Answer, type Customer, orderId, registerCustomer } from './support/customer.ts';
import { openLive } from './support/live-stream.ts';
import { type ShopFixture, createShopFixture } from './support/shop-fixture.ts';
import type { ShopProcess } from './support/shop-process.ts';
import { newOrder, type OrderBody } from './support/factories.ts';

const OUTAGE_MS = 5_000;
/** The pause between two attempts of a customer while the database is unavailable, in ms. */
const PAUSE_MS = 20;
const CUSTOMERS = 8;

let fixture: ShopFixture;
let shop: ShopProcess;

beforeAll(async () => {
  fixture = await createShopFixture({ server: 'durable' });
  shop = await fixture.openWithProducts();
});

afterAll(() => fixture.close());

interface Attempt {
  body: OrderBody;
  answer: Answer;
  startedAt: number;
  endedAt: number;
}

/** Places orders one after the other, each until it is made, while `goOn` returns true. */
async function keepOrdering(customer: Customer, goOn: () => boolean, attempts: Attempt[]): Promise<OrderBody[]> {
  const bodies: OrderBody[] = [];
  while (goOn()) {
    const body = newOrder();
    bodies.push(body);
    for (;;) {
      const startedAt = performance.now();
      const answer = await customer.place(body);
      attempts.push({ body, answer, startedAt, endedAt: performance.now() });
      if (answer.status !== 503) break;
      await delay(PAUSE_MS);
    }
  }
  return bodies;
}

/** Posts a form like a page without scripts. */
function postForm(path: string, fields: Record<string, string> = {}, cookie = ''): Promise<Response> {
  const headers = { Origin: shop.url, Cookie: cookie };
  return fetch(shop.url + path, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' });
}

test('a database that is unavailable for 5 s under load: 503 with Retry-After, no lost or doubled order, no restart', async () => {
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => registerCustomer(shop.url)));
  const [witness] = customers;
  const live = await openLive(shop.url, { cookie: witness?.cookie ?? '' });
  // Now two pages are cached, one for visitors and one for customers.
  expect((await fetch(`${shop.url}/groceries`)).status).toBe(200);
  expect((await witness?.get('/groceries'))?.status).toBe(200);

  const attempts: Attempt[] = [];
  const made = (): number => attempts.filter(({ answer }) => answer.status === 201).length;
  let open = true;
  const ordering = customers.map((customer) => keepOrdering(customer, () => open, attempts));
  await vi.waitFor(() => expect(made()).toBeGreaterThan(3 * CUSTOMERS), { timeout: 60_000 });

  const caughtUp = Promise.all([live.next('products'), live.next('profile')]).then(() => performance.now());
  const haltingAt = performance.now();
  await fixture.server?.halt();
  const haltedAt = performance.now();
  const paths = ['/healthz', '/readyz', '/groceries', '/groceries/offers', '/user/profile', '/api/orders', '/api/live'];
  const away = await Promise.all(paths.map((path) => witness?.get(path)));
  expect(away.map((answer) => answer?.status)).toEqual([200, 503, 200, 503, 503, 503, 503]);
  const saysWhen = away.filter((answer) => /^\d+$/.test(answer?.headers.get('retry-after') ?? ''));
  expect(saysWhen.map((answer) => answer?.status)).toEqual([503, 503, 503, 503, 503]);
  expect((await fetch(`${shop.url}/groceries`)).status).toBe(200);
  // A form's page stays with a message. The answer to a data request is marked as not the screen's own, so that its
  // page waits.
  const typed = { email: 'someone@example.com', password: 'three green mangoes' };
  const login = await postForm('/user/login', typed, witness?.cookie);
  expect([login.status, (await login.text()).includes('Please try again in a moment.</p><input')]).toEqual([503, true]);
  const loginData = await postForm('/user/login.data', typed);
  const logout = await postForm('/user/logout', {}, witness?.cookie);
  const refusals = [login, loginData, logout].map(({ status, headers }) => [status, headers.get('retry-after')]);
  expect(refusals).toEqual(Array.from(refusals, () => [503, '2']));
  const data = await witness?.get('/user/orders.data');
  expect([data?.status, data?.headers.get('x-remix-response')]).toEqual([503, null]);
  await delay(OUTAGE_MS - (performance.now() - haltedAt));
  const madeBefore = made();
  const resumingAt = performance.now();
  await fixture.server?.resume();
  const resumedAt = performance.now();

  // Everything continues without a restart, and open pages are notified that they may have missed something.
  await vi.waitFor(() => expect(made()).toBeGreaterThan(madeBefore + 3 * CUSTOMERS), { timeout: 60_000 });
  const caughtUpAt = await caughtUp;
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  open = false;
  const placed = await Promise.all(ordering);

  const refused = attempts.filter(({ answer }) => answer.status === 503);
  expect(refused.length).toBeGreaterThan(CUSTOMERS);
  for (const { answer } of refused) {
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(answer.body).toMatchObject({ status: 503, title: expect.any(String), detail: expect.any(String) });
  }
  expect(attempts.filter(({ answer }) => ![200, 201, 503].includes(answer.status))).toEqual([]);
  // Nothing was acknowledged while it could not be stored.
  const during = attempts.filter(({ startedAt, endedAt }) => startedAt > haltedAt && endedAt < resumingAt);
  expect(new Set(during.map(({ answer }) => answer.status))).toEqual(new Set([503]));

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
  const inFlight = refused.filter(({ startedAt }) => startedAt < haltingAt).length;
  const found = attempts.filter(({ answer }) => answer.status === 200).length;
  console.info(
    `outage of ${OUTAGE_MS / 1000} s: ${made() + found} orders, ${refused.length} answers 503 (${inFlight} of requests in flight), ` +
      `${found} orders made without an answer and found by the retry; ` +
      `open pages caught up ${(caughtUpAt - resumedAt).toFixed(0)} ms after the server answered again`,
  );
  live.close();
});
