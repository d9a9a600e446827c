import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '../../domain/orders/order.ts';
import type { OrderChange } from '../../domain/orders/changes.ts';
import { refused } from '../../domain/outcome.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';
import { heldUp } from '../../test/support/held-up.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { type Line, placeRequest } from '../../test/support/order-request.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import { type Catalogue, createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import type { Orders } from '../orders/orders.ts';
import { createStock, type Moving } from './stock.ts';

const AMINA = { id: 'amina', email: 'amina@example.com', name: 'Amina', language: 'en' } as const;
const BY = 'nusrat@example.com';
const RUI = exampleProduct({ id: 'rui', name: 'Rui Fish', price: 100 });
const EGG = exampleProduct({ id: 'egg', name: 'Egg', price: 10 });
const ALU = exampleProduct({ id: 'alu', name: 'Alu', price: 30 });
const LOW = 5;

describeWithDatabase('stock', ({ open }) => {
  let database: Database;
  let catalogue: Catalogue;
  let orders: Orders;
  let stock: ReturnType<typeof createStock>;
  let told = 0;
  let last = '';

  beforeAll(async () => {
    database = await open();
    catalogue = createCatalogue(database);
    orders = usualOrders(database, { lowStock: () => LOW });
    stock = createStock({ database, lowStock: () => LOW });
    await database.kysely.insertInto('users').values(AMINA).execute();
    await database.kysely.insertInto('riders').values({ id: 'karim', name: 'Karim', phone: '' }).execute();
    await database.listen(
      'products',
      (payload) => {
        told += 1;
        last = payload;
      },
      () => {},
    );
  });

  beforeEach(async () => {
    await sql`truncate products, stock_movements, orders, order_sums, product_sums, order_counts, order_changes, outbox, audit restart identity cascade`.execute(
      database.kysely,
    );
    const rows = [{ ...catalogueRow(RUI), stock: 10 }, { ...catalogueRow(EGG), stock: 40 }, catalogueRow(ALU)];
    await catalogue.importRows(rows, 'operator');
    await afterNotices();
  });

  /** Notices come in the order of their commits. */
  async function afterNotices(): Promise<void> {
    last = '';
    await sql`select pg_notify('products', 'own')`.execute(database.kysely);
    await expect.poll(() => last).toBe('own');
    told = 0;
  }

  const ask = (...lines: Line[]) => orders.place(AMINA, placeRequest(...lines));
  const place = async (...lines: Line[]): Promise<Order> => valueOf(await ask(...lines));
  const change = (id: string, asked: OrderChange) => orders.admin.change(id, asked, BY);
  const stocks = async () => {
    const { products } = await stock.list();
    return Object.fromEntries(products.map((product) => [product.id, product.stock]));
  };
  const reasons = async (id: string) =>
    valueOf(await stock.show(id)).movements.map(({ kind, delta, after, reason }) => [kind, delta, after, reason]);

  test('whoever shows products is told when what is left can be read', async () => {
    let seen: Promise<unknown> | undefined;
    const rui = async () => (await stocks()).rui;
    const told = createStock({ database, lowStock: () => LOW, changed: () => void (seen = rui()) });
    await told.move('rui', { move: 'waste', pieces: 3 }, BY);
    expect(await seen).toBe(7);
  });

  test('is taken by an order, and given back by what brings the order to nothing', async () => {
    const { id } = await place([RUI, 3], [ALU, 2]);
    expect(await stocks()).toEqual({ rui: 7, egg: 40 });
    await change(id, {
      change: 'edit',
      items: [
        { id: 'rui', quantity: 5 },
        { id: 'egg', quantity: 1 },
      ],
    });
    expect(await stocks()).toEqual({ rui: 5, egg: 39 });
    await change(id, { change: 'edit', items: [{ id: 'rui', quantity: 1 }] });
    await change(id, { change: 'cancel', reason: 'customer-asked' });
    expect(await stocks()).toEqual({ rui: 10, egg: 40 });
    await change(id, { change: 'undo' });
    expect(await stocks()).toEqual({ rui: 9, egg: 40 });
    expect(await reasons('rui')).toEqual([
      ['order', -1, 9, 'undo'],
      ['order', 1, 10, 'cancel'],
      ['order', 4, 9, 'edit'],
      ['order', -2, 5, 'edit'],
      ['order', -3, 7, 'placed'],
      ['count', 10, 10, ''],
    ]);
  });

  test('an order that comes back from the door has nothing until it leaves again', async () => {
    const { id } = await place([RUI, 10]);
    await change(id, { change: 'rider', rider: 'karim' });
    await change(id, { change: 'return', reason: 'not-reachable' });
    expect(await stocks()).toMatchObject({ rui: 10 });
    const other = await place([RUI, 4]);
    expect(await change(id, { change: 'rider', rider: 'karim' })).toEqual(
      refused(409, { code: 'product-unavailable', left: 6, name: 'Rui Fish', name_bn: '' }),
    );
    // It was delivered all the same: then there is nothing left.
    await change(id, { change: 'deliver' });
    expect(await stocks()).toMatchObject({ rui: 0 });
    await change(other.id, { change: 'cancel', reason: 'customer-asked' });
    await change(id, { change: 'set-back', reason: 'a mistake' });
    expect(await stocks()).toMatchObject({ rui: 4 });
  });

  test('a change that is sent again while it takes the last pieces is told that it is made', async () => {
    const { id } = await place([EGG, 1]);
    const items = [EGG, RUI].map((product) => ({ id: product.id, quantity: 10 }));
    const ask = (of: Orders) => of.admin.change(id, { change: 'edit', items, reason: '' }, BY, { key });
    const key = randomUUID();
    const again = await heldUp(
      database.kysely,
      {
        hold: (trx) => sql`lock table products`.execute(trx),
        meanwhile: async (trx) => valueOf(await ask(usualOrders({ kysely: trx }))),
      },
      () => ask(orders),
    );
    expect(again).toMatchObject({ ok: true, repeated: true });
    expect(await stocks()).toEqual({ rui: 0, egg: 30 });
  });

  test('of two first counts at once, the later one is what is in stock', async () => {
    await heldUp(
      database.kysely,
      { hold: (trx) => sql`select count_stock('[{"id": "alu", "to": 7}]', ${LOW}, ${BY})`.execute(trx) },
      () => stock.move('alu', { move: 'count', pieces: 4 }, BY),
    );
    expect(await stocks()).toMatchObject({ alu: 4 });
    expect(await reasons('alu')).toEqual([
      ['count', -3, 4, ''],
      ['count', 7, 7, ''],
    ]);
  });

  test('more than there is is refused, with what is left', async () => {
    expect(await ask([RUI, 11])).toEqual(
      refused(
        409,
        { code: 'product-unavailable', left: 10, name: 'Rui Fish', name_bn: '' },
        { now: { products: [{ ...RUI, stock: 10 }] } },
      ),
    );
    await place([RUI, 10]);
    const gone = { ...RUI, available: false, stock: 0 };
    expect(await ask([RUI, 1])).toEqual(refused(409, { code: 'product-unavailable' }, { now: { products: [gone] } }));
    expect(await stocks()).toEqual({ rui: 0, egg: 40 });
  });

  test('shoppers may have at most so many in one order', async () => {
    await catalogue.change('egg', { max_per_order: 12 }, { by: BY });
    expect(await ask([EGG, 13])).toMatchObject({ status: 422, reason: { code: 'bad-quantity', limit: 12 } });
    expect(await ask([EGG, 12])).toMatchObject({ ok: true });
  });

  test('64 shoppers who ask for 10 pieces at once get 10, with changes and cancels between', async () => {
    const first = await place([RUI, 4], [EGG, 1]);
    const asked = Array.from({ length: 64 }, (_, at) =>
      at % 2 === 0 ? ask([RUI, 1], [EGG, 1]) : ask([EGG, 1], [RUI, 1]),
    );
    const [outcomes] = await Promise.all([
      Promise.all(asked),
      change(first.id, { change: 'edit', items: [{ id: 'egg', quantity: 2 }] }),
    ]);
    const rest = Array.from({ length: 10 }, () => ask([RUI, 1], [EGG, 1]));
    const all = [...outcomes, ...(await Promise.all(rest))];
    expect(all.filter(({ ok }) => ok)).toHaveLength(10);
    const codes = all.flatMap((outcome) => (outcome.ok ? [] : outcome.reason.code));
    expect(new Set(codes)).toEqual(new Set(['product-unavailable']));
    expect(await stocks()).toEqual({ rui: 0, egg: 28 });
  });

  test('pages hear of a sale only when they tell of it', async () => {
    await place([EGG, 34]);
    await afterNotices();
    const before = await catalogue.product('egg');
    expect(before?.product).toEqual(EGG);
    await place([EGG, 1]);
    expect((await catalogue.product('egg'))?.product).toEqual({ ...EGG, left: 5 });
    await expect.poll(() => told).toBe(1);
    await place([EGG, 5]);
    expect((await catalogue.product('egg'))?.product).toEqual({ ...EGG, left: 0, available: false });
    await expect.poll(() => told).toBe(2);
    expect(await catalogue.byIds(['rui', 'alu'])).toEqual([{ ...RUI, stock: 10 }, ALU]);
  });

  test('a sale far above tells no page', async () => {
    await place([EGG, 30], [RUI, 4]);
    await sql`select pg_notify('products', '')`.execute(database.kysely);
    await expect.poll(() => told).toBe(1);
  });

  test('a count is a difference to what was seen', async () => {
    const move = (moving: Moving) => stock.move('rui', moving, BY);
    await place([RUI, 2]);
    expect(await move({ move: 'count', pieces: 9, seen: 10 })).toMatchObject({ value: { stock: 7 } });
    expect(await move({ move: 'goods-in', pieces: 5 })).toMatchObject({ value: { stock: 12 } });
    expect(await move({ move: 'waste', pieces: 2, reason: 'rotten' })).toMatchObject({ value: { stock: 10 } });
    expect(await move({ move: 'waste', pieces: 11 })).toMatchObject({ status: 409, reason: { left: 10 } });
    expect(await stock.move('alu', { move: 'goods-in', pieces: 1 }, BY)).toEqual(refused(409, { code: 'not-counted' }));
    expect(await stock.move('alu', { move: 'count', pieces: 3 }, BY)).toMatchObject({ value: { stock: 3 } });
    expect(await stock.move('none', { move: 'count', pieces: 3 }, BY)).toEqual(
      refused(404, { code: 'unknown', what: 'product' }),
    );
    expect(await reasons('rui')).toEqual([
      ['waste', -2, 10, 'rotten'],
      ['goods in', 5, 12, ''],
      ['count', -1, 7, ''],
      ['order', -2, 8, 'placed'],
      ['count', 10, 10, ''],
    ]);
  });

  test('what is sent again under its key moves once', async () => {
    const key = '0190f8f4-1d2c-7e3a-8b4c-5d6e7f8a9b0c';
    const again = Array.from({ length: 4 }, () => stock.move('rui', { move: 'goods-in', pieces: 5, key }, BY));
    const outcomes = await Promise.all(again);
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.repeated)).toHaveLength(1);
    expect(await stocks()).toMatchObject({ rui: 15 });
  });

  test('the form of a product, and a file, count it too', async () => {
    await place([RUI, 2]);
    await catalogue.change('rui', { stock: '12', price: 90 }, { by: BY, base: { stock: '10', price: '100' } });
    expect(await stocks()).toMatchObject({ rui: 10 });
    await catalogue.change('rui', { stock: '' }, { by: BY, base: { stock: '10' } });
    expect(await stocks()).toEqual({ egg: 40 });
    await catalogue.importRows([{ ...catalogueRow(ALU), stock: 8 }], BY);
    expect(await stocks()).toEqual({ alu: 8, egg: 40 });
    expect(await catalogue.row('alu')).toMatchObject({ stock: 8, max_per_order: '' });
  });

  test('what was ordered before it was counted is never given back', async () => {
    const { id } = await place([ALU, 4]);
    await stock.move('alu', { move: 'count', pieces: 6 }, BY);
    await change(id, { change: 'edit', items: [{ id: 'alu', quantity: 5 }] });
    expect(await stocks()).toMatchObject({ alu: 5 });
    await change(id, { change: 'cancel', reason: 'customer-asked' });
    expect(await stocks()).toMatchObject({ alu: 6 });
  });

  test('the least comes first, page by page', async () => {
    await stock.move('alu', { move: 'count', pieces: 40 }, BY);
    const { products, next } = await stock.list({ limit: 2 });
    expect(products.map(({ id }) => id)).toEqual(['rui', 'alu']);
    expect((await stock.list({ limit: 2, after: next })).products.map(({ id }) => id)).toEqual(['egg']);
    expect((await Array.fromAsync(stock.all())).length).toBe(3);
  });

  test('after any presses, what is there is what was counted less what open and delivered orders hold', async () => {
    const press = fc.oneof(
      fc.record({ place: fc.integer({ min: 1, max: 4 }) }),
      fc.record({
        order: fc.nat(3),
        asked: fc.constantFrom<OrderChange[]>(
          { change: 'edit', items: [{ id: 'rui', quantity: 1 }] },
          { change: 'edit', items: [{ id: 'rui', quantity: 4 }] },
          { change: 'cancel', reason: 'customer-asked' },
          { change: 'rider', rider: 'karim' },
          { change: 'return', reason: 'not-reachable' },
          { change: 'set-back', reason: 'a mistake' },
          { change: 'undo' },
          { change: 'deliver' },
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(press, { maxLength: 14 }), async (presses) => {
        await sql`truncate orders, order_sums, product_sums, order_counts, order_changes, outbox, stock_movements, stock restart identity cascade`.execute(
          database.kysely,
        );
        await stock.move('rui', { move: 'count', pieces: 10 }, BY);
        const placed: string[] = [];
        for (const one of presses) {
          if ('place' in one) {
            const outcome = await ask([RUI, one.place]);
            if (outcome.ok) placed.push(outcome.value.id);
          } else if (placed.length > 0) await change(placed[one.order % placed.length] ?? '', one.asked);
        }
        const { rows } = await sql<{ held: number }>`
          select coalesce(sum(quantity), 0)::integer as held from orders join order_lines on order_number = number
          where orders.status <> 'canceled' and not returned`.execute(database.kysely);
        const { rui = 0 } = await stocks();
        const all = rui + Number(rows[0]?.held);
        // Only what is delivered after it came back takes no more than there is.
        const delivered = presses.some((one) => 'asked' in one && one.asked.change === 'deliver');
        expect(delivered ? Math.min(all, 10) : all).toBe(10);
        const [sum] = (
          await sql<{ sum: number }>`select sum(delta)::integer as sum from stock_movements`.execute(database.kysely)
        ).rows;
        expect(sum?.sum).toBe(rui);
      }),
      { numRuns: 25 },
    );
  });
});
