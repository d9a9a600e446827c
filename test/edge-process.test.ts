/** The shop's HTTP interface: any request, in any form, gets a correct answer and causes no error in the log. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SOON } from './support/soon.ts';
import routes from '../app/routes.ts';
import { type Customer, orderId, registerCustomer } from './support/customer.ts';
import { OPERATOR_TOKEN, PRODUCTS, importProducts } from './support/operator-client.ts';
import { type ShopFixture, createShopFixture } from './support/shop-fixture.ts';
import type { ShopProcess } from './support/shop-process.ts';
import { newOrder } from './support/factories.ts';

const METRICS_TOKEN = 'a token of these tests, for metrics only'.replaceAll(' ', '-');
const OPERATOR = { Authorization: `Bearer ${OPERATOR_TOKEN}` };

let fixture: ShopFixture;
let shop: ShopProcess;
let customer: Customer;
let order: string;
let markers = 0;

beforeAll(async () => {
  fixture = await createShopFixture();
  shop = await fixture.open({ env: { RATE_LIMIT: 'on', METRICS_TOKEN } });
  await importProducts(shop.url, PRODUCTS);
  customer = await registerCustomer(shop.url);
  order = orderId(await customer.place(newOrder()));
});

afterAll(() => fixture.close());

/**
 * All lines that the shop logs during `work`. Ends with a line that is provoked, because pipes are slower than answers.
 */
async function linesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const before = shop.output().length;
  await work();
  // Another network each time, because the log keeps no more than some lines of one.
  const network = `192.0.2.${(markers += 1)}`;
  await send('/', { method: 'PUT', headers: { Origin: 'null', 'X-Forwarded-For': network } });
  const last = `"network":"${network}"`;
  await vi.waitFor(() => expect(shop.output().slice(before)).toContain(last), SOON);
  const lines = shop.output().slice(before).split('\n').filter(Boolean);
  return lines.filter((line) => !line.includes(last));
}

/** No line may be logged that an operator must look at. */
async function withoutLogLines(work: () => Promise<void>): Promise<void> {
  const lines = await linesDuring(work);
  expect(lines.filter((line) => !/^\{"level":[1-4]0,/.test(line))).toEqual([]);
}

interface SendOptions extends RequestOptions {
  body?: string | Buffer;
}

/** Sends requests that fetch refuses to send, and reads the whole answer. */
async function send(
  path: string,
  { body, ...options }: SendOptions = {},
): Promise<{ answer: IncomingMessage; text: string }> {
  const sent = request(shop.url, { path, ...options });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { answer, text };
}

/** The patterns of the route table. */
function patternsIn(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const full = path === undefined ? parent : `${parent}/${path}`;
    return [...(path !== undefined || index ? [full || '/'] : []), ...patternsIn(children, full)];
  });
}

const PATTERNS = patternsIn(routes);

/** An address for a pattern, of an existing thing if there is one. */
function addressOf(pattern: string): string {
  if (pattern === '/api/orders/:id' || pattern === '/user/orders/:id') return pattern.replace(':id', order);
  return pattern
    .replace(':group', 'raw-products')
    .replace(':category', 'fish')
    .replace(/:\w+/g, 'x')
    .replace('*', 'x/y');
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];
/** A screen's data is loaded with GET, and its actions are POST. */
const DATA_METHODS = ['GET', 'POST', 'DELETE'];
const FORM = 'application/x-www-form-urlencoded';

