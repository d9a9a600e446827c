import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { openMails } from '../../test/support/mails.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { type PushService, startPushService } from '../../test/support/push-service.ts';
import { SOON } from '../../test/support/soon.ts';
import { storeOrder } from '../../test/support/stored-orders.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import type { OrderChange } from '../../domain/orders/changes.ts';
import { shortOrderId } from '../../domain/orders/order.ts';
import type { Database } from '../db/connect.ts';
import { endSessions } from '../identity/sessions.ts';
import { sweep } from '../jobs/worker.ts';
import { createMail, type Mail } from '../mail/mail.ts';
import { followChanges } from '../orders/follow-up.ts';
import { createPush, type Push } from './push.ts';
import { newKeys, sendPush } from './send.ts';

const NUSRAT = 'nusrat@example.com';
const linkToken = (order: string): string => `token-of-${order}`;

describeWithDatabase('messages to phones', ({ open }) => {
  let database: Database;
  let service: PushService;
  let push: Push;
  const running: Mail[] = [];
  const warned: unknown[] = [];

  const openPush = (): Push =>
    createPush({
      database,
      origin: 'https://shop.example',
      linkToken,
      trusted: service.origin,
      log: { warn: (facts: unknown) => void warned.push(facts) },
    });

  beforeAll(async () => {
    [database, service] = await Promise.all([open(), startPushService()]);
    push = openPush();
    const operator = { console_since: new Date() };
    const users = [
      { id: 'rahim', email: 'rahim@example.com', name: 'Rahim', role: 'user' },
      { id: 'nusrat', email: NUSRAT, name: 'Nusrat', role: 'operator', ...operator },
      { id: 'karim', email: 'karim@example.com', name: 'Karim', role: 'packer', ...operator },
    ];
    await database.kysely.insertInto('users').values(users).execute();
    await database.kysely.insertInto('riders').values({ id: 'jamal', name: 'Jamal', phone: '' }).execute();
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.close();
    const { kysely } = database;
    for (const table of ['orders', 'outbox', 'push_subscriptions', 'sessions'] as const)
      await kysely.deleteFrom(table).execute();
    for (const seen of [service.got, service.tries, warned]) seen.length = 0;
    if (service.faults.length > 0) throw service.faults[0];
  });
  afterAll(() => service.stop());

  const SETTINGS = () => ({
    mail: { kind: 'files' as const, directory: '/nowhere' },
    mailFrom: () => 'shop@shop.example',
    push: openPush().transport,
    sms: null,
    smsPerDay: () => 0,
  });

  /** The outbox of a process, which sends what it is told of. */
  async function start(): Promise<Mail> {
    const mail = await openMails(database, SETTINGS());
    running.push(mail);
    return mail;
  }

  const staff = (user: string, session: string | null = null) => ({ user, session, order: null });
  const shopper = (order: string, session: string | null = null) => ({ user: 'rahim', session, order });
  const subscribe = async (place: Parameters<Push['wish']>[0], browser: string, language?: string) =>
    valueOf(await push.wish(place, service.subscribe(browser, language)));
  const follow = () => followChanges(database.kysely);
  const place = async (): Promise<string> => {
    const id = await storeOrder(database, { owner: 'rahim' });
    await follow();
    return id;
  };
  const change = async (id: string, asked: OrderChange, by = NUSRAT) =>
    valueOf(await usualOrders(database).admin.change(id, asked, by));
  /** The undo's time is over. */
  const letGo = () =>
    database.kysely
      .updateTable('outbox')
      .set({ next_attempt_at: sql<Date>`now()` })
      .execute();
  const sentAll = () => vi.waitUntil(async () => (await waiting()).length === 0, SOON);
  const waiting = () => database.kysely.selectFrom('outbox').select(['recipient', 'subject', 'attempts']).execute();
  const browsers = async () => {
    const all = database.kysely.selectFrom('push_subscriptions').select('endpoint').orderBy('endpoint');
    return (await all.execute()).map(({ endpoint }) => endpoint.slice(service.origin.length + 1));
  };
  /** Sends what is due, as one process does it. */
  async function send(): Promise<void> {
    const mail = createMail(database, SETTINGS(), pino({ level: 'silent' }));
    while (await mail.send(new AbortController().signal));
    const left = await database.kysely.selectFrom('outbox').select('last_error').execute();
    expect(left).toEqual([]);
  }

  test('a new order reaches the phones of owners and packers, signed and encrypted, once from two processes', async () => {
    const { key } = await subscribe(staff('nusrat'), 'owner');
    await subscribe(staff('karim'), 'packer', 'bn');
    await Promise.all([start(), start()]);
    const id = await place();
    await sentAll();
    expect(service.got.map(({ browser }) => browser).toSorted()).toEqual(['owner', 'packer']);
    const shown = (browser: string) => service.got.find((one) => one.browser === browser);
    const opens = { url: `/operator/orders/${id}`, tag: id };
    const name = shortOrderId(id);
    expect(shown('owner')).toMatchObject({
      shown: { title: `Order ${name}`, body: 'New order, Tk 410.0', lang: 'en', ...opens },
      claims: { sub: 'https://shop.example', key },
      headers: { urgency: 'high', topic: id },
    });
    expect(Number(shown('owner')?.headers.ttl)).toBeGreaterThan(3_000);
    expect(shown('packer')?.shown).toMatchObject({ body: 'নতুন অর্ডার, ৳৪১০.০', lang: 'bn' });
    // Nothing of its customer.
    expect(JSON.stringify(service.got)).not.toMatch(/Amina|dhaka/i);
  });

  test('several processes make one pair of keys', async () => {
    await database.kysely.deleteFrom('push_keys').execute();
    const key = async () => valueOf(await openPush().wish(staff('nusrat'), { want: 'state' })).key;
    const [first, ...others] = await Promise.all([key(), key(), key()]);
    expect(others).toEqual([first, first]);
    push = openPush();
  });

  test('operators are told what a customer and a rider do, and not what they did themselves', async () => {
    await subscribe(staff('nusrat'), 'owner');
    await subscribe(staff('karim'), 'packer');
    const id = await place();
    const other = await place();
    await database.kysely.updateTable('orders').set({ stage: 'to confirm' }).where('id', '=', other).execute();
    await send();
    const bodies = () =>
      service.got
        .splice(0)
        .map(({ browser, shown }) => `${browser}: ${String(shown.body)}`)
        .toSorted();
    expect(bodies()).toEqual([
      'owner: New order, Tk 410.0',
      'owner: New order, to be confirmed, Tk 410.0',
      'packer: New order, Tk 410.0',
      'packer: New order, to be confirmed, Tk 410.0',
    ]);
    await change(id, { change: 'rider', rider: 'jamal' });
    await change(id, { change: 'return', reason: 'not-reachable' });
    await usualOrders(database).cancel({ id: 'rahim' }, other);
    await letGo();
    await send();
    expect(bodies()).toEqual([
      'owner: Canceled by the customer, Tk 410.0',
      'packer: Canceled by the customer, Tk 410.0',
      'packer: Not delivered, Tk 410.0',
    ]);
    // An undo takes the message back.
    await change(other, { change: 'set-back', reason: 'By mistake' });
    await change(other, { change: 'rider', rider: 'jamal' });
    await change(other, { change: 'return', reason: 'not-reachable' });
    await change(other, { change: 'undo' });
    expect(await waiting()).toEqual([]);
  });

  test('a shopper is told how the order goes on, in the language of the page, and opens it', async () => {
    const id = await place();
    await subscribe(shopper(id), 'phone', 'bn');
    const other = await place();
    await change(other, { change: 'stage', stage: 'packed' });
    await change(id, { change: 'stage', stage: 'packed' });
    await change(id, { change: 'rider', rider: 'jamal' });
    // Only that it goes on is told.
    await change(id, { change: 'rider', rider: null });
    await change(id, { change: 'deliver' });
    expect((await waiting()).map(({ subject }) => subject)).toEqual(['packed', 'with rider', 'delivered']);
    await letGo();
    await send();
    const shown = { title: `অর্ডার ${shortOrderId(id)}`, body: 'ডেলিভারি হয়েছে, ৳৪১০.০', lang: 'bn' };
    // A phone shows the last one about an order, so what came before it stays away.
    expect(service.got.map((one) => one.shown)).toEqual([{ ...shown, url: `/bn/user/orders/${id}`, tag: id }]);
  });

  test('a visitor opens the order by its link, and by the account that has taken it over', async () => {
    const id = await storeOrder(database, { owner: null });
    await follow();
    await subscribe({ user: null, session: null, order: id }, 'visitor', 'bn');
    await change(id, { change: 'stage', stage: 'packed' });
    await letGo();
    await send();
    await database.kysely.updateTable('orders').set({ user_id: 'rahim' }).where('id', '=', id).execute();
    await change(id, { change: 'deliver' });
    await letGo();
    await send();
    expect(service.got.map(({ shown }) => shown.url)).toEqual([`/bn/o/token-of-${id}`, `/bn/user/orders/${id}`]);
  });

  test.each([404, 410])('a browser that its push service does not know (%s) is forgotten', async (status) => {
    const id = await place();
    await subscribe(staff('nusrat'), 'gone');
    await subscribe(shopper(id), 'gone');
    await subscribe(staff('karim'), 'there');
    service.answer('gone', status);
    await place();
    await send();
    expect(await browsers()).toEqual(['there']);
    expect(await waiting()).toEqual([]);
  });

  test('a push service that is busy, broken or silent is asked again, for an hour at most', async () => {
    await subscribe(staff('nusrat'), 'slow');
    service.answer('slow', 429, 500, 'silence');
    const mail = await start();
    await place();
    for (const tries of [1, 2]) {
      await vi.waitUntil(() => service.tries.length === tries, SOON);
      await vi.waitUntil(async () => (await isPaused()) && (await waiting())[0]?.attempts === tries, SOON);
      await letGo();
      void mail.send(AbortSignal.timeout(300_000)).catch(() => {});
    }
    await vi.waitUntil(() => service.tries.length === 3, SOON);
    // Nothing of that is a mail that an operator should look after.
    expect((await mail.failed()).mails).toEqual([]);
    expect(await mail.waitingFault('mail')).toBeNull();
    const older = sql<Date>`now() - interval '61 minutes'`;
    await sql`update outbox set created_at = ${older}, next_attempt_at = now()`.execute(database.kysely);
    await send();
    expect(await waiting()).toEqual([]);
    expect(service.tries).toHaveLength(3);
  });

  /** The try before has ended. */
  const isPaused = async () =>
    (await database.kysely.selectFrom('outbox').selectAll().where('sending_until', 'is', null).execute()).length === 1;

  test('a message that a push service refuses goes, and is logged', async () => {
    await subscribe(staff('nusrat'), 'refused');
    service.answer('refused', 403);
    await place();
    await send();
    expect(warned).toEqual([{ status: 403 }]);
    expect([await waiting(), await browsers()]).toEqual([[], ['refused']]);
  });

  test('nothing is sent to whoever is no operator any more, and keys that are none are forgotten', async () => {
    const { kysely } = database;
    await subscribe(staff('karim'), 'former');
    const broken = { ...service.subscribe('broken'), p256dh: `B${'A'.repeat(86)}` };
    valueOf(await push.wish(staff('nusrat'), broken));
    await place();
    await kysely.updateTable('users').set({ role: 'rider' }).where('id', '=', 'karim').execute();
    await send();
    await kysely.updateTable('users').set({ role: 'packer' }).where('id', '=', 'karim').execute();
    expect([service.tries, await browsers()]).toEqual([[], ['former']]);
  });

  test('a logout ends it, a session that ran out does not, a month without the console does', async () => {
    const { kysely } = database;
    const now = Date.now();
    const session = async (user_id: string, expires: number): Promise<string> => {
      const id = randomUUID();
      const at = new Date(now);
      const times = { created_at: at, last_used_at: at, expires_at: new Date(now + expires) };
      await kysely
        .insertInto('sessions')
        .values({ id, token_hash: id, kind: 'console', user_id, ...times })
        .execute();
      return id;
    };
    const [open, over] = [await session('nusrat', 60_000), await session('nusrat', -60_000)];
    await subscribe(staff('nusrat', open), 'open');
    await subscribe(staff('nusrat', over), 'over');
    await subscribe(staff('karim'), 'long-ago');
    const longAgo = sql<Date>`now() - interval '31 days'`;
    await sql`update push_subscriptions set seen_at = ${longAgo} where user_id = 'karim'`.execute(kysely);
    await sweep(kysely);
    expect(await browsers()).toEqual(['open', 'over']);
    await kysely.deleteFrom('sessions').where('id', '=', open).execute();
    expect(await browsers()).toEqual(['over']);
    await endSessions(kysely, 'nusrat');
    expect(await browsers()).toEqual([]);
  });

  test('a browser knows whether it is told; in the console of somebody else it is not any more', async () => {
    const { endpoint } = service.subscribe('shared');
    await subscribe(staff('nusrat'), 'shared');
    const state = async (user: string) => valueOf(await push.wish(staff(user), { want: 'state', endpoint }));
    expect(await state('nusrat')).toMatchObject({ on: true });
    expect(await state('karim')).toMatchObject({ on: false });
    expect(await state('nusrat')).toMatchObject({ on: false });
  });

  test('one browser follows several orders; the oldest make room', async () => {
    const [first, second] = [await place(), await place()];
    await subscribe(shopper(first), 'phone');
    expect(await subscribe(shopper(second), 'phone')).toMatchObject({ on: true });
    const { endpoint } = service.subscribe('phone');
    expect(valueOf(await push.wish(shopper(first), { want: 'off', endpoint }))).toMatchObject({ on: false });
    expect(await browsers()).toEqual(['phone']);
    for (let at = 0; at < 7; at += 1) await subscribe(shopper(first), `tablet-${at}`);
    expect((await browsers()).filter((name) => name.startsWith('tablet'))).toHaveLength(5);
    for (let at = 0; at < 12; at += 1) await subscribe(staff('nusrat'), `desk-${at}`);
    expect(await browsers()).toContain('desk-11');
    expect((await browsers()).filter((name) => name.startsWith('desk'))).toHaveLength(10);
  });

  test('the shop sends to nothing inside: no such address, and no name that leads there', async () => {
    const strict = createPush({ database, origin: 'https://shop.example', linkToken, log: { warn() {} } });
    expect(await strict.wish(staff('nusrat'), service.subscribe('inside'))).toMatchObject({ ok: false, status: 422 });
    // A name that leads to this machine, as the name server of an attacker would say.
    const { p256dh, auth } = service.subscribe('inside');
    const keys = newKeys();
    const message = { endpoint: 'https://localhost/', keys: { p256dh, auth }, payload: '{}', ttl: 1, topic: 'x' };
    const sent = sendPush(message, { subject: 'mailto:shop@shop.example', ...keys }, AbortSignal.timeout(300_000));
    await expect(sent).rejects.toThrow('localhost is no address of the internet');
  });
});
