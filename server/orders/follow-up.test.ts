import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import type { Database } from '../db/connect.ts';
import { createFollowUp } from './follow-up.ts';
import { SHIPPING } from '../../test/support/factories.ts';
import type { FollowUp } from './follow-up.ts';

describeWithDatabase('new orders are followed up', ({ open }) => {
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
  async function place(id: string): Promise<void> {
    await database.kysely
      .insertInto('orders')
      .values({
        id,
        user_id: 'rahim',
        idempotency_key: randomUUID(),
        request_hash: '',
        status: 'pending',
        payment_method: 'cashon',
        payment_status: 'unpaid',
        sub_total_poisha: 100,
        shipping_cost_poisha: 6_000,
        discount_poisha: 0,
        total_cost_poisha: 6_100,
        shipping_info: JSON.stringify({ ...SHIPPING, name: `Rahim ${id}` }),
      })
      .execute();
  }

  function start(): FollowUp {
    const followUp = createFollowUp(database.kysely, { warn: () => {} });
    running.push(followUp);
    return followUp;
  }

  async function left(): Promise<number[]> {
    const [queue, mails] = await Promise.all(
      (['order_follow_ups', 'order_mail_queue'] as const).map((table) =>
        database.kysely.selectFrom(table).select('order_number').execute(),
      ),
    );
    return [queue, mails].map((rows) => rows?.length ?? 0);
  }

  test('once, in the background: mails to operators, notifications', async () => {
    for (const id of ['a', 'b', 'c']) await place(id);
    expect(await left()).toEqual([3, 0]);
    expect(heard).toEqual([]);
    const processes = [start(), start()];
    for (let time = 0; time < 3; time += 1) for (const one of processes) one.soon();
    await vi.waitUntil(() => heard.length === 4, SOON);
    expect(heard.toSorted()).toEqual(['console', 'mail', 'mail orders', 'profile rahim']);
    expect(await left()).toEqual([0, 3]);
  });

  test('before the process ends', async () => {
    await place('a');
    const followUp = start();
    followUp.soon();
    await followUp.close();
    expect(await left()).toEqual([0, 1]);
  });

  test('without those whose address was deleted first', async () => {
    const { kysely } = database;
    await place('a');
    await place('b');
    await kysely.updateTable('orders').set({ shipping_info: '{}' }).where('id', '=', 'a').execute();
    await kysely.deleteFrom('orders').where('id', '=', 'b').execute();
    await start().now();
    expect(await left()).toEqual([0, 0]);
  });

  test('all of very many, and after a failure again', async () => {
    await sql`
      insert into orders (id, user_id, idempotency_key, request_hash, status, payment_method, payment_status,
        sub_total_poisha, shipping_cost_poisha, discount_poisha, total_cost_poisha, shipping_info)
      select 'o' || n, 'rahim', gen_random_uuid(), '', 'pending', 'cashon', 'unpaid', 100, 6000, 0, 6100, '{"name": "Rahim"}'
      from generate_series(1, 1100) n`.execute(database.kysely);
    await sql`alter table order_mail_queue add constraint broken check (user_id = '') not valid`.execute(
      database.kysely,
    );
    const followUp = start();
    await expect(followUp.now()).rejects.toThrow('broken');
    await sql`alter table order_mail_queue drop constraint broken`.execute(database.kysely);
    await followUp.now();
    expect(await left()).toEqual([0, 1_100]);
  });
});
