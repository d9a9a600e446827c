import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { listen } from '../../test/support/listen.ts';
import { openMails } from '../../test/support/mails.ts';
import { type GatewayMode, type SmsGateway, startSmsGateway } from '../../test/support/sms-gateway.ts';
import { SOON } from '../../test/support/soon.ts';
import type { Database } from '../db/connect.ts';
import { sweep } from '../jobs/worker.ts';
import type { Mail } from './mail.ts';

const TEXT = 'সদাই: অর্ডার #abc123 & "more"';
const SENT = `8801711000101 ${TEXT}`;

describeWithDatabase('SMS', ({ open }) => {
  let database: Database;
  let gateway: SmsGateway;
  let running: Mail[] = [];

  beforeAll(async () => {
    [database, gateway] = await Promise.all([open(), startSmsGateway()]);
  });
  afterEach(async () => {
    await Promise.all(running.map((mail) => mail.close()));
    running = [];
    for (const table of ['outbox', 'rate_limits'] as const) await database.kysely.deleteFrom(table).execute();
    gateway.sent.length = 0;
    gateway.asked.length = 0;
    gateway.set('accept');
  });
  afterAll(() => gateway.stop());

  interface Start {
    url?: string;
    body?: string | undefined;
    perDay?: number;
  }

  async function start({ url = `${gateway.url}/send?to={phone}&text={text}`, body, perDay = 100 }: Start = {}) {
    const mail = await openMails(
      database,
      {
        mail: { kind: 'smtp', url: 'smtp://127.0.0.1:1' },
        mailFrom: () => 'Sodai <shop@shop.example>',
        sms: { url, body },
        smsPerDay: () => perDay,
      },
      { closeMs: 10 },
    );
    running.push(mail);
    return mail;
  }

  async function write(to = '01711-000101', text = TEXT): Promise<void> {
    const row = { channel: 'sms', recipient: to, subject: text, body_text: text, body_html: '' };
    await database.kysely.insertInto('outbox').values(row).execute();
    await sql`select pg_notify('mail', '')`.execute(database.kysely);
  }

  /** What became of the only message, as soon as something did. */
  const outcome = () =>
    vi.waitUntil(
      () =>
        database.kysely
          .selectFrom('outbox')
          .selectAll()
          .where(sql<boolean>`coalesce(sent_at, given_up_at) is not null or last_error is not null`)
          .executeTakeFirst(),
      SOON,
    );

  test('one is sent to the number as it is dialled from abroad, and its answer is kept for 90 days', async () => {
    await start();
    await write();
    expect(await outcome()).toMatchObject({ answer: '200 SENT id=7', last_error: null, sending_until: null });
    expect(gateway.sent).toEqual([SENT]);
    expect(gateway.asked).toMatchObject([{ method: 'GET', type: undefined, body: '' }]);
    const rows = database.kysely.selectFrom('outbox').select('id');
    await sweep(database.kysely);
    expect(await rows.execute()).toHaveLength(1);
    await sql`update outbox set sent_at = now() - interval '91 days'`.execute(database.kysely);
    await sweep(database.kysely);
    expect(await rows.execute()).toEqual([]);
  });

  const asForm = (body: string) => Object.fromEntries(new URLSearchParams(body));
  const asJson = (body: string) => JSON.parse(body) as unknown;

  test.each([
    [
      'key=K&to={phone}&text={text}',
      'application/x-www-form-urlencoded',
      asForm,
      { key: 'K', to: '8801711000101', text: TEXT },
    ],
    ['{"to": ["{phone}"], "text": "{text}"}', 'application/json', asJson, { to: ['8801711000101'], text: TEXT }],
  ])('with the body %j it is a POST, with the user and password of the address', async (body, type, read, asked) => {
    await start({ body, url: gateway.url.replace('//', '//user:p%40ss@') });
    await write();
    await outcome();
    const [request] = gateway.asked;
    expect(request).toMatchObject({ method: 'POST', path: '/', type, authorization: `Basic ${btoa('user:p@ss')}` });
    expect(read(request?.body ?? '')).toEqual(asked);
  });

  test.each<[GatewayMode, Record<string, string>, string]>([
    [429, {}, 'again'],
    [503, { 'Retry-After': '60' }, 'again'],
    [503, {}, 'unknown'],
    [400, {}, 'given up'],
    [302, { Location: '/' }, 'given up'],
    ['lose', {}, 'unknown'],
    ['cut', {}, 'unknown'],
    [502, {}, 'unknown'],
    ['twice', {}, 'sent'],
  ])('when the gateway answers %j %j the message is %s', async (mode, headers, expected) => {
    gateway.set(mode, headers);
    const mail = await start();
    await write();
    const { sent_at: sentAt, given_up_at: givenUpAt, attempts } = await outcome();
    const [failed] = (await mail.failed()).mails;
    const became = sentAt ? 'sent' : failed?.unknown ? 'unknown' : givenUpAt ? 'given up' : 'again';
    expect([became, attempts]).toEqual([expected, 1]);
    expect(gateway.asked).toHaveLength(1);
  });

  test('what may have been sent is not sent again until an operator wants it', async () => {
    gateway.set('lose');
    const mail = await start();
    await write();
    await outcome();
    await sql`update outbox set next_attempt_at = now(), sending_until = now() - interval '1 s'`.execute(
      database.kysely,
    );
    await sql`select pg_notify('mail', '')`.execute(database.kysely);
    await write('01811000101', 'another');
    await vi.waitUntil(() => gateway.sent.length === 2, SOON);
    expect(gateway.sent).toEqual([SENT, '8801811000101 another']);
    gateway.set('accept');
    const first = (await mail.failed()).mails.find(({ subject }) => subject === TEXT);
    expect(first).toMatchObject({ unknown: true, givenUp: true, lastError: '500 error', channel: 'sms' });
    expect((await mail.retry(first?.id ?? '', 'operator')).ok).toBe(true);
    await vi.waitUntil(() => gateway.sent.length === 3, SOON);
    expect(gateway.sent.at(-1)).toBe(SENT);
  });

  test('a process that ends before there is an answer does not make a second message of it', async () => {
    gateway.set('never');
    const mail = await start();
    await write();
    await vi.waitUntil(() => gateway.sent.length === 1, SOON);
    await mail.close();
    expect(await outcome()).toMatchObject({ attempts: 1 });
    expect((await mail.failed()).mails).toMatchObject([{ unknown: true }]);
  });

  test('one that a process was sending when it died is never sent by another', async () => {
    await write();
    const dead = { attempts: 1, sending_until: new Date(0), next_attempt_at: new Date(0) };
    await database.kysely.updateTable('outbox').set(dead).execute();
    const mail = await start();
    await outcome();
    expect((await mail.failed()).mails).toMatchObject([{ unknown: true }]);
    expect(gateway.sent).toEqual([]);
  });

  test('a late answer counts', async () => {
    gateway.set('never');
    await start();
    await write();
    await vi.waitUntil(() => gateway.sent.length === 1, SOON);
    gateway.answerLate();
    expect(await outcome()).toMatchObject({ answer: '200 SENT', given_up_at: null });
  });

  test('of several processes one sends it', async () => {
    await start();
    await start();
    const texts = Array.from({ length: 12 }, (_, at) => `message ${at}`);
    for (const text of texts) await write('01711000101', text);
    await vi.waitUntil(() => gateway.sent.length === texts.length, SOON);
    expect(gateway.sent.toSorted()).toEqual(texts.map((text) => `8801711000101 ${text}`).toSorted());
  });

  test('a gateway that is not reached has got nothing, so the message waits', async () => {
    const mail = await start({ url: 'http://127.0.0.1:1/?to={phone}&text={text}' });
    await write();
    const failed = await outcome();
    expect(failed).toMatchObject({ given_up_at: null, sending_until: null, attempts: 1 });
    expect(failed.next_attempt_at.getTime()).toBeGreaterThan(failed.created_at.getTime());
    expect((await mail.failed()).mails).toMatchObject([{ unknown: false }]);
  });

  test('a gateway whose TLS is never agreed on has got nothing', async () => {
    const silent = createServer((socket) => socket.end('no TLS here'));
    const url = `https://127.0.0.1:${await listen(silent)}/?to={phone}&text={text}`;
    await start({ url });
    await write();
    expect(await outcome()).toMatchObject({ given_up_at: null, sending_until: null });
    silent.close();
  });

  test('a connection that opens and says nothing is an unknown outcome when the process ends', async () => {
    const silent = createServer();
    const url = `http://127.0.0.1:${await listen(silent)}/?to={phone}&text={text}`;
    const reached = once(silent, 'connection');
    const mail = await start({ url });
    await write();
    const [socket] = (await reached) as [Socket];
    await once(socket, 'data');
    await mail.close();
    expect((await mail.failed()).mails).toMatchObject([{ unknown: true }]);
    socket.destroy();
    silent.close();
  });

  test('no more parts leave in a day than the shop wants, and another try of one is not counted again', async () => {
    // Two parts each.
    const long = 'অ'.repeat(71);
    const mail = await start({ perDay: 3 });
    gateway.set(429);
    await write('01711000101', long);
    await outcome();
    gateway.set('accept');
    await mail.retry('0', 'operator');
    await sql`update outbox set next_attempt_at = now()`.execute(database.kysely);
    await sql`select pg_notify('mail', '')`.execute(database.kysely);
    await vi.waitUntil(() => gateway.sent.length === 1, SOON);
    await write('01711000101', long);
    await vi.waitUntil(async () => (await mail.failed()).mails[0]?.givenUp, SOON);
    expect((await mail.failed()).mails).toMatchObject([{ lastError: expect.stringContaining('SMS a day') }]);
    expect(gateway.sent).toHaveLength(1);
  });

  test('what is no mobile phone of Bangladesh gets nothing', async () => {
    const mail = await start();
    await write('+91 98300 12345');
    await vi.waitUntil(async () => (await mail.failed()).mails[0]?.givenUp, SOON);
    expect(gateway.asked).toEqual([]);
  });
});
