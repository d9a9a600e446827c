import { productFieldsOf } from '../catalogue/rows.ts';
import { exampleProduct } from '../../test/support/factories.ts';
import pino from 'pino';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import type { Database } from '../db/connect.ts';
import { createFollowUp } from '../orders/follow-up.ts';
import type { FollowUp } from '../orders/follow-up.ts';
import { enqueue } from './mail.ts';
import { createNewOrderMails } from './new-order-mails.ts';
import type { NewOrderMails } from './new-order-mails.ts';

const sender = { name: 'Sodai', phone: '+880 1700-000000', url: 'https://shop.example' };
const log = pino({ level: 'silent' });
const MINUTE = 60_000;

describeWithDatabase('mails about new orders', ({ open }) => {
  let database: Database;
  let clock = Date.UTC(2026, 10, 21);
  let followUp: FollowUp;
  const running: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    database = await open();
    followUp = createFollowUp(database.kysely, log);
    await database.kysely
      .insertInto('users')
      .values([
        { id: 'nusrat', email: 'nusrat@example.com', name: 'Nusrat', role: 'operator', order_mails: true },
        { id: 'karim', email: 'karim@example.com', name: 'Karim', role: 'operator' },
        { id: 'rahim', email: 'rahim@example.com', name: 'Rahim', order_mails: true },
      ])
      .execute();
    return () => followUp.close();
  });

  afterEach(async () => {
    for (const one of running.splice(0)) await one.close();
    const { kysely } = database;
    for (const table of ['orders', 'order_mail_queue', 'order_mail_times', 'outbox'] as const) {
      await kysely.deleteFrom(table).execute();
    }
    const asked = kysely.updateTable('users').set({ order_mails: true, role: 'operator' });
    await asked.where('id', '=', 'nusrat').execute();
  });

  /** The mails are written to the outbox and not sent. */
  async function start(): Promise<NewOrderMails> {
    const mails = await createNewOrderMails({ database, mail: { enqueue }, sender, log, now: () => new Date(clock) });
    running.push(mails);
    return mails;
  }

  async function place(id: string, { total = 540, name = 'Rahima' } = {}): Promise<void> {
    await database.kysely.transaction().execute(async (trx) => {
      const { number } = await trx
        .insertInto('orders')
        .values({
          id: id.padEnd(24, '0'),
          user_id: 'rahim',
          idempotency_key: crypto.randomUUID(),
          request_hash: '',
          status: 'pending',
          payment_method: 'cashon',
          payment_status: 'unpaid',
          sub_total_poisha: total * 100 - 6_000,
          shipping_cost_poisha: 6_000,
          discount_poisha: 0,
          total_cost_poisha: total * 100,
          shipping_info: JSON.stringify({ name, city: 'Savar', division: 'dhaka' }),
        })
        .returning('number')
        .executeTakeFirstOrThrow();
      const line = productFieldsOf(exampleProduct({ price: 1 }));
      for (const quantity of [1, 2]) {
        const values = { ...line, product_id: 'rui', order_number: number, line: quantity, quantity };
        await trx.insertInto('order_lines').values(values).execute();
      }
    });
    await followUp.now();
  }

  async function written() {
    return database.kysely
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'body_text', 'body_html'])
      .orderBy('id')
      .execute();
  }
  const subjects = async (): Promise<string[]> => (await written()).map(({ subject }) => subject);
  const queued = () => database.kysely.selectFrom('order_mail_queue').selectAll().execute();

  test('the first order is mailed at once, by itself', async () => {
    await start();
    await place('abc123', { name: 'Rahima <b>' });
    const [mail] = await vi.waitUntil(async () => (await written()).length > 0 && written(), SOON);
    expect(mail).toMatchObject({ recipient: 'nusrat@example.com', subject: 'New order #abc123, Tk 540' });
    expect(mail?.body_text).toContain('#abc123, Rahima <b> · Savar, dhaka · 3 pieces: Tk 540');
    expect(mail?.body_text).toContain(`https://shop.example/operator/orders/${'abc123'.padEnd(24, '0')}`);
    expect(mail?.body_html).toContain('Rahima &lt;b&gt;');
    expect(mail?.body_html).toContain('href="https://shop.example/operator/orders"');
    expect(await queued()).toEqual([]);
  });

  test('later ones are gathered for 10 minutes', async () => {
    const mails = await start();
    await place('aaa111');
    await mails.drain();
    for (let at = 0; at < 7; at += 1) await place(`bbb11${at}`, { total: 1_000.5 });
    clock += 9 * MINUTE;
    await mails.drain();
    expect(await subjects()).toEqual(['New order #aaa111, Tk 540']);
    clock += MINUTE;
    await mails.drain();
    expect(await subjects()).toEqual(['New order #aaa111, Tk 540', '7 new orders, Tk 7,003.5']);
    expect((await written())[1]?.body_text.match(/#bbb11\d, /g)).toHaveLength(7);
    clock += 10 * MINUTE;
    await mails.drain();
    expect(await subjects()).toHaveLength(2);
    await place('ccc111');
    await mails.drain();
    expect((await subjects())[2]).toBe('New order #ccc111, Tk 540');
  });

  test('of very many orders 50 are listed, and what is packed or canceled by then is not', async () => {
    const mails = await start();
    await place('first1');
    await mails.drain();
    for (let at = 100; at < 153; at += 1) await place(`bbb${at}`, { total: 100 });
    await database.kysely.updateTable('orders').set({ status: 'canceled' }).where('id', 'like', 'bbb152%').execute();
    clock += 10 * MINUTE;
    await mails.drain();
    const [, mail] = await written();
    expect(mail?.subject).toBe('52 new orders, Tk 5,200');
    expect(mail?.body_text.match(/#bbb\d{3}, /g)).toHaveLength(50);
    expect(mail?.body_text).toContain('And 2 more.');
  });

  test('who was removed or switched them off gets none', async () => {
    const { kysely } = database;
    for (const change of [{ order_mails: false }, { role: 'user' }]) {
      await place(`abc12${change.role ? 1 : 2}`);
      expect(await queued()).toHaveLength(1);
      await kysely.updateTable('users').set(change).where('id', '=', 'nusrat').execute();
      const mails = await start();
      await mails.drain();
      await mails.close();
      expect(await queued()).toEqual([]);
      await place(`def12${change.role ? 1 : 2}`);
      expect(await queued()).toEqual([]);
      await kysely
        .updateTable('users')
        .set({ order_mails: true, role: 'operator' })
        .where('id', '=', 'nusrat')
        .execute();
    }
    expect(await subjects()).toEqual([]);
  });

  test('several processes write each mail once', async () => {
    for (let at = 0; at < 5; at += 1) await place(`abc12${at}`);
    const processes = await Promise.all([start(), start(), start()]);
    await Promise.all(processes.map((mails) => mails.drain()));
    expect(await subjects()).toEqual(['5 new orders, Tk 2,700']);
    for (let round = 1; round <= 5; round += 1) {
      clock += 10 * MINUTE;
      await Promise.all([place(`ddd12${round}`), ...processes.map((mails) => mails.drain())]);
      await Promise.all(processes.map((mails) => mails.drain()));
      expect(await queued()).toEqual([]);
      expect(await subjects()).toHaveLength(1 + round);
    }
  });

  test('an order that is rolled back is in none, and a mail that fails keeps its orders', async () => {
    const failing = await createNewOrderMails({
      database,
      mail: { enqueue: () => Promise.reject(new Error('the outbox is full')) },
      sender,
      log,
      now: () => new Date(clock),
    });
    await place('abc123');
    await failing.drain();
    await failing.close();
    expect(await queued()).toHaveLength(1);
    await (await start()).drain();
    expect(await subjects()).toEqual(['New order #abc123, Tk 540']);
  });
});
