import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { catalogueRow, exampleProduct } from '../test/support/factories.ts';
import { NO_IMAGES } from '../test/support/no-images.ts';
import { describeWithDatabase } from '../test/support/databases.ts';
import { done } from '../domain/outcome.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { loadDemo } from './catalogue/demo.ts';
import { createChecks } from './checks.ts';
import type { AddressAnswer } from '../domain/shop/checks.ts';
import { createRateLimits } from './limits/rate-limits.ts';
import { createShop, type Shop } from './shop/shop.ts';
import type { Database } from './db/connect.ts';
import type { ListedOperator } from './identity/operator-accounts.ts';
import { startMailServer } from '../test/support/mail-server.ts';
import { openMails } from '../test/support/mails.ts';

const none = async () => null;
const MAILS = {
  toFiles: true,
  from: () => 'Sodai <shop@shop.example>',
  waitingFault: none,
  test: async () => done(undefined),
};
const NO_BACKUP = { state: async () => null };

function checksWith(database: Database, shop: Shop, change: Partial<Parameters<typeof createChecks>[0]> = {}) {
  const parts = { database, shop, mail: MAILS, nightly: NO_BACKUP, operators: { list: async () => [] }, limits: null };
  return createChecks({ ...parts, settings: { dataDir: tmpdir(), backup: undefined }, ...change });
}

function newShop(database: Database, publicUrl = 'https://shop.example'): Promise<Shop> {
  const environment = { publicUrl, firstValues: {}, rateLimit: true, trustedProxies: [] };
  return createShop(database, { productsChanged: vi.fn<() => void>() }, environment, NO_IMAGES);
}

describeWithDatabase('a shop that is not open yet', ({ open }) => {
  test('is a demo while it has demo products or the usual phone, where others can reach it', async () => {
    const database = await open();
    const catalogue = createCatalogue(database);
    await loadDemo({ catalogue, importPicture: async () => '' });
    const at = async (publicUrl: string) => {
      const shop = await newShop(database, publicUrl);
      return { shop, checks: checksWith(database, shop) };
    };
    for (const address of ['http://localhost:3000', 'http://127.0.0.1', 'http://shop.localhost:3000', 'http://[::1]'])
      expect(await (await at(address)).checks.isDemo(), address).toBe(false);
    const { shop, checks } = await at('https://shop.example');
    expect(await checks.isDemo()).toBe(true);
    await shop.change({ phone: '+880 1711-000000' }, 'operator');
    expect(await checks.isDemo()).toBe(true);
    const own = catalogueRow(exampleProduct({ id: 'own' }));
    await catalogue.importRows([own], 'operator', { replace: true });
    expect(await checks.isDemo()).toBe(false);
    await shop.change({ phone: '+880 1700-000000' }, 'operator');
    expect(await checks.isDemo()).toBe(true);
    await shop.change({ opening: ['open'] }, 'operator');
    expect(await checks.isDemo()).toBe(false);
  });

  test('leads its first operator, and no later one', async () => {
    const database = await open();
    const shop = await newShop(database);
    const logins = await Promise.all([shop.firstLogin(), shop.firstLogin()]);
    expect([...logins, await shop.firstLogin()].filter(Boolean)).toHaveLength(1);
  });
});

describeWithDatabase('the doctor', ({ open }) => {
  const textOf = (checks: { name: string; text: string }[], name: string) =>
    checks.find((check) => check.name === name)?.text;

  test('sends all owners a test mail when it is asked to, not too often, and says what the mail server said', async () => {
    const database = await open();
    const server = await startMailServer();
    const mail = await openMails(database, { mail: { kind: 'smtp', url: server.url }, mailFrom: MAILS.from() });
    const shop = await newShop(database);
    const person = { name: '', secondFactor: true, since: new Date(), lastUsedAt: null };
    const owners: ListedOperator[] = [
      { ...person, email: 'rina@example.com', role: 'operator', status: 'operator' },
      { ...person, email: 'karim@example.com', role: 'operator', status: 'operator' },
      { ...person, email: 'new@example.com', role: 'operator', status: 'invited' },
      { ...person, email: 'packer@example.com', role: 'packer', status: 'operator' },
    ];
    const limits = createRateLimits(database.kysely);
    const ask = async () => ({ fault: null, certificateDays: 60 });
    const checks = checksWith(database, shop, { mail, limits, operators: { list: async () => owners }, ask });
    expect(textOf(await checks.all(), 'Mail')).toBe('mails are sent');
    const said = await checks.all(await checks.testMail());
    expect(textOf(said, 'Mail')).toBe('a test was sent to rina@example.com, karim@example.com');
    const mailed = [await server.next(), await server.next()].map(({ to }) => to[0]);
    expect(mailed).toEqual(['rina@example.com', 'karim@example.com']);
    server.refuseNext(550);
    expect(textOf(await checks.all(await checks.testMail()), 'Mail')).toMatch(/^mails cannot be sent: .*550/);
    const alone = checksWith(database, shop, { mail, limits });
    expect(await alone.testMail()).toMatchObject({ ok: true, value: { to: ['shop@shop.example'] } });
    const tests = await Array.fromAsync({ length: 10 }, () => alone.testMail());
    expect(tests.filter(({ ok }) => !ok)).toHaveLength(3);
    await mail.close();
    await server.stop();
  });

  test('asks only an address that others reach safely', async () => {
    const database = await open();
    const away = { fault: 'does not answer: ENOTFOUND', certificateDays: null };
    const ask = vi.fn<() => Promise<AddressAnswer>>(async () => away);
    for (const address of ['http://localhost:3000', 'https://localhost', 'http://shop.example'])
      await checksWith(database, await newShop(database, address), { ask }).all();
    expect(ask).not.toHaveBeenCalled();
    const checks = await checksWith(database, await newShop(database), { ask }).all();
    expect(textOf(checks, 'Address')).toBe('https://shop.example does not answer: ENOTFOUND');
    expect(ask).toHaveBeenCalledWith('https://shop.example', 'Sodai');
  });

  test('sees the disks of the shop and of its backups, and that they are one', async () => {
    const database = await open();
    const directory = path.join(tmpdir(), 'not/there/yet');
    const settings = { dataDir: tmpdir(), backup: { place: { kind: 'files', directory } as const, at: '03:00' } };
    const provenAt = new Date(Date.now() - 40 * 3_600_000);
    const nightly = { state: async () => ({ provenAt, fault: null, isBusy: false }) };
    const ask = async () => ({ fault: null, certificateDays: 60 });
    const checks = checksWith(database, await newShop(database), { settings, nightly, ask });
    const warning = 'the last proven one is 40 hours old, on the disk that it should outlive';
    expect(await checks.backupWarning()).toBe(warning);
    expect(textOf(await checks.all(), 'Space')).toMatch(/^[\d.]+ of [\d.]+ GB free for DATA_DIR$/);
  });
});
