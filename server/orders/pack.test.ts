import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { PackedItem } from '../../domain/orders/edit-order.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { catalogueRow, exampleProduct, exampleShipping } from '../../test/support/factories.ts';
import { placeRequest } from '../../test/support/order-request.ts';
import { orderMails } from '../../test/support/order-mails.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import type { Orders } from './orders.ts';

const BY = 'nusrat@example.com';
const AMINA = { id: 'amina', email: 'amina@example.com', name: 'Amina', language: 'bn' } as const;
const PRODUCTS = [
  exampleProduct({ id: 'rui', name: 'Rui', name_bn: 'রুই', price: 350, weight: '1', unit: 'kg' }),
  exampleProduct({ id: 'katla', name: 'Katla', price: 340, weight: '1', unit: 'kg' }),
  exampleProduct({ id: 'dim', name: 'Dim', price: 50, weight: '12', unit: 'pcs' }),
  exampleProduct({ id: 'ilish', name: 'Ilish', price: 900, weight: '1', unit: 'kg' }),
] as const;
const [RUI, , DIM] = PRODUCTS;
const WEIGHED = new Set(['rui', 'katla']);

describeWithDatabase('packing an order', ({ open }) => {
  let database: Database;
  let orders: Orders;

  beforeAll(async () => {
    database = await open();
    orders = usualOrders(database, { mails: orderMails() });
    await database.kysely.insertInto('users').values(AMINA).execute();
    const rows = PRODUCTS.map((product) => catalogueRow(product));
    const weighed = rows.map((row) => Object.assign(row, { by_weight: WEIGHED.has(row.id) ? 'yes' : 'no' }));
    await createCatalogue(database).importRows(weighed, 'operator');
  });
  beforeEach(() =>
    sql`truncate orders, order_sums, product_sums, order_counts, outbox, order_changes restart identity cascade`.execute(
      database.kysely,
    ),
  );

  /** Two kilograms of rui and a dozen of eggs: Tk 750 and the delivery. */
  const place = async () => {
    const { id } = valueOf(await orders.place(AMINA, { ...placeRequest([RUI, 2], [DIM, 1]), missing: 'similar' }));
    return valueOf(await orders.admin.show(id)).order;
  };
  const pack = (id: string, items: PackedItem[], options = {}) =>
    orders.admin.change(id, { change: 'pack', items }, BY, options);
  const shown = async (id: string) => valueOf(await orders.admin.show(id));
  const mails = async () => {
    const rows = await database.kysely.selectFrom('outbox').select('body_text').orderBy('id').execute();
    return rows.slice(1).map(({ body_text }) => body_text);
  };
  const EGGS = { id: 'dim', quantity: 1 };

  test('as ordered it is packed, and no mail goes', async () => {
    const { id, totalCost, missing } = await place();
    expect(missing).toBe('similar');
    const asOrdered = [{ id: 'rui', quantity: 2 }, EGGS];
    expect(await pack(id, asOrdered)).toMatchObject({
      repeated: false,
      value: { stage: 'packed', totalCost, revision: 1 },
    });
    expect(await pack(id, asOrdered)).toMatchObject({ repeated: true, value: { revision: 1 } });
    // A purge leaves nothing of the address.
    await sql`update orders set shipping_info = '{}'`.execute(database.kysely);
    expect(await pack(id, asOrdered)).toMatchObject({ repeated: true, value: { revision: 1 } });
    expect(await mails()).toEqual([]);
    expect(valueOf(await orders.history(AMINA, id)).map(({ kind }) => kind)).toEqual(['status', 'stage']);
  });

  test('weighed, short and instead: every place has the final lines and the same sum, and one mail tells it', async () => {
    const { id } = await place();
    const instead = { id: 'katla', quantity: 1, instead: 'rui', weighed: 0.95 };
    const packed = await pack(id, [{ id: 'rui', quantity: 1, weighed: 1.08 }, instead, EGGS]);
    // 378 + 323 + 50
    const totals = { subTotal: 751, shippingCost: 60, totalCost: 811 };
    const lines = [
      { id: 'rui', quantity: 1, weighed: 1.08 },
      { id: 'katla', weighed: 0.95, instead: { id: 'rui', name: 'Rui', name_bn: 'রুই' } },
      { id: 'dim' },
    ];
    expect(packed).toMatchObject({ ok: true, value: { stage: 'packed', ...totals, orderItems: lines } });
    expect(valueOf(await orders.find(AMINA, id))).toMatchObject({ ...totals, orderItems: lines });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    for (const text of ['অর্ডার ১ কেজি, মেপে ১.০৮ কেজি', 'রুই-এর বদলে', '৮১১.০']) expect(mail).toContain(text);
    expect(valueOf(await orders.history(AMINA, id)).map(({ kind }) => kind)).toEqual(['status', 'edit', 'stage']);
    const { rows } = await sql<{ paid: number }>`select sum(paid_poisha)::integer as paid from order_lines`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ paid: 75_100 }]);
    await orders.admin.change(id, { change: 'deliver', collected: 81_100 }, BY);
    expect((await shown(id)).money).toMatchObject({ 'to collect': 811, collected: 811 });
  });

  test('a press that comes again changes nothing, and one for what the order was is refused', async () => {
    const { id, revision } = await place();
    const key = randomUUID();
    const items = [{ id: 'rui', quantity: 1 }, EGGS];
    expect(await pack(id, items, { key, revision })).toMatchObject({ ok: true, repeated: false });
    expect(await pack(id, items, { key, revision })).toMatchObject({ ok: true, repeated: true });
    expect(await pack(id, items, { key: randomUUID(), revision })).toMatchObject({
      status: 409,
      reason: { code: 'changed-meanwhile' },
    });
    expect((await shown(id)).history).toHaveLength(2);
  });

  test('refused, nothing changes', async () => {
    const { id } = await place();
    const dear = { id: 'ilish', quantity: 1, instead: 'rui' };
    for (const [code, ...items] of [
      ['over-weight', { id: 'rui', quantity: 2, weighed: 2.3 }],
      ['not-by-weight', { ...EGGS, weighed: 12 }],
      ['dearer-instead', { id: 'rui', quantity: 1 }, dear],
      ['not-ordered', { id: 'rui', quantity: 2 }, dear],
    ] as const)
      expect(await pack(id, [...items])).toMatchObject({ status: 422, reason: { code } });
    expect(await shown(id)).toMatchObject({ order: { stage: 'new', revision: 0 } });
    expect(
      await pack(id, [
        { id: 'rui', quantity: 1 },
        { ...dear, agreed: true },
      ]),
    ).toMatchObject({ ok: true });
    await orders.admin.change(id, { change: 'cancel' }, BY);
    expect(await pack(id, [EGGS])).toMatchObject({ status: 409, reason: { code: 'order-status' } });
  });

  test('packed after an edit whose mail waits, one mail tells both; the price is that of the order', async () => {
    const { id } = await place();
    await orders.admin.change(
      id,
      { change: 'edit', items: [{ id: 'rui', quantity: 1 }, EGGS], reason: 'She rang' },
      BY,
    );
    await createCatalogue(database).change('rui', { price: '500' }, { by: 'operator' });
    expect(await pack(id, [{ id: 'rui', quantity: 1, weighed: 1.1 }, EGGS])).toMatchObject({
      value: { subTotal: 435 },
    });
    // An edit of another line keeps what was weighed.
    const more = [
      { id: 'rui', quantity: 1 },
      { id: 'dim', quantity: 2 },
    ];
    const edited = await orders.admin.change(id, { change: 'edit', items: more, reason: '' }, BY);
    expect(edited).toMatchObject({ value: { subTotal: 485, orderItems: [{ weighed: 1.1 }, {}] } });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    for (const text of ['মেপে ১.১ কেজি', 'She rang', '২-এর বদলে ১ × রুই']) expect(mail).toContain(text);
    await createCatalogue(database).change('rui', { price: '350' }, { by: 'operator' });
  });

  test('what to do when something is missing is part of what a key asks for', async () => {
    const order = placeRequest([RUI, 1]);
    const { id, missing } = valueOf(await orders.place(AMINA, order));
    expect(missing).toBe('call');
    expect(valueOf(await orders.place(AMINA, order)).id).toBe(id);
    expect(await orders.place(AMINA, { ...order, missing: 'leave' })).toMatchObject({ status: 409 });
    const phone = {
      items: [EGGS],
      shippingInfo: exampleShipping(),
      idempotencyKey: randomUUID(),
      missing: 'leave' as const,
    };
    expect(valueOf(await orders.admin.place(phone, BY)).missing).toBe('leave');
  });
});
