import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPages } from '../server/build/build.ts';
import { registerCustomer } from './support/customer.ts';
import { freePort } from './support/free-port.ts';
import { holdSocket } from './support/held-socket.ts';
import { newDataDir, openShopProcess, removeData, type ShopProcess, startShop } from './support/shop-process.ts';

let dataDir: string;
let shop: ShopProcess;

beforeAll(async () => {
  await buildPages({ onlyWhenStale: true });
  dataDir = await newDataDir();
  shop = await openShopProcess({ dataDir });
}, 120_000);

afterAll(async () => {
  await shop.kill();
  await removeData(dataDir);
});

/** Expects that the shop does not open: exit status 1, one line with the reason, and no written files. */
async function expectRefusal(env: Record<string, string>, line: RegExp): Promise<void> {
  const folder = await newDataDir();
  const { exited, output } = startShop({ PORT: String(await freePort()), DATA_DIR: join(folder, 'data'), ...env });
  expect(await exited).toBe(1);
  expect(output().trim().split('\n')).toEqual([expect.stringMatching(line)]);
  expect(await readdir(folder)).toEqual([]);
  await removeData(folder);
}

test('an open shop says where it is, and how to get into the console', async () => {
  const invitation = 'Nobody has a key to the console yet: npm run shop -- operators invite YOUR@EMAIL';
  // A line of the log may come before or after.
  await expect.poll(() => `\n${shop.output()}`).toContain(`\nSodai is open at ${shop.url}\n${invitation}\n`);
});

test('bad settings cause one line that names all faults', async () => {
  await expectRefusal({ PORT: 'eighty', LOG_LEVEL: 'loud', DEMO: 'maybe' }, /PORT.*DEMO.*LOG_LEVEL/);
});

test('a database URL needs a secret', async () => {
  await expectRefusal({ DATABASE_URL: 'postgres://localhost:1/shop' }, /AUTH_SECRET/);
});

test('a taken port is reported', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  await expectRefusal({ PORT: port }, new RegExp(`PORT: ${port} .*taken`));
  server.close();
});

test('an address that this machine does not have is reported', async () => {
  await expectRefusal({ HOST: '192.0.2.1' }, /HOST: 192\.0\.2\.1 is not an address of this machine/);
});

test('data of an older version is reported, with what to do', async () => {
  const damaged = await newDataDir();
  await mkdir(join(damaged, 'database'));
  await writeFile(join(damaged, 'database/PG_VERSION'), '99');
  const { exited, output } = startShop({ PORT: String(await freePort()), DATA_DIR: damaged });
  expect(await exited).toBe(1);
  expect(output().trim()).toMatch(
    /^Sodai cannot open: DATA_DIR: the database in .*\/database is of an older version of the shop: .*restore FILE\)$/,
  );
  await removeData(damaged);
});

test.runIf(existsSync('/proc/self'))('a data directory that cannot be created is reported', async () => {
  await expectRefusal(
    { DATA_DIR: '/proc/sodai/data' },
    /DATA_DIR: the data directory \/proc\/sodai\/data cannot be used/,
  );
});

test('a second shop on the same data is refused, and the first one continues', async () => {
  const before = (await readdir(dataDir)).toSorted();
  const { exited, output } = startShop({ PORT: String(await freePort()), DATA_DIR: dataDir });
  expect(await exited).toBe(1);
  expect(output().trim().split('\n')).toEqual([expect.stringContaining('already used by a running shop')]);
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  expect((await readdir(dataDir)).toSorted()).toEqual(before);
});

test('a shop without rate limits logs a warning', () => {
  expect(shop.output()).toMatch(/^\{"level":40,.*"setting":"RATE_LIMIT"/m);
});

/** Fetch refuses to send some methods. */
async function requestMethod(url: string, method: string): Promise<IncomingMessage> {
  const [response] = (await once(request(url, { method }).end(), 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

test('health, readiness and an unknown endpoint', async () => {
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  const unknown = await fetch(`${shop.url}/api/nothing`);
  expect(unknown.status).toBe(404);
  expect(unknown.headers.get('content-type')).toBe('application/problem+json');
  expect(await unknown.json()).toMatchObject({ title: 'Not Found', status: 404, detail: expect.any(String) });
});

test('an unsupported method is refused with a list of the supported ones', async () => {
  const paths = [
    '/healthz',
    '/readyz',
    '/metrics',
    '/api/products',
    '/api/listings/fish',
    '/api/profile',
    '/api/orders/x',
  ];
  for (const path of paths) {
    const response = await fetch(shop.url + path, { method: 'DELETE' });
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      405,
      'application/problem+json',
    ]);
    expect(response.headers.get('allow'), path).toMatch(/^GET\b/);
  }
  const strange = await requestMethod(`${shop.url}/api/orders`, 'TRACE');
  expect(strange.statusCode).toBe(405);
  expect(strange.headers.allow).toContain('POST');
});

test('a write with a cookie from another site is refused', async () => {
  for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'null' }]) {
    const response = await fetch(`${shop.url}/api/orders`, {
      method: 'POST',
      headers: { Cookie: 'a=b', ...headers },
      body: '{}',
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  }
  const own = await fetch(`${shop.url}/api/orders`, {
    method: 'POST',
    headers: { Cookie: 'a=b', Origin: shop.url },
    body: '{}',
  });
  expect(own.status).toBe(401);
});

test('a form that is refused during an open session shows the reason, also without scripts', async () => {
  const { cookie, email } = await registerCustomer(shop.url);
  const posted = async (path: string, fields: Record<string, string>): Promise<[number, boolean]> => {
    const headers = { Origin: shop.url, Cookie: cookie };
    const body = new URLSearchParams(fields);
    const answer = await fetch(shop.url + path, { method: 'POST', headers, body, redirect: 'manual' });
    return [answer.status, (await answer.text()).includes('role="alert"')];
  };
  const account = { name: 'Someone', email, password: 'three green mangoes' };
  expect(await posted('/user/login', { email, password: 'not it at all' })).toEqual([401, true]);
  expect(await posted('/user/login', { email, password: '' })).toEqual([422, true]);
  expect(await posted('/user/register', account)).toEqual([422, true]);
  expect(await posted('/user/register', { ...account, name: '' })).toEqual([422, true]);
  const visit = await fetch(`${shop.url}/user/login`, { headers: { Cookie: cookie }, redirect: 'manual' });
  expect(visit.status).toBe(302);
});

test('without TLS pages work under every host name of the machine', async () => {
  const { port } = new URL(shop.url);
  for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
    for (const path of ['/user/login', '/user/login.data']) {
      const body = new URLSearchParams({ email: 'nobody@example.com', password: 'three green mangoes' });
      const { status } = await fetch(origin + path, { method: 'POST', headers: { Origin: origin }, body });
      // The refusal of the form itself: 'user not found!'.
      expect([origin, path, status]).toEqual([origin, path, 400]);
    }
  }
});

test('SIGTERM closes the shop with status 0, and the same data opens again', async () => {
  expect(await shop.stop()).toBe(0);
  shop = await openShopProcess({ dataDir });
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
});

test('a socket of systemd is taken when the shop is open: what came before waits, and is answered', async () => {
  await shop.stop();
  const port = await freePort();
  const held = await holdSocket(port);
  const { child, output, exited } = startShop({ DATA_DIR: dataDir, PORT: String(port) }, { socket: held.fd });
  held.close();
  const early = fetch(`http://127.0.0.1:${port}/readyz`);
  try {
    expect((await early).status, output()).toBe(200);
  } finally {
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  }
});