/** Bodies with a wrong or missing media type. */
const BODIES: readonly (readonly [type: string | undefined, body: string])[] = [
  [undefined, ''],
  [undefined, 'email=x'],
  ['application/json', '{"email": "x\\u0000", "role": "user\\u0000", "sha256": null'],
  ['application/json', '{"email": "x\\u0000", "role": "user", "scheduledFor": 1e15}'],
  ['text/plain', 'anything'],
  [FORM, 'email=%00&password=%FF&confirmation=%ED%A0%80'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nbroken off'],
  ['multipart/form-data', '--x--'],
  ['application/x-ndjson', '{"id": 1}\n'],
  ['nonsense', 'x'],
];

/** Three for a POST and one for another write, by turns; `npm run bench -- fuzz` sends them all everywhere. */
function bodiesFor(method: string, turn: number): typeof BODIES {
  if (!/^(?:POST|PUT|PATCH|DELETE)$/.test(method)) return BODIES.slice(0, 1);
  const turned = [...BODIES.slice(turn % BODIES.length), ...BODIES.slice(0, turn % BODIES.length)];
  return turned.slice(0, method === 'POST' ? 3 : 1);
}

test('an idle connection stays open longer than those of browsers and proxies, so that no request meets a closing one', async () => {
  const { answer } = await send('/', { headers: { Connection: 'keep-alive' } });
  const [, seconds] = /^timeout=(\d+)$/.exec(String(answer.headers['keep-alive'])) ?? [];
  // Caddy keeps connections open for 120 s, nginx for 60.
  expect(Number(seconds)).toBeGreaterThan(120);
});

test('no route, method and body causes a server error, and all requests are counted by their route', async () => {
  const asked: [path: string, sent: SendOptions][] = [];
  for (const [turn, pattern] of PATTERNS.entries()) {
    const path = addressOf(pattern);
    const session = /^\/(?:api\/operator|metrics)/.test(path) ? OPERATOR : { Cookie: customer.cookie };
    // These would end the session that the others use.
    const who = /logout|sign-out/.test(path) ? {} : session;
    for (const address of [path, `${path === '/' ? '/_' : path}.data`]) {
      for (const method of address === path ? METHODS : DATA_METHODS) {
        for (const [type, body] of bodiesFor(method, 3 * turn)) {
          asked.push([address, { method, headers: { ...who, ...(type ? { 'Content-Type': type } : {}) }, body }]);
        }
      }
    }
  }
  asked.push(['/user/login/_.data', { method: 'DELETE' }], ['/user/login', { method: 'PATCH' }]);
  await withoutLogLines(async () => {
    const next = asked.values();
    const faults: unknown[] = [];
    const worker = async (): Promise<void> => {
      for (const [path, sent] of next) {
        const { answer } = await send(path, sent);
        const good = (answer.statusCode ?? 500) < 500 && answer.headers['x-request-id'] !== undefined;
        if (!good)
          faults.push([answer.statusCode, sent.method, path, sent.headers?.['Content-Type' as never], sent.body]);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect(faults).toEqual([]);
  });
  const { text } = await send('/metrics', { headers: OPERATOR });
  const counted = new Set([...text.matchAll(/_count\{route="([^"]*)"/g)].map(([, route]) => route));
  expect(PATTERNS.filter((pattern) => pattern !== '/*' && !counted.has(pattern))).toEqual([]);
});

test('a screen takes nothing but a form, also as data', async () => {
  for (const path of ['/user/login', '/user/login.data']) {
    const post = async (type: string | undefined, body: string): Promise<unknown> =>
      (await send(path, { method: 'POST', body, headers: type ? { 'Content-Type': type } : {} })).answer.statusCode;
    expect([await post('application/json', '{}'), await post(undefined, 'x'), await post(FORM, '')]).toEqual([
      415, 415, 422,
    ]);
  }
});

/** The resident memory of the shop, in MB. */
function residentMB(): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${shop.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

/** Opens connections that send `text` and read nothing; returns a function that closes them. */
async function openSilent(count: number, text: string): Promise<() => void> {
  const { hostname, port } = new URL(shop.url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).pause());
  for (const socket of sockets) socket.on('error', () => undefined);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.write(text, resolve))));
  return () => sockets.forEach((socket) => socket.destroy());
}

test.each([
  ['/api/orders', 'application/json'],
  ['/nothing', FORM],
  ['/api/auth/sign-in/email', 'application/json'],
])('bodies for %s that never come keep nobody from logging in and ordering', async (path, type) => {
  const head = `POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n{`;
  const close = await openSilent(250, head);
  // What came before it has been read too then.
  for (let round = 0; round < 3; round += 1) await send('/healthz');
  try {
    const wrong = await send('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.90' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' }),
    });
    expect(wrong.answer.statusCode).toBe(400);
    expect((await customer.place(newOrder())).status).toBe(201);
  } finally {
    close();
  }
});

test('a page under a name that its owner led here cannot write; the shop’s own names can', async () => {
  const { port } = new URL(shop.url);
  const write = async (name: string): Promise<number | undefined> => {
    const Host = `${name}:${port}`;
    const headers = { Host, Origin: `http://${Host}`, 'Content-Type': FORM };
    return (await send('/user/login', { method: 'POST', headers })).answer.statusCode;
  };
  for (const name of ['localhost', '127.0.0.1', '[::1]', '192.168.0.7', 'laptop', 'laptop.local'])
    expect(await write(name)).not.toBe(403);
  for (const name of ['rebind.example', '127.0.0.1.rebind.example', 'localhost.example'])
    expect(await write(name)).toBe(403);
});

test('a form of 200 MB is refused while it arrives, and not kept in memory', async () => {
  const before = residentMB();
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  const piece = `10000\r\n${'a'.repeat(64 * 1024)}\r\n`;
  socket.write(
    `POST /user/login HTTP/1.1\r\nHost: shop\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  socket.write(piece + piece);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
  for (let pieces = 2; pieces < 3_200; pieces += 1) if (!socket.write(piece)) await once(socket, 'drain');
  // Far from what the form is; collected garbage comes and goes.
  expect(residentMB() - before).toBeLessThan(150);
  socket.destroy();
});

/** Sends raw text to the shop, without an HTTP library. */
async function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

test.each([
  ['an absolute address', 'GET http://evil.example/ HTTP/1.1\r\nHost: shop'],
  ['no address', 'OPTIONS * HTTP/1.1\r\nHost: shop'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: shop\r\nHost: evil.example'],
  ['two hosts for a form', 'POST /user/login HTTP/1.1\r\nHost: shop\r\nhost: shop\r\nContent-Length: 0'],
  [
    'a body of a length and in chunks',
    'POST /user/login HTTP/1.1\r\nHost: shop\r\nContent-Length: 5\r\nTransfer-Encoding: chunked',
  ],
  ['an empty host', 'GET / HTTP/1.1\r\nHost:'],
  ['no host', 'GET / HTTP/1.1'],
  ['an address with a way up', 'GET /operator/.. HTTP/1.1\r\nHost: shop'],
  ['an address with an escaped way up', 'GET /cart/%2E%2e/operator HTTP/1.1\r\nHost: shop'],
  ['an address with a backslash', 'GET /\\operator HTTP/1.1\r\nHost: shop'],
  ['an escape that is none', 'GET /groceries/%E0%A4%A HTTP/1.1\r\nHost: shop'],
  ['no HTTP', 'HELO shop'],
  ['headers without an end', `GET / HTTP/1.1\r\nHost: shop\r\nX: ${'x'.repeat(20_000)}`],
])('%s is refused without an error in the log', async (_, head) => {
  await withoutLogLines(async () => {
    const answer = await sendRaw(`${head}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toMatch(/^X-Request-Id: /im);
    expect(answer).toMatch(/^X-Content-Type-Options: nosniff\r$/im);
    expect(answer).toMatch(/^Content-Security-Policy: default-src 'none'.*; frame-ancestors 'none'\r$/im);
    expect(answer).not.toContain('    at ');
  });
});

