import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dayInDhaka } from '../../base/dates.ts';
import { FIRST_CATEGORIES } from '../../test/support/first-categories.ts';
import { dayAfter } from '../../domain/orders/delivery.ts';
import { refused } from '../../domain/outcome.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';
import { type Line, placeRequest } from '../../test/support/order-request.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import { createFigures } from '../figures/figures.ts';
import type { Orders } from '../orders/orders.ts';
import { createStock } from '../stock/stock.ts';
import { createBazaar, type Purchase } from './bazaar.ts';

const AMINA = { id: 'amina', email: 'amina@example.com', name: 'Amina', language: 'en' } as const;
const BY = 'nusrat@example.com';
const of = { category: 'vegetables', weight: '1', unit: 'kg' };
const ALU = exampleProduct({ ...of, id: 'alu', name: 'Potato', name_bn: 'আলু', price: 40 });
const MORICH = exampleProduct({
  ...of,
  id: 'morich',
  name: 'Chilli',
  name_bn: 'মরিচ',
  weight: '250',
  unit: 'g',
  price: 50,
});
const RUI = exampleProduct({ id: 'rui', name: 'Rui', price: 400 });
const TODAY = dayInDhaka(new Date());
const [WEDNESDAY, THURSDAY] = [dayAfter(TODAY, 3), dayAfter(TODAY, 4)];

