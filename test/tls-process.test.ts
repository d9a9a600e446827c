/** A shop behind nginx with deploy/nginx.conf and its limits. */
import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMigratedDataDir } from './support/migrated-database.ts';
import { type Nginx, HOST, startNginx } from './support/nginx.ts';
import { OPERATOR_TOKEN, PRODUCTS, changeProduct, importProducts } from './support/operator-client.ts';
import { openShopProcess, removeData, type ShopProcess } from './support/shop-process.ts';

const ORIGIN = `https://${HOST}`;
const ACCOUNT = { name: 'Ayesha', email: 'ayesha@example.com', password: 'three green mangoes' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_BODY = { 'Content-Type': 'application/json' };

let nginx: Nginx;
let shop: ShopProcess;
let cookie: string;

beforeAll(async () => {
  const env = { PUBLIC_URL: ORIGIN, RATE_LIMIT: 'on', OPERATOR_TOKEN };
  shop = await openShopProcess({ dataDir: await newMigratedDataDir(), env });
  nginx = await startNginx([Number(new URL(shop.url).port)]);
  await importProducts(shop.url, PRODUCTS);
  const signUp = await sendAndRead('POST', '/api/auth/sign-up/email', {
    headers: JSON_BODY,
    body: JSON.stringify(ACCOUNT),
  });
  [cookie = ''] = (signUp.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '');
});

afterAll(async () => {
  await nginx.stop();
  await shop.kill();
  await removeData(shop.dataDir);
});

interface SendOptions {
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Instead of the one that all tests share. */
  proxy?: Nginx;
}

/** Sends a request to nginx over TLS; the answer's body is still to be read. */
async function send(method: string, path: string, { headers = {}, body, proxy = nginx }: SendOptions = {}) {
  const options = request({
    host: '127.0.0.1',
    port: proxy.https,
    servername: HOST,
    ca: proxy.certificate,
    method,
    path,
    headers: { Host: HOST, ...headers },
    agent: false,
  });
  const [response] = (await once(options.end(body), 'response')) as [IncomingMessage];
  return response;
}

async function sendAndRead(method: string, path: string, options: SendOptions = {}) {
  const response = await send(method, path, options);
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Sends the login form like a page; as a data request when the path ends in `.data`. */
function login(path: string, headers: Record<string, string>) {
  const body = new URLSearchParams({ email: ACCOUNT.email, password: ACCOUNT.password }).toString();
  return sendAndRead('POST', path, { headers: { ...FORM, ...headers }, body });
}

test.each([
  ['/user/login', 302],
  ['/user/login.data', 202],
])("%s from the shop's own page opens a session; from any other page it is refused", async (path, status) => {
  const own = await login(path, { Origin: ORIGIN });
  expect(own.status).toBe(status);
  const [session] = own.headers['set-cookie'] ?? [];
  expect(session).toMatch(
    /^__Host-sodai\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  for (const Origin of [`http://${HOST}`, shop.url]) {
    const refused = await login(path, { Origin, Cookie: cookie });
    expect([refused.status, refused.headers['set-cookie']]).toEqual([403, undefined]);
  }
});

test("the identity library's endpoints accept the same origin", async () => {
  const statuses = [ORIGIN, `http://${HOST}`].map(async (Origin) => {
    const options = { headers: { ...JSON_BODY, Origin, Cookie: cookie }, body: '{}' };
    return (await sendAndRead('POST', '/api/auth/request-password-reset', options)).status;
  });
  expect(await Promise.all(statuses)).toEqual([400, 403]);
});

test('pages contain the https address and are for https only', async () => {
  for (const path of ['/groceries', '/user/login']) {
    const { headers, body } = await sendAndRead('GET', path, { headers: { Host: 'evil.example' } });
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}${path}"/>`);
    expect(body).not.toContain('evil.example');
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  }
});

test('redirects stay on the requested origin', async () => {
  const { status, headers } = await sendAndRead('GET', '/user/profile');
  expect([status, headers.location]).toEqual([302, '/user/login?next=%2Fuser%2Fprofile']);
});

test('limits use the address that nginx saw, not the client’s headers', async () => {
  const statuses = new Set<number | undefined>();
  for (let n = 0; n < 100 && !statuses.has(429); n += 1) {
    const headers = { ...JSON_BODY, Origin: ORIGIN, 'X-Forwarded-For': `203.0.113.${n}` };
    const body = JSON.stringify({ email: `nobody-${n}@example.com` });
    statuses.add((await sendAndRead('POST', '/api/auth/request-password-reset', { headers, body })).status);
  }
  expect([...statuses]).toEqual([400, 429]);
});

test('live events arrive without delay', async () => {
  const events = await send('GET', '/api/live', { headers: { Accept: 'text/event-stream' } });
  const heard = (async () => {
    let said = '';
    for await (const chunk of events) if ((said += String(chunk)).includes('event: products')) return said;
    return said;
  })();
  await changeProduct(shop.url, 'rui', { price: 360 });
  expect(await heard).toContain('event: products');
});

test.each<[string, string, number, number, string]>([
  ['POST', '/user/login', 65, 413, 'nginx'],
  ['POST', '/api/orders', 65, 413, 'nginx'],
  ['PUT', '/api/profile/picture', 5 * 1024, 415, 'shop'],
  ['PUT', '/api/profile/picture', 7 * 1024, 413, 'nginx'],
  ['POST', '/api/operator/products', 65, 413, 'nginx'],
  ['POST', '/api/operator/pictures', 5 * 1024, 415, 'shop'],
  ['POST', '/api/operator/pictures', 7 * 1024, 413, 'nginx'],
  ['PUT', '/api/operator/logo', 5 * 1024, 415, 'shop'],
  ['POST', '/api/operator/import', 7 * 1024, 415, 'shop'],
  ['POST', '/operator/login', 65, 413, 'nginx'],
  ['POST', '/operator/products/rui', 5 * 1024, 401, 'shop'],
  ['POST', '/operator/products/rui', 7 * 1024, 413, 'nginx'],
  ['POST', '/operator/settings/logo', 5 * 1024, 401, 'shop'],
  ['POST', '/operator/settings/logo', 7 * 1024, 413, 'nginx'],
  ['POST', '/operator/import/file', 7 * 1024, 401, 'shop'],
  ['POST', '/operator/areas', 1024, 401, 'shop'],
  ['PUT', '/api/operator/areas', 1024, 415, 'shop'],
  ['POST', '/operator/health/restore', 7 * 1024, 401, 'shop'],
])('%s %s with %i kB is %i, by %s', async (method, path, kilobytes, status, by) => {
  const authorization = path.startsWith('/api/operator') ? { Authorization: `Bearer ${OPERATOR_TOKEN}` } : {};
  const headers = { Origin: ORIGIN, Cookie: cookie, ...authorization };
  const answer = await sendAndRead(method, path, { headers, body: Buffer.alloc(kilobytes * 1024, 'a') });
  expect([answer.status, answer.headers['x-request-id'] ? 'shop' : 'nginx']).toEqual([status, by]);
});

test('one line keeps the whole console off the Internet, and nothing else', async () => {
  const proxy = await startNginx([Number(new URL(shop.url).port)], [[/location \/operator \{/, '$& deny all;']]);
  try {
    const statuses = async (method: string, paths: readonly string[]) =>
      Promise.all(paths.map(async (path) => (await sendAndRead(method, path, { proxy })).status));
    const doors = [
      '/operator',
      '/operator/login',
      '/operator/login.data',
      '/operator/live',
      '/%6fperator/products/rui',
    ];
    expect(await statuses('GET', doors)).toEqual(doors.map(() => 403));
    const uploads = ['/operator/products/rui', '/operator/products/rui.data', '/operator/import/file'];
    expect(await statuses('POST', uploads)).toEqual(uploads.map(() => 403));
    expect(await statuses('GET', ['/', '/groceries', '/api/operator/products'])).toEqual([200, 200, 401]);
  } finally {
    await proxy.stop();
  }
});

test('nginx logs no path, and says itself that the shop is for https only', async () => {
  const { headers } = await sendAndRead('GET', '/user/reset-password/secret-token?q=rahima');
  const large = await sendAndRead('POST', '/user/login', { headers: { Origin: ORIGIN }, body: Buffer.alloc(70_000) });
  expect([headers, large.headers].map((sent) => sent['strict-transport-security'])).toEqual(
    Array.from({ length: 2 }, () => 'max-age=31536000; includeSubDomains'),
  );
  const log = await nginx.accessLog();
  expect(log).toContain(`GET 200 `);
  expect(log).toContain(String(headers['x-request-id']));
  expect(log).not.toMatch(/secret-token|rahima|reset-password/);
});

test.each([
  [{ maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }, null],
  [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-SHA' }, null],
  [{ maxVersion: 'TLSv1.2' }, 'TLSv1.2 ECDHE-ECDSA-AES256-GCM-SHA384'],
  [{}, 'TLSv1.3 TLS_AES_256_GCM_SHA384'],
] as const)('TLS with %j: %s', async (options, agreed) => {
  const socket = connect({
    host: '127.0.0.1',
    port: nginx.https,
    servername: HOST,
    ca: nginx.certificate,
    minVersion: 'TLSv1',
    ...options,
  });
  const outcome = await new Promise((resolve) => {
    socket.once('secureConnect', () => resolve(`${socket.getProtocol()} ${socket.getCipher().name}`));
    socket.once('error', () => resolve(null));
  });
  socket.destroy();
  expect(outcome).toBe(agreed);
});

test('without TLS endpoints refuse, and pages redirect', async () => {
  const over = async (path: string) => {
    const options = plainRequest({ host: '127.0.0.1', port: nginx.http, path, headers: { Host: HOST } });
    const [response] = (await once(options.end(), 'response')) as [IncomingMessage];
    response.resume();
    return [path, response.statusCode, response.headers.location];
  };
  for (const path of ['/api', '/api/orders', '/api/operator/products', '/api/nothing?x=1', '/metrics']) {
    expect(await over(path)).toEqual([path, 403, undefined]);
  }
  for (const path of ['/', '/user/reset-password/abc', '/groceries/search-results?searchText=r', '/apis']) {
    expect(await over(path)).toEqual([path, 301, ORIGIN + path]);
  }
  const challenge = '/.well-known/acme-challenge/none';
  expect(await over(challenge), 'certbot can renew').toEqual([challenge, 404, undefined]);
});

test('the shop’s own files cannot be downloaded', async () => {
  const files = ['/.git/config', '/.git/HEAD', '/.env', '/package.json', '/data/auth-secret', '/.vite/manifest.json'];
  for (const path of files) expect((await sendAndRead('GET', path)).status, path).toBe(404);
});
