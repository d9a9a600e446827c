import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi, onTestFinished } from 'vitest';
import { catalogueRow, exampleProduct } from '../test/support/factories.ts';
import { NO_IMAGES } from '../test/support/no-images.ts';
import { describeWithDatabase } from '../test/support/databases.ts';
import { done } from '../domain/outcome.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { loadDemo } from './catalogue/demo.ts';
import { createChecks, askAddress } from './checks.ts';
import type { AddressAnswer } from '../domain/shop/checks.ts';
import { createImages } from './images/images.ts';
import { createRateLimits } from './limits/rate-limits.ts';
import { createShop, type Shop } from './shop/shop.ts';
import type { Database } from './db/connect.ts';
import type { ListedOperator } from './identity/operator-accounts.ts';
import { startMailServer } from '../test/support/mail-server.ts';
import { openMails } from '../test/support/mails.ts';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type RequestListener, createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:net';
import tls from 'node:tls';
import { temporaryFolders } from '../test/support/folders.ts';
import { listen } from '../test/support/listen.ts';
import { programOf } from '../test/support/programs.ts';

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
  return createChecks({ ...parts, settings: { dataDir: tmpdir(), backup: undefined, sms: null }, ...change });
}

function newShop(database: Database, publicUrl = 'https://shop.example'): Promise<Shop> {
  const environment = { publicUrl, firstValues: {}, rateLimit: true, trustedProxies: [] };
  return createShop(database, { productsChanged: vi.fn<() => void>() }, environment, NO_IMAGES);
}

describeWithDatabase('a shop that is not open yet', ({ open }) => {
  test('is a demo while it has demo products or the usual phone, where others can reach it', async () => {
    const database = await open();
    const catalogue = createCatalogue(database);
    await loadDemo({
      catalogue,
      importPicture: createImages({ kind: 'files', directory: await newFolder() }).storeReady,
    });
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
    // As the demo has it but for the price: a tomato of one's own.
    const row = await catalogue.row('alu-potato');
    const own = { ...catalogueRow(exampleProduct()), ...row, price: 36 };
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
    const mail = await openMails(database, { mail: { kind: 'smtp', url: server.url }, mailFrom: MAILS.from });
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
    const settings = {
      dataDir: tmpdir(),
      sms: null,
      backup: { place: { kind: 'files', directory } as const, at: '03:00' },
    };
    const provenAt = new Date(Date.now() - 40 * 3_600_000);
    const nightly = { state: async () => ({ provenAt, fault: null, isBusy: false }) };
    const ask = async () => ({ fault: null, certificateDays: 60 });
    const checks = checksWith(database, await newShop(database), { settings, nightly, ask });
    const warning = 'the last proven one is 40 hours old, on the disk that it should outlive';
    expect(await checks.backupWarning()).toBe(warning);
    expect(textOf(await checks.all(), 'Space')).toMatch(/^[\d.]+ of [\d.]+ GB free for the shop$/);
  });
});

const newFolder = temporaryFolders();
const sodai: RequestListener = (_, res) => void res.end('{"name":"Sodai"}');

async function portOf(server: Server): Promise<number> {
  onTestFinished(() => void server.close());
  return listen(server);
}

test('an address answers with this shop, with another one, or not', async () => {
  const origin = `http://127.0.0.1:${await portOf(createPlainServer(sodai))}`;
  const other = { fault: 'answers, but not with this shop', certificateDays: null };
  expect(await askAddress(origin, 'Karim Store')).toEqual(other);
  const page = `http://127.0.0.1:${await portOf(createPlainServer((_, res) => void res.end('<!doctype html>')))}`;
  expect(await askAddress(page, 'Sodai')).toEqual(other);
  const away = expect.stringMatching(/^does not answer: /);
  expect(await askAddress('http://127.0.0.1:1', 'Sodai')).toMatchObject({ fault: away });
});

test('a certificate is one that browsers trust, and its days are counted', async () => {
  const folder = await newFolder();
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '20'];
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync(programOf('openssl'), [...options, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const own = { key: readFileSync(key), cert: readFileSync(cert) };
  const origin = `https://localhost:${await portOf(createServer(own, sodai))}`;
  const untrusted = { fault: 'does not answer: DEPTH_ZERO_SELF_SIGNED_CERT', certificateDays: null };
  expect(await askAddress(origin, 'Sodai')).toEqual(untrusted);
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, own.cert.toString()]);
  onTestFinished(() => tls.setDefaultCACertificates(trusted));
  const { fault, certificateDays } = await askAddress(origin, 'Sodai');
  expect(fault).toBeNull();
  expect(certificateDays).toBeCloseTo(20, 1);
});
