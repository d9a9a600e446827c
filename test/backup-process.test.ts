/** `backup` and `restore` as operators run them: whole shops, and the command line as its own process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { encrypted } from '../server/backup/encryption.ts';
import { createServices } from '../server/services.ts';
import { readSettings } from '../server/settings.ts';
import { commandLine } from './support/command-line.ts';
import { temporaryFolders } from './support/folders.ts';
import { PASSWORD, visitor } from './support/identity.ts';
import { copyMigratedDatabase, newMigratedDataDir } from './support/migrated-database.ts';
import { codeAt, newOperator } from './support/operators.ts';
import { type PlacedOrder, placeNewOrder } from './support/placed-order.ts';
import { SOON } from './support/soon.ts';
import { type ShopProcess, openShopProcess } from './support/shop-process.ts';

const newFolder = temporaryFolders();
/** A key of age, for tests alone. */
const KEY = 'AGE-SECRET-KEY-17F4HLWQAXGSFEYQN53W458PTHJY2TJ8DWWX75747L97LRZ93QQTSXL82LE';
const shops: ShopProcess[] = [];

/** Where the files of backups are. */
let folder: string;
/** The whole backup of the shop at `dataDir`. */
let file: string;
let dataDir: string;
let shop: ShopProcess;
let placed: PlacedOrder;
let operator: { email: string; totp: string };

beforeAll(async () => {
  folder = await newFolder();
  file = path.join(folder, 'shop.backup');
  dataDir = await newMigratedDataDir();
  operator = await addOperator(dataDir);
  shop = await open(dataDir);
  await importProduct();
  placed = await placeNewOrder(shop.url, {}, [{ id: 'alu-potato', quantity: 2 }]);
  // Not as in the file.
  await run(['products', 'set', 'alu-potato', 'name=Diamond Potato'], { SHOP_URL: shop.url, DATA_DIR: dataDir });
});

afterAll(async () => {
  for (const one of shops) await one.kill();
});

async function open(place: string, env: Record<string, string> = {}): Promise<ShopProcess> {
  const opened = await openShopProcess({ dataDir: place, env });
  shops.push(opened);
  return opened;
}

/** One product of the demo catalogue, with its picture: drawing a picture's six files takes seconds. */
async function importProduct(): Promise<void> {
  const demo = path.resolve('demo');
  const [header = '', ...rows] = (await readFile(path.join(demo, 'catalogue.csv'), 'utf8')).split('\n');
  const chosen = rows.filter((row) => row.startsWith('alu-potato,'));
  await symlink(path.join(demo, 'pictures'), path.join(folder, 'pictures'));
  await writeFile(path.join(folder, 'one.csv'), [header, ...chosen, ''].join('\n'));
  const settings = { SHOP_URL: shop.url, DATA_DIR: dataDir };
  const { status, err } = await run(['products', 'import', 'one.csv'], settings);
  if (status !== 0) throw new Error(err);
}

/** An operator with a second factor. */
async function addOperator(place: string): Promise<{ email: string; totp: string }> {
  const services = await createServices(readSettings({ DATA_DIR: place, DEMO: 'off' }), pino({ level: 'silent' }));
  const { email, cookie } = await newOperator(services.operators);
  const begun = await services.operators.beginSecondFactor({ password: PASSWORD }, visitor(cookie));
  if (!begun.ok) throw new Error(begun.code);
  const enabled = await services.operators.enableSecondFactor(
    { code: codeAt(begun.secret, Date.now()) },
    visitor(cookie),
  );
  if (!enabled.ok) throw new Error(enabled.code);
  await services.close();
  return { email, totp: begun.secret };
}

const run = (words: readonly string[], settings: Record<string, string>) =>
  commandLine(folder, settings).spawned(words);

/** Expects that the shop at this address is the one that was backed up. */
async function expectSameShop(url: string): Promise<void> {
  const { id, customer } = placed;
  const there = customer.at(url);
  expect((await there.get(`/api/orders/${id}`)).body).toEqual(
    (await customer.at(shop.url).get(`/api/orders/${id}`)).body,
  );
  // Without the cookie: a login ends the session of its cookie.
  const login = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: customer.email, password: 'three green mangoes' }),
  });
  expect(login.status).toBe(200);
  const { body } = await there.get('/api/products?ids=alu-potato');
  const [, picture = ''] = /"imgUrl":"([^"]+)"/.exec(JSON.stringify(body)) ?? [];
  const bytes = async (from: string): Promise<Buffer> => Buffer.from(await (await fetch(from + picture)).arrayBuffer());
  expect((await bytes(url)).equals(await bytes(shop.url))).toBe(true);
}

/** The status of the console's orders after a login with password and code. */
async function consoleLogin(url: string): Promise<number> {
  const post = (address: string, fields: Record<string, string>, cookie = ''): Promise<Response> =>
    fetch(url + address, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: cookie },
      body: new URLSearchParams(fields),
    });
  const cookieOf = ({ headers }: Response): string =>
    headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
  const first = await post('/operator/login', { email: operator.email, password: PASSWORD });
  // The code of now was used to switch the second factor on.
  const code = codeAt(operator.totp, Date.now() + 30_000);
  const second = await post('/operator/login/code?next=%2Forders', { code }, cookieOf(first));
  return (await fetch(`${url}/operator/orders`, { redirect: 'manual', headers: { Cookie: cookieOf(second) } })).status;
}

