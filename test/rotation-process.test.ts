/** What ends when a secret is replaced, as docs/security.md says. */
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SOON } from './support/soon.ts';
import { newMigratedDataDir } from './support/migrated-database.ts';
import { openShopProcess, removeData, type ShopProcess } from './support/shop-process.ts';

const ACCOUNT = { name: 'Ayesha', email: 'ayesha@example.com', password: 'three green mangoes' };
const OPERATOR = { name: 'Rina', email: 'rina@example.com', password: 'seven river boats' };

let dataDir: string;
let shop: ShopProcess;

beforeAll(async () => {
  dataDir = await newMigratedDataDir();
  shop = await openShopProcess({ dataDir });
});

afterAll(async () => {
  await shop.kill();
  await removeData(dataDir);
});

const tokenOf = async (): Promise<string> => (await readFile(path.join(dataDir, 'operator-token'), 'utf8')).trim();

function post(address: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(shop.url + address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

const cookieOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .find((line) => line.includes('session_token='))
    ?.split(';', 1)[0] ?? '';

const statusOf = async (address: string, headers: Record<string, string>): Promise<number> =>
  (await fetch(shop.url + address, { headers, redirect: 'manual' })).status;

test('new secrets end the sessions of customers and the old token; passwords, reset links and operators’ sessions stay', async () => {
  const customer = cookieOf(await post('/api/auth/sign-up/email', ACCOUNT));
  await post('/api/auth/request-password-reset', { email: ACCOUNT.email });
  const mails = path.join(dataDir, 'mail');
  const mail = await vi.waitFor(async () => {
    const [file = ''] = await readdir(mails);
    return readFile(path.join(mails, file), 'utf8');
  }, SOON);
  const [, resetToken = ''] = /reset-password\/([\w-]+)/.exec(mail.replaceAll(/=\r?\n/g, '')) ?? [];
  const token = await tokenOf();
  const bearer = { Authorization: `Bearer ${token}` };
  const invited: unknown = await (await post('/api/operator/operators/invite', OPERATOR, bearer)).json();
  const { pathname } = new URL(String(Reflect.get(Object(invited), 'link')));
  const accepted = await fetch(shop.url + pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(OPERATOR),
  });
  const operator = cookieOf(accepted);
  expect(await statusOf('/api/profile', { Cookie: customer })).toBe(200);
  expect(await statusOf('/operator/account', { Cookie: operator })).toBe(200);

  await shop.stop();
  for (const file of ['auth-secret', 'operator-token']) await rm(path.join(dataDir, file));
  shop = await openShopProcess({ dataDir });
  expect(await statusOf('/api/profile', { Cookie: customer })).toBe(401);
  expect(await statusOf('/operator/account', { Cookie: operator })).toBe(200);
  expect((await post('/api/auth/sign-in/email', ACCOUNT)).status).toBe(200);
  const reset = await post('/api/auth/reset-password', { token: resetToken, newPassword: 'four green mangoes' });
  expect(reset.status).toBe(200);
  const renewed = await tokenOf();
  expect(await statusOf('/api/operator', { Authorization: `Bearer ${token}` })).toBe(401);
  expect(await statusOf('/api/operator', { Authorization: `Bearer ${renewed}` })).toBe(200);
});