test.each<[status: number, path: string, body?: string]>([
  [400, '/api/operator/orders?since=%2B275760-09-13T00:00:00Z'],
  [400, '/api/operator/orders?since=-000001-01-01T00:00:00Z'],
  [400, '/api/operator/accounts?after=%00'],
  [400, '/api/operator/accounts/%00/purge', '{"scheduledFor": 0}'],
  [422, '/api/operator/accounts/x/purge', '{"scheduledFor": 9000000000000000}'],
  // Addresses must match exactly.
  [404, '/API/operator/orders'],
  [404, '/api/Operator/orders'],
  [404, '/Metrics'],
  [404, '/API/orders'],
])('an operator gets %i for %s', async (status, path, body) => {
  await withoutLogLines(async () => {
    const sent = body === undefined ? {} : { method: 'POST', body };
    const { answer } = await send(path, { ...sent, headers: { ...OPERATOR, 'Content-Type': 'application/json' } });
    expect(answer.statusCode).toBe(status);
  });
});

test('a request with an Expect header is answered and counted like any other', async () => {
  const answer = await sendRaw('GET /healthz HTTP/1.1\r\nHost: shop\r\nExpect: nothing\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/^X-Request-Id: /im);
});

const PUBLIC = 'private, no-cache';

test.each([
  ['/', PUBLIC],
  ['/_.data', PUBLIC],
  ['/groceries/raw-products/rice', PUBLIC],
  ['/api/listings/rice', PUBLIC],
  ['/groceries/search-results?searchText=rice', PUBLIC],
  ['/About', 'no-store'],
  ['/about/', 'no-store'],
  ['/cart', 'no-store'],
  ['/cart.data', 'no-store'],
  ['/checkout', 'no-store'],
  ['/payment', 'no-store'],
  ['/empty-cart', 'no-store'],
  ['/user/profile', 'no-store'],
  ['/user/profile.data', 'no-store'],
  ['/user/login', 'no-store'],
  ['/nowhere', 'no-store'],
  ['/api/profile', 'no-store'],
])('%s has Cache-Control %s', async (path, cacheControl) => {
  const { answer } = await send(path, { headers: { Cookie: customer.cookie } });
  expect(answer.headers['cache-control']).toBe(cacheControl);
  const type = path.includes('.data') ? /^text\/x-script; charset=utf-8$/ : /./;
  expect(answer.headers['content-type'] ?? 'none').toMatch(type);
});

test('pages have their own security policy, and everything else may load nothing', async () => {
  for (const path of ['/', '/nowhere', '/user/login']) {
    const policy = (await send(path)).answer.headers['content-security-policy'];
    expect(policy, path).toMatch(/^default-src 'self'; script-src 'self' 'sha256-/);
    expect(policy, path).toContain("img-src 'self' https: http:;");
  }
  for (const path of [
    '/_.data',
    '/cart.data',
    '/api/listings/rice',
    '/api/profile',
    '/favicon.svg',
    '/images/x',
    '/healthz',
    '/api/orders',
  ]) {
    expect((await send(path)).answer.headers['content-security-policy'], path).toBe(
      "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  }
});

test('pages are apart from windows of others and may use no device; files do not carry those headers', async () => {
  const ofPages = async (path: string) => {
    const { headers } = (await send(path)).answer;
    return ['cross-origin-opener-policy', 'permissions-policy'].map((name) => name in headers);
  };
  const { text } = await send('/');
  const script = /"(\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? '';
  expect(script).not.toBe('');
  for (const page of ['/', '/cart', '/nowhere', '/offline']) expect(await ofPages(page), page).toEqual([true, true]);
  for (const file of [script, '/images/x']) expect(await ofPages(file), file).toEqual([false, false]);
});

test('every answer has an id and is counted, also cached and unchanged ones', async () => {
  const count = async (route: string, status: number): Promise<number> => {
    const { text } = await send('/metrics', { headers: OPERATOR });
    const start = `sodai_http_request_duration_seconds_count{route="${route}",status="${status}"}`;
    const line = text.split('\n').find((one) => one.startsWith(start));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const before = { fresh: await count('/about', 200), same: await count('/about', 304) };
  const ids = new Set<unknown>();
  const first = await send('/about');
  for (const headers of [{}, {}, { 'If-None-Match': String(first.answer.headers.etag) }]) {
    const { answer } = await send('/about', { headers });
    ids.add(answer.headers['x-request-id']);
  }
  expect([...ids].every((id) => typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id))).toBe(true);
  expect(ids.size).toBe(3);
  expect(await count('/about', 200)).toBe(before.fresh + 3);
  expect(await count('/about', 304)).toBe(before.same + 1);
  const live = await count('/api/live', 200);
  const page = request(`${shop.url}/api/live`).end();
  const [stream] = (await once(page, 'response')) as [IncomingMessage];
  expect(stream.headers['x-request-id']).toBeDefined();
  expect(await count('/api/live', 200)).toBe(live + 1);
  stream.destroy();
});

/** The lines of the security log that are written during `work`. */
async function securityLines(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const lines = await linesDuring(work);
  return lines.filter((line) => line.includes('"msg":"security"')).map((line) => JSON.parse(line));
}

test('a write from another site is refused and logged, with and without a cookie', async () => {
  const foreign = ['https://evil.example', 'null'].map((Origin) => ({ Origin }));
  const fetched = ['cross-site', 'same-site'].map((site) => ({ 'Sec-Fetch-Site': site }));
  for (const headers of [...foreign, ...fetched].flatMap((sent) => [sent, { ...sent, Cookie: customer.cookie }])) {
    const lines = await securityLines(async () => {
      const { answer } = await send('/user/logout', { method: 'POST', headers: { ...headers, 'Content-Type': FORM } });
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined]);
    });
    const said = { level: 40, event: 'foreign-write', method: 'POST', route: '/user/logout' };
    expect(lines).toMatchObject([{ ...said, network: expect.stringMatching(/^127\.0\.0\.1$|^0:0:0:0$/) }]);
  }
  expect((await customer.get('/api/profile')).status).toBe(200);
});

test('a stranger’s order, own data without a session and what cannot be read are logged', async () => {
  // A network of which nothing has been logged yet.
  const from = { 'X-Forwarded-For': '203.0.113.70' };
  const own = { ...from, Cookie: customer.cookie };
  const lines = await securityLines(async () => {
    await send('/api/orders/someone-elses-order-0001', { headers: own });
    await send('/api/profile', { headers: from });
    await send('/api/orders', {
      method: 'POST',
      headers: { ...own, 'Content-Type': 'application/json' },
      body: '{',
    });
    await send('/nothing-here', { headers: from });
  });
  expect(lines).toMatchObject([
    { event: 'unknown-order', route: '/api/orders/:id', status: 404, user: expect.any(String) },
    { event: 'not-signed-in', route: '/api/profile', status: 401 },
    { event: 'malformed', route: '/api/orders', status: 400, user: expect.any(String) },
  ]);
});

test('the token of the metrics opens them and nothing else', async () => {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}`, 'X-Forwarded-For': '203.0.113.80' };
  expect((await send('/metrics', { headers })).answer.statusCode).toBe(200);
  for (const path of ['/api/operator', '/api/operator/backup', '/api/operator/orders'])
    expect((await send(path, { headers })).answer.statusCode).toBe(401);
  expect((await send('/metrics', { headers: OPERATOR })).answer.statusCode).toBe(200);
});

test('wrong operator tokens are logged and soon limited; the right one still works', async () => {
  const statuses: unknown[] = [];
  const lines = await securityLines(async () => {
    for (let guess = 0; guess < 30; guess += 1) {
      // Through a local proxy, whose clients are distinguished.
      const headers = { Authorization: `Bearer guess-${guess}`, 'X-Forwarded-For': '203.0.113.66' };
      statuses.push((await send(guess % 2 ? '/metrics' : '/api/operator', { headers })).answer.statusCode);
    }
  });
  expect(statuses).toEqual(statuses.map((_, guess) => (guess < 10 ? 401 : 429)));
  expect(lines.map(({ event, network }) => `${String(event)} ${String(network)}`)).toEqual(
    statuses.map((_, guess) => `${guess < 10 ? 'operator-refused' : 'rate-limited'} 203.0.113.66`),
  );
  expect(JSON.stringify(lines)).not.toContain('guess-');
  const right = { ...OPERATOR, 'X-Forwarded-For': '203.0.113.66' };
  expect((await send('/api/operator', { headers: right })).answer.statusCode).toBe(200);
  const other = { Authorization: 'Bearer guess', 'X-Forwarded-For': '203.0.113.67' };
  expect((await send('/api/operator', { headers: other })).answer.statusCode).toBe(401);
});
