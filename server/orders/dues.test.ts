import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dayInDhaka } from '../../base/dates.ts';
import { fromPoisha, toPoisha } from '../../domain/money.ts';
import { shortOrderId } from '../../domain/orders/order.ts';
import { dayAfter } from '../../domain/orders/delivery.ts';
import type { OrderChange } from '../../domain/orders/changes.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { catalogueRow, exampleProduct, exampleShipping } from '../../test/support/factories.ts';
import { placeRequest } from '../../test/support/order-request.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { usualDues, usualOrders } from '../../test/support/usual-orders.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import type { Orders } from './orders.ts';

const AMINA = { id: 'amina', email: 'amina@example.com', name: 'Amina', language: 'en' } as const;
const RUI = exampleProduct({ id: 'rui', price: 40, discount: '0' });
const BY = 'nusrat@example.com';
const TODAY = dayInDhaka(new Date());
const [PHONE, OTHER] = ['01711000101', '01811000202'];

describeWithDatabase('dues', ({ open }) => {
  let database: Database;
  let orders: Orders;
  let dues: ReturnType<typeof usualDues>;

  beforeAll(async () => {
    database = await open();
    orders = usualOrders(database);
    dues = usualDues(database, { bkashNumber: '01799000000' });
    await database.kysely.insertInto('users').values(AMINA).execute();
    await createCatalogue(database).importRows([catalogueRow(RUI)], 'operator');
  });

  beforeEach(async () => {
    await sql`truncate orders, order_counts, outbox, order_changes, handovers, audit, due_limits restart identity cascade`.execute(
      database.kysely,
    );
  });

  /** Of Tk 100. */
  async function place(phone = PHONE): Promise<string> {
    const shippingInfo = exampleShipping({ phone, name: `Caller ${phone}` });
    return valueOf(await orders.place(AMINA, { ...placeRequest([RUI, 1]), shippingInfo })).id;
  }

  async function delivered(collected?: number, phone?: string): Promise<string> {
    const id = await place(phone);
    valueOf(await change(id, { change: 'deliver', collected: collected && toPoisha(collected) }));
    return id;
  }

  const change = (id: string, asked: OrderChange) => orders.admin.change(id, asked, BY);
  const shown = async (id: string) => valueOf(await orders.admin.show(id));
  const collect = (tk: number, key?: string) =>
    dues.settle(PHONE, { change: 'collect', amount: toPoisha(tk), how: 'bkash', reference: '8N7A' }, BY, key);

  test('the phones that owe are listed with the oldest order first, page by page', async () => {
    const [first] = [await delivered(40), await delivered(100), await delivered(0, OTHER)];
    await place(OTHER);
    await delivered(90, '+8801711-000101');
    await sql`update order_money set day = day - 3 where order_number = (select number from orders where id = ${first})`.execute(
      database.kysely,
    );
    const amina = { phone: PHONE, sum: 70, since: dayAfter(TODAY, -3), orders: 2, limit: null };
    const page = await dues.list({ limit: 1 });
    expect(page.dues).toMatchObject([amina]);
    expect(await dues.list({ after: page.next })).toMatchObject({ dues: [{ phone: OTHER, sum: 100 }], next: null });
    expect((await dues.list()).dues).toHaveLength(2);
    expect((await dues.list({ after: '1e999' })).dues).toHaveLength(2);
    expect(await dues.showOne('+88 01711-000101')).toMatchObject({
      ...amina,
      unpaid: [{ id: first, total: 100, owed: 60 }, {}],
    });
    expect(await dues.showOne('01911000303')).toMatchObject({ sum: 0, since: null, orders: 0, unpaid: [] });
  });

  test('what is collected pays the oldest orders first, once for each key, and never more than is owed', async () => {
    const [old, next, last] = [await delivered(40), await delivered(70), await delivered(0)];
    const key = randomUUID();
    const pressed = await Promise.all([1, 2, 3].map(() => collect(75, key)));
    expect(pressed.map((outcome) => outcome.ok && outcome.repeated === true).toSorted()).toEqual([false, true, true]);
    expect(await collect(75, key)).toMatchObject({ ok: true, repeated: true, value: { sum: 115 } });
    expect(await collect(76, key)).toMatchObject({ ok: false, reason: { code: 'change-key-used' } });
    expect((await shown(old)).order.paymentStatus).toBe('paid');
    expect((await shown(next)).money).toMatchObject({ collected: 85 });
    for (const amount of [0, 115.01])
      expect(await collect(amount)).toMatchObject({
        status: 422,
        reason: { code: 'amount' },
        fields: [{ field: 'amount' }],
      });
    expect(await dues.showOne(PHONE)).toMatchObject({ sum: 115, orders: 2 });
    const lost = { change: 'write-off', amount: toPoisha(115), reason: 'Moved away' } as const;
    expect(await dues.settle(PHONE, lost, BY)).toMatchObject({ value: { sum: 0 } });
    expect((await shown(last)).money).toMatchObject({ collected: 0, 'written off': 100 });
    expect((await dues.list()).dues).toEqual([]);
  });

  test('an order that is set back owes nothing; one of which money was given back only when that is still owed', async () => {
    const [back, given, owed] = [await delivered(0), await delivered(100), await delivered(100)];
    await change(back, { change: 'set-back', reason: 'Never came' });
    await change(given, { change: 'give-back', amount: 3_000, reason: 'Rotten' });
    await change(owed, { change: 'give-back', amount: 3_000, owed: true, reason: 'It was her neighbour’s' });
    expect(await dues.showOne(PHONE)).toMatchObject({ sum: 30, unpaid: [{ id: owed, owed: 30 }] });
  });

  test('an order with which a phone would owe more than its limit waits to be confirmed', async () => {
    const stageOf = async (id: string) => (await shown(id)).order.stage;
    await delivered(40);
    await dues.limit(PHONE, toPoisha(160), BY);
    expect(await stageOf(await place())).toBe('new');
    await dues.limit(PHONE, toPoisha(159.9), BY);
    expect(await stageOf(await place())).toBe('to confirm');
    const shippingInfo = exampleShipping({ phone: PHONE });
    const byPhone = { items: [{ id: RUI.id, quantity: 1 }], shippingInfo, idempotencyKey: randomUUID() };
    expect(await orders.admin.place(byPhone, BY)).toMatchObject({ value: { stage: 'to confirm' } });
    expect(await stageOf(await place(OTHER))).toBe('new');
    expect(await dues.limit(PHONE, null, BY)).toMatchObject({ value: { limit: null, sum: 60 } });
    expect(await stageOf(await place())).toBe('new');
    const log = database.kysely.selectFrom('audit').select(['subject', 'details']).where('action', '=', 'dues.limit');
    expect((await log.execute()).at(-1)).toEqual({ subject: '101', details: { limit: 'none' } });
  });

  test('the statement says what is owed for which orders, and where to pay it, in each language', async () => {
    const id = await delivered(40);
    const { en, bn } = (await dues.showOne(PHONE)).statement;
    expect(en).toContain(`Caller ${PHONE}, ${PHONE}`);
    expect(en).toMatch(new RegExp(`${shortOrderId(id)}, .*: Tk 100, .* Tk 60\n.*Tk 60\nbKash 01799000000$`));
    expect(bn).toMatch(/৳১০০, বাকি ৳৬০\nমোট বাকি: ৳৬০\n/);
    expect(fromPoisha(6_000)).toBe(60);
  });
});
