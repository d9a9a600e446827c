import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandLine, commandLine } from '../test/support/command-line.ts';
import { temporaryFolders } from '../test/support/folders.ts';
import { openOperatorShop, type OperatorShop, TOKEN } from '../test/support/operator-shop.ts';

const newFolder = temporaryFolders();
let shop: OperatorShop;
let run: CommandLine['run'];

beforeAll(async () => {
  const folder = await newFolder();
  shop = await openOperatorShop(folder);
  ({ run } = commandLine(folder, { SHOP_URL: shop.url, OPERATOR_TOKEN: TOKEN }));
});
afterAll(() => shop.close());

test('settings are set, all or none, and shown', async () => {
  const set = await run(['settings', 'set', 'FEE=৪৫', 'deliveryDays=friday,sunday', 'hours=friday 15:00-20:00']);
  expect(set).toMatchObject({ status: 0, err: '' });
  expect(set.out).toMatch(/fee +Delivery fee +45\n/);
  expect(set.out).toMatch(/hours +Opening hours +friday 15:00-20:00\n/);
  const shown = JSON.parse((await run(['settings', 'show', '--json'])).out);
  expect(shown).toMatchObject({ fee: 45, deliveryDays: ['sunday', 'friday'], hours: { friday: '15:00-20:00' } });

  const refused = await run(['settings', 'set', 'fee=50', 'holidays=soon', 'minimum=x']);
  expect(refused).toMatchObject({ status: 1, out: '' });
  expect(refused.err).toContain('holidays: soon is no day such as 2026-12-16. minimum: Please write an amount of Tk');
  expect(shop.services.shop.settings().fee).toBe(45);

  expect(await run(['settings', 'set', 'free=50'])).toMatchObject({
    status: 2,
    err: expect.stringContaining('there is no name free; the names are name, nameBn'),
  });
});

test('the doctor says what the shop lacks, and fails until it lacks nothing', async () => {
  const { status, out, err } = await run(['doctor']);
  expect(status).toBe(1);
  expect(out).toMatch(/!! +Phone +\+880 1700-000000 is nobody's: set your own/);
  expect(out).toMatch(/ok +Products +no demo products/);
  expect(out).toMatch(/!! +Address +http:\/\/localhost:3000 is on this machine only: set PUBLIC_URL/);
  expect(out).toMatch(/!! +Opening +not opened yet/);
  expect(out).toMatch(/[\d.]+ of [\d.]+ GB free for the shop/);
  expect(err).toMatch(/^shop: [67] of 10 are wrong\n$/);
  await run(['settings', 'set', 'phone=+880 1711-000000', 'opening=open']);
  const { checks } = JSON.parse((await run(['doctor', '--json'])).out);
  expect(checks).toContainEqual(expect.objectContaining({ name: 'Phone', ok: true, text: '+880 1711-000000' }));
  expect(checks).toContainEqual(expect.objectContaining({ name: 'Opening', ok: true, text: 'open for orders' }));
});

test('the API has what owners see in the console, and refuses a setting that there is none of', async () => {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const ask = async (path: string, init?: RequestInit) =>
    (await fetch(`${shop.url}/api/operator${path}`, { headers, ...init })).json();
  expect(await ask('/')).toEqual({ name: 'Sodai', url: 'http://localhost:3000', products: 0 });
  const newest = { actor: 'operator', subject: 'phone, opening' };
  expect((await ask('/log?who=operator&what=settings')).entries[0]).toMatchObject(newest);
  expect(await ask('/figures?days=30')).toMatchObject({ days: 30, totals: { orders: 0 } });
  expect(await ask('/mails')).toEqual({ mails: [], next: null });
  expect(await ask('/mails/7/retry', { method: 'POST', body: '{}' })).toMatchObject({ status: 404 });
  expect(await ask('/backups', { method: 'POST', body: '{}' })).toMatchObject({ status: 409, type: 'no-backups' });
  const refused = await ask('/settings', { method: 'PATCH', body: '{"fee":50,"nope":1}' });
  expect(refused).toMatchObject({ status: 422, detail: 'There is no field nope.' });
});
