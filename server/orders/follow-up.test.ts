import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import type { Database } from '../db/connect.ts';
import { type Worker, createWorker } from '../jobs/worker.ts';
import { storeOrder } from '../../test/support/stored-orders.ts';
import { followChanges, writeNewOrderMails } from './follow-up.ts';

describeWithDatabase('changes of orders are followed', ({ open }) => {
  let database: Database;
  const heard: string[] = [];
  const running: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    database = await open();
    const users = [
      { id: 'rahim', email: 'rahim@example.com', name: 'Rahim', role: 'user', order_mails: true },
      { id: 'nusrat', email: 'nusrat@example.com', name: 'Nusrat', role: 'operator', order_mails: true },
      { id: 'karim', email: 'karim@example.com', name: 'Karim', role: 'operator', order_mails: false },
    ];
    await database.kysely.insertInto('users').values(users).execute();
    for (const channel of ['profile', 'console', 'mail'] as const)
      await database.listen(channel, (payload) => void heard.push(`${channel} ${payload}`.trim()));
  });

  afterEach(async () => {
    for (const one of running.splice(0)) await one.close();
    const { kysely } = database;
    for (const table of ['orders', 'order_mail_queue'] as const) await kysely.deleteFrom(table).execute();
    heard.length = 0;
  });

  /** The order of a process that ended right after its commit. */
  const place = (id: string) => storeOrder(database, { id, owner: 'rahim' });

  const follow = () => followChanges(database.kysely);

  /** The worker of one process. */
  async function start(): Promise<Worker> {
    const run = () => followChanges(database.kysely, { wait: false });
    const log = { warn: () => {} };
    const worker = await createWorker({ database, log }, { orders: { run, everySeconds: 86_400, gatherMs: 50 } });
    running.push(worker);
    return worker;
  }

  async function left(): Promise<number[]> {
    const tables = ['order_changes', 'order_mail_queue'] as const;
    const rows = tables.map((table) => database.kysely.selectFrom(table).selectAll().execute());
    return (await Promise.all(rows)).map(({ length }) => length);
  }

  test('once, in the background: mails to operators, notifications', async () => {
    for (const id of ['a', 'b', 'c']) await place(id);
    expect(await left()).toEqual([3, 0]);
    expect(heard).toEqual([]);
    const processes = [await start(), await start()];
    for (let time = 0; time < 3; time += 1) for (const one of processes) one.wake('orders');
    await vi.waitUntil(() => heard.length === 3, SOON);
    expect(heard.toSorted()).toEqual(['console', 'mail', 'profile rahim']);
    expect(await left()).toEqual([0, 3]);
  });

  test('before the process ends', async () => {
    const worker = await start();
    await place('a');
    worker.wake('orders');
    await worker.close();
    expect(await left()).toEqual([0, 1]);
  });

  test('without those whose address was deleted first', async () => {
    const { kysely } = database;
    await place('a');
    await place('b');
    await kysely.updateTable('orders').set({ shipping_info: '{}' }).where('id', '=', 'a').execute();
    await kysely.deleteFrom('orders').where('id', '=', 'b').execute();
    await follow();
    expect(await left()).toEqual([0, 0]);
  });

  test('all of very many, and after a failure again', async () => {
    await sql`
      with placed as (insert into orders (id, user_id, idempotency_key, request_hash, status, payment_method, payment_status,
        sub_total_poisha, shipping_cost_poisha, discount_poisha, total_cost_poisha, shipping_info)
      select 'o' || n, 'rahim', gen_random_uuid(), '', 'pending', 'cashon', 'unpaid', 100, 6000, 0, 6100, '{"name": "Rahim"}'
      from generate_series(1, 1100) n returning number)
      insert into order_history (order_number, actor, to_status) select number, 'owner', 'pending' from placed`.execute(
      database.kysely,
    );
    const { kysely } = database;
    await sql`alter table order_mail_queue add constraint broken check (user_id = '') not valid`.execute(kysely);
    await expect(follow()).rejects.toThrow('broken');
    await sql`alter table order_mail_queue drop constraint broken`.execute(kysely);
    await follow();
    expect(await left()).toEqual([0, 1_100]);
  });
});

const sender = { name: 'Sodai', nameBn: 'সদাই', phone: '+880 1700-000000', url: 'https://shop.example' };
const MINUTE = 60_000;

