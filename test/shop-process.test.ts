import { glob, readFile, readdir, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Customer, registerCustomer } from './support/customer.ts';
import { freePort } from './support/free-port.ts';
import { holdSocket } from './support/held-socket.ts';
import { openLive } from './support/live-stream.ts';
import { newDataDir, openShopProcess, removeData, type ShopProcess, startShop } from './support/shop-process.ts';
import { SOON } from './support/soon.ts';

let dataDir: string;
let shop: ShopProcess;

beforeAll(async () => {
  dataDir = await newDataDir();
  shop = await openShopProcess({ dataDir });
});

afterAll(async () => {
  await shop.kill();
  await removeData(dataDir);
});

/** Expects that the shop does not open: exit status 1, one line with the reason, and no written files. */
async function expectRefusal(env: Record<string, string>, line: RegExp): Promise<void> {
  const folder = await newDataDir();
  const { exited, output } = startShop({ PORT: String(await freePort()), DATA_DIR: path.join(folder, 'data'), ...env });
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

/** The files of the open shop's data that stay as they are while it only runs: size, and when each was written. */
async function standingFiles(): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const name of glob(['*', '{images,mail}/**', 'postgres/*'], { cwd: dataDir })) {
    const found = await stat(path.join(dataDir, name));
    if (found.isFile()) files[name] = `${found.size} ${found.mtimeMs}`;
  }
  return files;
}

test('a start beside an open shop is refused, at its port and with its data, and changes no file of these', async () => {
  const before = await standingFiles();
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['auth-secret', 'lock', 'postgres/postmaster.pid']));
  const { port } = new URL(shop.url);
  await expectRefusal({ PORT: port, DATA_DIR: dataDir }, new RegExp(`PORT: ${port} .*taken`));
  await expectRefusal({ DATA_DIR: dataDir }, /DATA_DIR: .* is already used by a running shop/);
  expect(await standingFiles()).toEqual(before);
});

test('an address that this machine does not have is reported', async () => {
  await expectRefusal({ HOST: '192.0.2.1' }, /HOST: 192\.0\.2\.1 is not an address of this machine/);
});

test('a shop without rate limits logs a warning', () => {
  expect(shop.output()).toMatch(/^\{"level":40,.*"setting":"RATE_LIMIT"/m);
});

test.each([
  ['GET', '/api/nothing', 404, /^$/],
  ...['/healthz', '/readyz', '/metrics', '/api/products', '/api/listings/fish', '/api/profile', '/api/orders/x'].map(
    (path) => ['DELETE', path, 405, /^GET\b/] as const,
  ),
  ['TRACE', '/api/orders', 405, /\bPOST\b/],
] as const)('%s %s is %i, with what is supported', async (method, path, status, allow) => {
  // Fetch refuses to send some methods.
  const [answer] = (await once(request(shop.url + path, { method }).end(), 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'application/problem+json']);
  expect(answer.headers.allow ?? '').toMatch(allow);
  expect(await json(answer)).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) });
});

test('a form that is refused during an open session shows the reason, also without scripts', async () => {
  const { cookie, email } = await registerCustomer(shop.url);
  const posted = async (address: string, fields: Record<string, string>): Promise<[number, boolean]> => {
    const headers = { Origin: shop.url, Cookie: cookie };
    const body = new URLSearchParams(fields);
    const answer = await fetch(shop.url + address, { method: 'POST', headers, body, redirect: 'manual' });
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

const cookieOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .find((line) => line.includes('session_token='))
    ?.split(';', 1)[0] ?? '';

const tokenOf = async (): Promise<string> => (await readFile(path.join(dataDir, 'operator-token'), 'utf8')).trim();

const statusOf = async (address: string, headers: Record<string, string>): Promise<number> =>
  (await fetch(shop.url + address, { headers, redirect: 'manual' })).status;

/** The token of the link in the mail. */
async function resetTokenOf(customer: Customer): Promise<string> {
  await customer.post('/api/auth/request-password-reset', { email: customer.email });
  const mails = path.join(dataDir, 'mail');
  const mail = await vi.waitFor(async () => {
    const [file = ''] = await readdir(mails);
    return readFile(path.join(mails, file), 'utf8');
  }, SOON);
  return /reset-password\/([\w-]+)/.exec(mail.replaceAll(/=\r?\n/g, ''))?.[1] ?? '';
}

/** The cookie of an operator who accepts an invitation. */
async function operatorCookie(token: string): Promise<string> {
  const operator = { name: 'Rina', email: 'rina@example.com', password: 'seven river boats' };
  const invited = await fetch(`${shop.url}/api/operator/operators/invite`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ email: operator.email }),
  });
  const { link }: { link: string } = await invited.json();
  return cookieOf(await fetch(link, { method: 'POST', redirect: 'manual', body: new URLSearchParams(operator) }));
}

// What ends when a secret is replaced, as docs/security.md says.
describe('a shop that is closed, and opened again on a socket of systemd with new secrets', () => {
  let customer: Customer;
  let before: { operator: string; token: string; resetToken: string };
  let again: ReturnType<typeof startShop>;

  beforeAll(async () => {
    customer = await registerCustomer(shop.url);
    // Before the invitation: the first mail is the one with the link.
    const resetToken = await resetTokenOf(customer);
    const token = await tokenOf();
    before = { operator: await operatorCookie(token), token, resetToken };
  });

  test('ends open pages, and then itself with status 0', async () => {
    expect(await statusOf('/api/profile', { Cookie: customer.cookie })).toBe(200);
    expect(await statusOf('/operator/account', { Cookie: before.operator })).toBe(200);
    const pages = await Promise.all([openLive(shop.url), openLive(shop.url, { cookie: customer.cookie })]);
    expect(await shop.stop()).toBe(0);
    await Promise.all(pages.map((page) => page.ended));
  });

  test('takes the socket when it is open: what came before waits, and is answered', async () => {
    for (const file of ['auth-secret', 'operator-token']) await rm(path.join(dataDir, file));
    const port = Number(new URL(shop.url).port);
    const held = await holdSocket(port);
    again = startShop({ DATA_DIR: dataDir, PORT: String(port) }, { socket: held.fd });
    held.close();
    expect(await statusOf('/readyz', {}), again.output()).toBe(200);
  });

  test('has ended the sessions of customers and the old token', async () => {
    expect(await statusOf('/api/profile', { Cookie: customer.cookie })).toBe(401);
    expect(await statusOf('/api/operator', { Authorization: `Bearer ${before.token}` })).toBe(401);
    expect(await statusOf('/api/operator', { Authorization: `Bearer ${await tokenOf()}` })).toBe(200);
  });

  test('keeps passwords, reset links and operators’ sessions', async () => {
    expect(await statusOf('/operator/account', { Cookie: before.operator })).toBe(200);
    const login = { email: customer.email, password: 'three green mangoes' };
    expect((await customer.post('/api/auth/sign-in/email', login, { Cookie: '' })).status).toBe(200);
    const reset = { token: before.resetToken, newPassword: 'four green mangoes' };
    expect((await customer.post('/api/auth/reset-password', reset, { Cookie: '' })).status).toBe(200);
  });

  afterAll(async () => {
    again.child.kill('SIGTERM');
    await again.exited;
  });
});
