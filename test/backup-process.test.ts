/** `backup` and `restore` as operators run them, between whole shops. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, readFile, readdir, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { encrypted } from '../server/backup/encryption.ts';
import { createServices } from '../server/services.ts';
import { readSettings } from '../server/environment.ts';
import { commandLine } from './support/command-line.ts';
import { catalogueRow, exampleProduct } from './support/factories.ts';
import { temporaryFolders } from './support/folders.ts';
import { copyMigratedDatabase } from './support/migrated-database.ts';
import { png } from './support/pictures.ts';
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

beforeAll(async () => {
  folder = await newFolder();
  file = path.join(folder, 'shop.backup');
  dataDir = await newPlace();
  await fill(dataDir);
  shop = await open(dataDir);
  placed = await placeNewOrder(shop.url, {}, [{ id: 'rui', quantity: 2 }]);
});

afterAll(async () => {
  for (const one of shops) await one.kill();
});

/** A data directory with an empty shop. */
async function newPlace(): Promise<string> {
  const place = await newFolder();
  await copyMigratedDatabase(place);
  return place;
}

async function open(place: string, env: Record<string, string> = {}): Promise<ShopProcess> {
  const opened = await openShopProcess({ dataDir: place, env });
  shops.push(opened);
  return opened;
}

/** With a product that has a picture. */
async function fill(place: string): Promise<void> {
  const services = await createServices(readSettings({ DATA_DIR: place, DEMO: 'off' }), pino({ level: 'silent' }));
  const picture = await services.images.storeProduct(await png(40, 30));
  if (!picture.ok) throw new Error('no picture');
  await services.catalogue.importRows(
    [catalogueRow(exampleProduct({ id: 'rui', imgUrl: picture.value.imgUrl }))],
    'operator',
  );
  await services.close();
}

/** In this process: that the command line works in its own is seen in cli/shop.test.ts. */
const run = (words: readonly string[], settings: Record<string, string>) =>
  commandLine(folder, { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...settings }).run(words);

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
  const { body } = await there.get('/api/products?ids=rui');
  const [, picture = ''] = /"imgUrl":"([^"]+)"/.exec(JSON.stringify(body)) ?? [];
  const bytes = async (from: string): Promise<Buffer> => Buffer.from(await (await fetch(from + picture)).arrayBuffer());
  expect((await bytes(url)).equals(await bytes(shop.url))).toBe(true);
}

test('a backup of an open shop is one file, for its owner alone, and never overwrites another', async () => {
  const settings = { SHOP_URL: shop.url, DATA_DIR: dataDir };
  const { status, out, err } = await run(['backup', 'shop.backup', '--json'], settings);
  expect([status, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toMatchObject({ file, orders: 1, accounts: 1, pictureFiles: 6 });
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
  expect(await readdir(folder)).toEqual(['shop.backup']);
});

test('restored where no shop is open, also after a restore that was killed, it is the same shop: sessions, passwords, orders, pictures', async () => {
  const place = await newPlace();
  const killed = spawn(process.execPath, ['server/backup/restore.ts', file], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', DATA_DIR: place },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(killed.stdout, 'data');
  killed.kill('SIGKILL');
  await once(killed, 'close');
  expect(await run(['restore', file], { DATA_DIR: place })).toMatchObject({ status: 0, err: '' });
  for (const secret of ['auth-secret', 'operator-token']) {
    expect(await readFile(path.join(place, secret))).toEqual(await readFile(path.join(dataDir, secret)));
    expect((await stat(path.join(place, secret))).mode & 0o777).toBe(0o600);
  }
  const other = await open(place);
  await expectSameShop(other.url);
  const again = await run(['restore', file], { DATA_DIR: place, PORT: new URL(other.url).port });
  expect(again).toMatchObject({ status: 1, err: expect.stringContaining('this shop is not empty') });
});

test('restored through a shop that is open, it is that shop at once', async () => {
  const place = await newPlace();
  const other = await open(place, { BACKUP_KEY: KEY });
  const page = async (): Promise<string> => (await fetch(`${other.url}/product/rui`)).text();
  expect(await page()).not.toContain('Rui Fish');
  const hidden = path.join(folder, 'hidden');
  await pipeline(encrypted(createReadStream(file), KEY), createWriteStream(hidden));
  const settings = { SHOP_URL: other.url, DATA_DIR: place };
  const refused = await run(['restore', hidden], settings);
  expect(refused).toMatchObject({ status: 1, err: expect.stringContaining('set BACKUP_KEY to its key') });
  const { status, out } = await run(['restore', hidden, '--json'], { ...settings, BACKUP_KEY: KEY });
  expect([status, JSON.parse(out)]).toMatchObject([0, { orders: 1, accounts: 1, otherSecret: false }]);
  await expectSameShop(other.url);
  expect(await page()).toContain('Rui Fish');
  expect(await run(['orders', 'list'], { SHOP_URL: other.url, DATA_DIR: place })).toMatchObject({ status: 0 });
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

test('a backup of the night that a kill broke off is taken and proven in the end', async () => {
  const place = await newPlace();
  const backups = path.join(await newFolder(), 'backups');
  const settings = { BACKUP_URL: backups, LOG_LEVEL: 'info' };
  const first = await open(place, settings);
  await vi.waitFor(() => expect(first.output()).toContain('a backup is taken'), SOON);
  await first.kill();
  const second = await open(place, settings);
  // The kill may have come when it was proven already, and the log had not said so yet.
  await vi.waitFor(() => expect(first.output() + second.output()).toContain('a backup is proven'), SOON);
  expect(await readdir(backups)).toEqual([expect.stringMatching(/^sodai-.*\.backup$/)]);
});