describeWithDatabase('mails about new orders', ({ open }) => {
  let database: Database;
  let clock = Date.UTC(2026, 10, 21);

  beforeAll(async () => {
    database = await open();
    const users = [
      { id: 'nusrat', email: 'nusrat@example.com', name: 'Nusrat', role: 'operator', order_mails: true },
      { id: 'karim', email: 'karim@example.com', name: 'Karim', role: 'operator' },
      { id: 'rahim', email: 'rahim@example.com', name: 'Rahim', order_mails: true },
    ];
    await database.kysely.insertInto('users').values(users).execute();
  });

  afterEach(async () => {
    const { kysely } = database;
    for (const table of ['orders', 'order_mail_queue', 'order_mail_times', 'outbox'] as const) {
      await kysely.deleteFrom(table).execute();
    }
    await nusrat({ order_mails: true, role: 'operator' });
  });

  const nusrat = (change: { order_mails?: boolean; role?: string }) =>
    database.kysely.updateTable('users').set(change).where('id', '=', 'nusrat').execute();

  /** The mails are written to the outbox and not sent. */
  const drain = () => writeNewOrderMails(database.kysely, sender, new Date(clock));

  async function place(id: string, { total = 540, name = 'Rahima' } = {}): Promise<void> {
    const price = total * 100 - 6_002;
    const lines = [
      { id: 'rui', price, quantity: 1 },
      { id: 'salt', price: 1, quantity: 2 },
    ];
    await storeOrder(database, { id: id.padEnd(24, '0'), owner: 'rahim', lines, shipping: { name, city: 'Savar' } });
    await followChanges(database.kysely);
  }

  const written = () => database.kysely.selectFrom('outbox').selectAll().orderBy('id').execute();
  const subjects = async (): Promise<string[]> => (await written()).map(({ subject }) => subject);
  const queued = () => database.kysely.selectFrom('order_mail_queue').selectAll().execute();

  test('packers who asked get them, riders do not', async () => {
    await nusrat({ role: 'rider' });
    await place('abc123');
    expect(await queued()).toEqual([]);
    await nusrat({ role: 'packer' });
    await place('def456');
    await nusrat({ role: 'rider' });
    await drain();
    expect(await written()).toEqual([]);
    await nusrat({ role: 'packer' });
    await place('ghi789');
    await drain();
    expect(await subjects()).toEqual(['New order #ghi789, Tk 540']);
  });

  test('the first order is mailed at once', async () => {
    await place('abc123', { name: 'Rahima <b>' });
    await drain();
    const [mail] = await written();
    expect(mail).toMatchObject({ recipient: 'nusrat@example.com', subject: 'New order #abc123, Tk 540' });
    expect(mail?.body_text).toContain('#abc123, Rahima <b> · Savar, dhaka · 3 pieces: Tk 540');
    expect(mail?.body_text).toContain(`https://shop.example/operator/orders/${'abc123'.padEnd(24, '0')}`);
    expect(mail?.body_html).toContain('Rahima &lt;b&gt;');
    expect(mail?.body_html).toContain('href="https://shop.example/operator/orders"');
    expect(await queued()).toEqual([]);
  });

  test('later ones are gathered for 10 minutes', async () => {
    await place('aaa111');
    await drain();
    for (let at = 0; at < 7; at += 1) await place(`bbb11${at}`, { total: 1_000.5 });
    clock += 9 * MINUTE;
    await drain();
    expect(await subjects()).toEqual(['New order #aaa111, Tk 540']);
    clock += MINUTE;
    await drain();
    expect(await subjects()).toEqual(['New order #aaa111, Tk 540', '7 new orders, Tk 7,003.5']);
    expect((await written())[1]?.body_text.match(/#bbb11\d, /g)).toHaveLength(7);
    clock += 10 * MINUTE;
    await drain();
    expect(await subjects()).toHaveLength(2);
    await place('ccc111');
    await drain();
    expect((await subjects())[2]).toBe('New order #ccc111, Tk 540');
  });

  test('of very many orders 50 are listed, and what is packed or canceled by then is not', async () => {
    await place('first1');
    await drain();
    for (let at = 100; at < 153; at += 1) await place(`bbb${at}`, { total: 100 });
    await database.kysely.updateTable('orders').set({ status: 'canceled' }).where('id', 'like', 'bbb152%').execute();
    clock += 10 * MINUTE;
    await drain();
    const [, mail] = await written();
    expect(mail?.subject).toBe('52 new orders, Tk 5,200');
    expect(mail?.body_text.match(/#bbb\d{3}, /g)).toHaveLength(50);
    expect(mail?.body_text).toContain('And 2 more.');
  });

  test('who was removed or switched them off gets none', async () => {
    for (const change of [{ order_mails: false }, { role: 'user' }]) {
      await place(`abc12${change.role ? 1 : 2}`);
      expect(await queued()).toHaveLength(1);
      await nusrat(change);
      await drain();
      expect(await queued()).toEqual([]);
      await place(`def12${change.role ? 1 : 2}`);
      expect(await queued()).toEqual([]);
      await nusrat({ order_mails: true, role: 'operator' });
    }
    expect(await subjects()).toEqual([]);
  });

  test('several processes write each mail once', async () => {
    for (let at = 0; at < 5; at += 1) await place(`abc12${at}`);
    const processes = [drain, drain, drain];
    await Promise.all(processes.map((run) => run()));
    expect(await subjects()).toEqual(['5 new orders, Tk 2,700']);
    for (let round = 1; round <= 5; round += 1) {
      clock += 10 * MINUTE;
      await Promise.all([place(`ddd12${round}`), ...processes.map((run) => run())]);
      await Promise.all(processes.map((run) => run()));
      expect(await queued()).toEqual([]);
      expect(await subjects()).toHaveLength(1 + round);
    }
  });

  test('an order that is rolled back is in none, and a mail that fails keeps its orders', async () => {
    const { kysely } = database;
    await sql`alter table outbox add constraint broken check (recipient <> 'nusrat@example.com') not valid`.execute(
      kysely,
    );
    await place('abc123');
    await expect(drain()).rejects.toThrow('broken');
    expect(await queued()).toHaveLength(1);
    await sql`alter table outbox drop constraint broken`.execute(kysely);
    await drain();
    expect(await subjects()).toEqual(['New order #abc123, Tk 540']);
  });
});
