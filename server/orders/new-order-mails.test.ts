import { lineOf } from './rows.ts';
import { exampleItem } from '../../test/support/factories.ts';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithDatabase } from '../../test/support/databases.ts';
import type { Database } from '../db/connect.ts';
import { followChanges } from './changes.ts';
import { writeNewOrderMails } from './new-order-mails.ts';

const sender = { name: 'Sodai', nameBn: 'সদাই', phone: '+880 1700-000000', url: 'https://shop.example' };
const MINUTE = 60_000;

describeWithDatabase('mails about new orders', ({ open }) => {
  let database: Database;
  let clock = Date.UTC(2026, 10, 21);

  beforeAll(async () => {
    database = await open();
    await database.kysely
      .insertInto('users')
      .values([
        { id: 'nusrat', email: 'nusrat@example.com', name: 'Nusrat', role: 'operator', order_mails: true },
        { id: 'karim', email: 'karim@example.com', name: 'Karim', role: 'operator' },
        { id: 'rahim', email: 'rahim@example.com', name: 'Rahim', order_mails: true },
      ])
      .execute();
  });

  afterEach(async () => {
    const { kysely } = database;
    for (const table of ['orders', 'order_mail_queue', 'order_mail_times', 'outbox'] as const) {
      await kysely.deleteFrom(table).execute();
    }
    const asked = kysely.updateTable('users').set({ order_mails: true, role: 'operator' });
    await asked.where('id', '=', 'nusrat').execute();
  });

  /** The mails are written to the outbox and not sent. */
  const drain = () => writeNewOrderMails(database.kysely, sender, new Date(clock));

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
      const history = { order_number: number, actor: 'owner', to_status: 'pending' } as const;
      await trx.insertInto('order_history').values(history).execute();
      for (const quantity of [1, 2]) {
        const values = { ...lineOf(exampleItem({ quantity }), quantity), order_number: number };
        await trx.insertInto('order_lines').values(values).execute();
      }
    });
    await followChanges(database.kysely);
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

  test('packers who asked get them, riders do not', async () => {
    const role = (name: string) => database.kysely.updateTable('users').set({ role: name }).where('id', '=', 'nusrat');
    await role('rider').execute();
    await place('abc123');
    expect(await queued()).toEqual([]);
    await role('packer').execute();
    await place('def456');
    await role('rider').execute();
    await drain();
    expect(await written()).toEqual([]);
    await role('packer').execute();
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
    const { kysely } = database;
    for (const change of [{ order_mails: false }, { role: 'user' }]) {
      await place(`abc12${change.role ? 1 : 2}`);
      expect(await queued()).toHaveLength(1);
      await kysely.updateTable('users').set(change).where('id', '=', 'nusrat').execute();
      await drain();
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