describeWithDatabase('the list for the bazaar', ({ open }) => {
  let database: Database;
  let orders: Orders;
  let bazaar: ReturnType<typeof createBazaar>;
  let stock: ReturnType<typeof createStock>;

  beforeAll(async () => {
    database = await open();
    orders = usualOrders(database);
    const lowStock = () => 5;
    bazaar = createBazaar({ database, categories: () => FIRST_CATEGORIES, lowStock });
    stock = createStock({ database, lowStock });
    await database.kysely.insertInto('users').values(AMINA).execute();
  });

  beforeEach(async () => {
    await sql`truncate products, stock_movements, orders, order_sums, product_sums, order_counts, order_changes, outbox, audit restart identity cascade`.execute(
      database.kysely,
    );
    await createCatalogue(database).importRows([ALU, MORICH, RUI].map(catalogueRow), 'operator');
  });

  async function place(day: string, ...lines: Line[]): Promise<string> {
    const { id } = valueOf(await orders.place(AMINA, placeRequest(...lines)));
    await database.kysely.updateTable('orders').set({ delivery_day: day }).where('id', '=', id).execute();
    return id;
  }

  const buy = async (id: string, purchase: Purchase, day = WEDNESDAY) =>
    valueOf(await bazaar.buy(day, id, purchase, BY));
  const needs = async (day?: string) => {
    const list = await bazaar.list(day);
    return Object.fromEntries(list.categories.flatMap(({ rows }) => rows).map(({ id, need }) => [id, need]));
  };

  test('sums what the open orders of the next day need, by category, in the larger unit', async () => {
    await place(WEDNESDAY, [ALU, 40], [MORICH, 3]);
    await place(WEDNESDAY, [ALU, 6], [RUI, 1]);
    await place(THURSDAY, [ALU, 5]);
    const canceled = await place(WEDNESDAY, [ALU, 9]);
    await orders.admin.change(canceled, { change: 'cancel', reason: 'customer-asked' }, BY);
    const { day, days, categories, text } = await bazaar.list();
    expect([day, days]).toEqual([WEDNESDAY, [WEDNESDAY, THURSDAY]]);
    expect(categories.map(({ id, rows }) => [id, rows.map(({ name, need }) => `${name} ${need}`)])).toEqual([
      ['vegetables', ['Potato 46 kg', 'Chilli 0.75 kg']],
      ['fish', ['Rui 1 kg']],
    ]);
    expect(text.split('\n').slice(1)).toEqual(['আলু ৪৬ কেজি', 'মরিচ ০.৭৫ কেজি', 'Rui ১ কেজি']);
    expect(await needs(THURSDAY)).toEqual({ alu: '5 kg' });
    expect(await needs(dayAfter(THURSDAY))).toEqual({});
  });

  test('is of one delivery time, where orders have any', async () => {
    const [early, late] = [await place(WEDNESDAY, [ALU, 2]), await place(WEDNESDAY, [ALU, 5])];
    for (const [id, from] of Object.entries({ [early]: '09:00', [late]: '17:00' }))
      await database.kysely
        .updateTable('orders')
        .set({ slot_from: from, slot_to: '20:00' })
        .where('id', '=', id)
        .execute();
    const { times, text } = await bazaar.list(WEDNESDAY, '17:00');
    expect(times).toEqual([
      { from: '09:00', to: '20:00' },
      { from: '17:00', to: '20:00' },
    ]);
    expect(text).toContain('আলু ৫ কেজি');
  });

  test('leaves out what is in stock, or what the orders hold of it', async () => {
    await place(WEDNESDAY, [ALU, 10]);
    await stock.move('alu', { move: 'count', pieces: 4 }, BY);
    expect(await needs()).toEqual({ alu: '6 kg' });
    await place(WEDNESDAY, [ALU, 3]);
    expect(await needs()).toEqual({ alu: '9 kg' });
    await stock.move('alu', { move: 'goods-in', pieces: 20 }, BY);
    expect(await needs()).toEqual({});
  });

  test('what is bought goes into the stock once, and out again when it was a mistake', async () => {
    await place(WEDNESDAY, [ALU, 10], [MORICH, 6]);
    await stock.move('alu', { move: 'count', pieces: 2 }, BY);
    const inStock = async () => valueOf(await stock.show('alu')).product.stock;
    expect(await buy('alu', { bought: true })).toMatchObject({ bought: true, quantityBought: 8, paid: null });
    expect(await inStock()).toBe(10);
    expect(await buy('alu', { paidPoisha: 30_050 })).toMatchObject({ bought: true, quantityBought: 8, paid: 300.5 });
    expect(await buy('alu', { quantity: 12.5 })).toMatchObject({ quantityBought: 12.5 });
    expect(await inStock()).toBe(14);
    expect(await buy('alu', { bought: false })).toMatchObject({ bought: false, quantityBought: 12.5 });
    expect(await inStock()).toBe(2);
    expect(await buy('morich', { quantity: 1.5, bought: true })).toMatchObject({ quantityBought: 1.5, stock: null });
    expect(await bazaar.buy(WEDNESDAY, 'none', { bought: true }, BY)).toEqual(
      refused(404, { code: 'unknown', what: 'product' }),
    );
    const movements = valueOf(await stock.show('alu')).movements.map(({ kind, delta, by }) => [kind, delta, by]);
    expect(movements.slice(0, 3)).toEqual([
      ['goods in', -12, BY],
      ['goods in', 4, BY],
      ['goods in', 8, BY],
    ]);
  });

  test('two people tick at once, and nothing is bought twice', async () => {
    await place(WEDNESDAY, [ALU, 10]);
    await stock.move('alu', { move: 'count', pieces: 0 }, BY);
    await Promise.all(Array.from({ length: 6 }, () => buy('alu', { bought: true })));
    expect(valueOf(await stock.show('alu')).product.stock).toBe(10);
  });

  test('what was paid is the buying price from that day on: the margin, by day and product', async () => {
    const figures = createFigures(database);
    const margins = async () => (await figures.overview(7, THURSDAY)).margins;
    const [first, second] = [await place(WEDNESDAY, [ALU, 10], [MORICH, 4]), await place(THURSDAY, [ALU, 5], [RUI, 1])];
    expect(await margins()).toBeNull();
    await buy('alu', { bought: true, quantity: 20, paidPoisha: 60_000 });
    await buy('morich', { bought: true, paidPoisha: 12_000 });
    await buy('rui', { paidPoisha: 1 }, THURSDAY);
    for (const id of [first, second]) await orders.admin.change(id, { change: 'deliver' }, BY);
    expect(await margins()).toEqual({
      days: [
        { day: WEDNESDAY, revenue: 600, cost: 420 },
        { day: THURSDAY, revenue: 200, cost: 150 },
      ],
      products: [
        { id: 'alu', name: 'Potato', name_bn: 'আলু', pieces: 15, revenue: 600, cost: 450 },
        { id: 'morich', name: 'Chilli', name_bn: 'মরিচ', pieces: 4, revenue: 200, cost: 120 },
      ],
    });
    await buy('alu', { bought: true, quantity: 10, paidPoisha: 35_000 }, THURSDAY);
    expect((await margins())?.days[1]).toEqual({ day: THURSDAY, revenue: 200, cost: 175 });
  });

  test('what was weighed costs what it weighs', async () => {
    await createCatalogue(database).change('rui', { by_weight: 'yes' }, { by: BY });
    const id = await place(WEDNESDAY, [RUI, 1]);
    await buy('rui', { bought: true, quantity: 2, paidPoisha: 60_000 });
    const items = [{ id: 'rui', quantity: 1, weighed: 1.08 }];
    valueOf(await orders.admin.change(id, { change: 'pack', items }, BY));
    await orders.admin.change(id, { change: 'deliver' }, BY);
    const { margins } = await createFigures(database).overview(7, THURSDAY);
    expect(margins?.days).toEqual([{ day: WEDNESDAY, revenue: 432, cost: 324 }]);
    expect(margins?.products).toEqual([{ id: 'rui', name: 'Rui', name_bn: '', pieces: 1.08, revenue: 432, cost: 324 }]);
  });
});
