import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Customer, registerCustomer } from './support/customer.ts';
import { newDataDir, openShopProcess, removeData, type ShopProcess } from './support/shop-process.ts';

/** A shop behind TLS: it is asked over http, and its own address is another one. */
const ORIGIN = 'https://shop.example';

let shop: ShopProcess;
let plain: ShopProcess;
let customer: Customer;

beforeAll(async () => {
  shop = await openShopProcess({ dataDir: await newDataDir(), env: { PUBLIC_URL: ORIGIN } });
  plain = await openShopProcess({ dataDir: await newDataDir() });
  customer = await registerCustomer(shop.url);
});

afterAll(async () => {
  for (const { kill, dataDir } of [shop, plain]) {
    await kill();
    await removeData(dataDir);
  }
});

/** Sends the login form as a page does whose origin is `origin`; its data form when the path ends in `.data`. */
function login(url: string, path: string, headers: Record<string, string>): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ email: customer.email, password: 'three green mangoes' }),
  });
}

test.each([
  ['/user/login', 302],
  ['/user/login.data', 202],
])("%s of the shop's own page opens a session, without TLS it is foreign", async (path, status) => {
  const own = await login(shop.url, path, { Origin: ORIGIN });
  expect([own.status, own.headers.getSetCookie().length]).toEqual([status, 1]);
  for (const headers of [
    { Origin: 'http://shop.example' },
    { Origin: shop.url },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ]) {
    for (const cookie of [{}, { Cookie: customer.cookie }]) {
      const refused = await login(shop.url, path, { ...headers, ...cookie });
      expect([headers, refused.status, refused.headers.getSetCookie()]).toEqual([headers, 403, []]);
    }
  }
});

test("the identity library's endpoints take the same origin", async () => {
  const send = (Origin: string): Promise<Response> =>
    fetch(`${shop.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { Origin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: customer.email, password: 'three green mangoes' }),
    });
  expect((await send(ORIGIN)).status).toBe(200);
  expect((await send('http://shop.example')).status).toBe(403);
});

test('without TLS every name of the machine will do', async () => {
  const port = new URL(plain.url).port;
  for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
    for (const path of ['/user/login', '/user/login.data']) {
      // There is no such account here: the form's own refusal.
      expect((await login(origin, path, { Origin: origin })).status, origin + path).toBe(400);
    }
  }
});
