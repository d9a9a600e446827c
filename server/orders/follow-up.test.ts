import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import type { Database } from '../db/connect.ts';
import { type Worker, createWorker } from '../jobs/worker.ts';
import { storeOrder } from '../../test/support/stored-orders.ts';
import { followChanges } from './follow-up.ts';

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