test('a backup of an open shop is one file, for its owner alone, and never overwrites another', async () => {
  const settings = { SHOP_URL: shop.url, DATA_DIR: dataDir };
  const { status, out, err } = await run(['backup', 'shop.backup', '--json'], settings);
  expect([status, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toMatchObject({ file, orders: 1, accounts: 2, pictureFiles: 6 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const before = await readFile(file);
  expect(await run(['backup', 'shop.backup'], settings)).toMatchObject({
    status: 1,
    err: `shop: ${file} exists already: a backup never overwrites a file\n`,
  });
  expect((await readFile(file)).equals(before)).toBe(true);
  const wrongToken = { ...settings, OPERATOR_TOKEN: 'another token, as long as needed'.replaceAll(' ', '-') };
  expect(await run(['backup', 'other'], wrongToken)).toMatchObject({
    status: 1,
    err: expect.stringContaining('token'),
  });
  expect(await run(['backup', 'no/such/folder'], settings)).toMatchObject({ status: 1 });
  expect(await run(['backup'], settings)).toMatchObject({ status: 2 });
  expect((await readdir(folder)).filter((name) => !['pictures', 'one.csv'].includes(name))).toEqual(['shop.backup']);
});

test('restored where no shop is, it is the same shop: sessions, passwords, second factors, orders, pictures', async () => {
  const place = path.join(await newFolder(), 'data');
  expect(await run(['restore', file], { DATA_DIR: place })).toMatchObject({ status: 0, err: '' });
  for (const secret of ['auth-secret', 'operator-token']) {
    expect(await readFile(path.join(place, secret))).toEqual(await readFile(path.join(dataDir, secret)));
    expect((await stat(path.join(place, secret))).mode & 0o777).toBe(0o600);
  }
  const other = await open(place);
  await expectSameShop(other.url);
  expect(await consoleLogin(other.url)).toBe(200);
  const again = await run(['restore', file], { DATA_DIR: place, PORT: new URL(other.url).port });
  expect(again).toMatchObject({ status: 1, err: expect.stringContaining('this shop is not empty') });
});

test('restored through a shop that is open, it is that shop at once', async () => {
  const place = await newMigratedDataDir();
  const other = await open(place, { BACKUP_KEY: KEY });
  const page = async (): Promise<string> => (await fetch(`${other.url}/product/alu-potato`)).text();
  expect(await page()).not.toContain('Diamond Potato');
  const hidden = path.join(folder, 'hidden');
  await pipeline(encrypted(createReadStream(file), KEY), createWriteStream(hidden));
  const settings = { SHOP_URL: other.url, DATA_DIR: place };
  const refused = await run(['restore', hidden], settings);
  expect(refused).toMatchObject({ status: 1, err: expect.stringContaining('set BACKUP_KEY to its key') });
  const { status, out } = await run(['restore', hidden, '--json'], { ...settings, BACKUP_KEY: KEY });
  expect([status, JSON.parse(out)]).toMatchObject([0, { orders: 1, accounts: 2, otherSecret: false }]);
  await expectSameShop(other.url);
  expect(await page()).toContain('Diamond Potato');
  expect(await run(['orders', 'list'], { SHOP_URL: other.url, DATA_DIR: place })).toMatchObject({ status: 0 });
  await other.kill();
  await expectSameShop((await open(place)).url);
});

test('a damaged, cut or other file is refused, and nothing is written', async () => {
  const place = path.join(await newFolder(), 'data');
  const cut = path.join(folder, 'cut');
  await copyFile(file, cut);
  await truncate(cut, (await stat(cut)).size - 100);
  for (const bad of [cut, 'package.json', 'nothing']) {
    const refused = await run(['restore', bad], { DATA_DIR: place });
    expect(refused).toMatchObject({ status: 1, err: expect.stringMatching(/^shop: .+\n$/) });
  }
  await expect(stat(place)).rejects.toThrow('ENOENT');
});

test('a restore that is killed leaves an empty place, into which it can be restored again', async () => {
  const place = await newFolder();
  await mkdir(place, { recursive: true });
  await copyMigratedDatabase(place);
  const child = spawn(process.execPath, ['server/backup/restore-here.ts', file], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: place },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await run(['restore', file], { DATA_DIR: place })).toMatchObject({ status: 0 });
});

test('a backup of the night that kills broke off is taken and proven in the end', async () => {
  const place = await newMigratedDataDir();
  const backups = path.join(await newFolder(), 'backups');
  const settings = { BACKUP_URL: backups, LOG_LEVEL: 'info' };
  let before = '';
  for (const at of [/a backup is taken/, /a backup is (?:stored|proven)/, /a backup is proven/]) {
    const one = await openShopProcess({ dataDir: place, env: settings });
    shops.push(one);
    // A kill may come when more is done already than the log has said.
    await vi.waitFor(() => expect(before + one.output()).toMatch(at), SOON);
    await one.kill();
    before += one.output();
  }
  expect(await readdir(backups)).toEqual([expect.stringMatching(/^sodai-.*\.backup$/)]);
});
