import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dayInDhaka } from '../../base/dates.ts';
import { dayAfter } from '../../domain/orders/delivery.ts';
import { daysOf } from '../../domain/orders/figures.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import { followChanges } from '../orders/follow-up.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import { createFigures, type Figures } from './figures.ts';
import { countedOverview, countedStatuses, storeOrder } from '../../test/support/stored-orders.ts';

const TODAY = '2026-03-03';

describeWithDatabase('figures', ({ open }) => {
  let database: Database;
  let figures: Figures;
  beforeAll(async () => {
    database = await open();
    figures = createFigures(database);
  });
  beforeEach(async () => {
    await sql`truncate orders, order_sums, product_sums, order_changes cascade`.execute(database.kysely);
  });

  const change = (id: string, to: 'canceled' | 'delivered') =>
    usualOrders(database).admin.change(id, { change: to === 'canceled' ? 'cancel' : 'deliver' }, 'operator');

  test('of a shop without orders are zeros', async () => {
    expect(await figures.statusCounts()).toEqual({ pending: 0, canceled: 0, delivered: 0 });
    const overview = await figures.overview(7, TODAY);
    expect(overview).toMatchObject({ days: 7, from: '2026-02-25', to: TODAY, topProducts: [], divisions: [] });
    expect(overview.perDay.map(({ day }) => day)).toEqual(daysOf(overview));
    expect(overview.hours).toHaveLength(24);
  });

  test('are read while the catalogue is imported', async () => {
    const alongside = async () => expect(await figures.statusCounts()).toMatchObject({ pending: 0 });
    await createCatalogue(database).importRows([], 'operator', { alongside });
  });

  test('belong to the day and the hour of Dhaka', async () => {
    for (const placedAt of ['2026-03-02T17:59:59.999Z', '2026-03-02T18:00:00Z', '2026-03-03T17:59:59Z']) {
      await storeOrder(database, { placedAt });
    }
    const { perDay, hours } = await figures.overview(7, TODAY);
    expect(perDay.slice(-2).map(({ orders }) => orders)).toEqual([1, 2]);
    expect(hours.filter(({ orders }) => orders > 0)).toEqual([
      { hour: 0, orders: 1 },
      { hour: 23, orders: 2 },
    ]);
  });

  test('have what was given back on the day when it was', async () => {
    const { admin } = usualOrders(database);
    const id = await storeOrder(database, {});
    for (const asked of [
      { change: 'deliver', collected: 5_000 },
      { change: 'give-back', amount: 1_250, reason: 'The fish was not fresh' },
    ] as const)
      expect(await admin.change(id, asked, 'operator')).toMatchObject({ ok: true });
    const { perDay } = await figures.overview(7, dayInDhaka(new Date()));
    expect(perDay.map(({ givenBack }) => givenBack)).toEqual([0, 0, 0, 0, 0, 0, 12.5]);
  });

  test('keep the division of an order whose address was deleted', async () => {
    const id = await storeOrder(database, { placedAt: '2026-03-01T06:00:00Z', division: 'khulna' });
    await database.kysely.updateTable('orders').set({ shipping_info: '{}' }).execute();
    await database.kysely.updateTable('orders').set({ status: 'canceled' }).where('id', '=', id).execute();
    await sql`insert into order_history (order_number, actor, from_status, to_status)
      select number, 'operator', 'pending', 'canceled' from orders`.execute(database.kysely);
    expect((await figures.overview(7, TODAY)).divisions).toEqual([{ division: 'khulna', orders: 1, revenue: 0 }]);
  });

  test('name products as the catalogue does, else as the last order did', async () => {
    await sql`insert into products (id, name, image, weight, unit, price_poisha, discount_bp, status, category, type, search_text)
      values ('rui', 'Rui, new name', '', '', '', 1, 0, 'top', 'fish', 'raw-products', 'rui') on conflict do nothing`.execute(
      database.kysely,
    );
    const lines = [
      { id: 'rui', price: 200, quantity: 1 },
      { id: 'gone', price: 100, quantity: 1 },
    ];
    await storeOrder(database, { placedAt: '2026-02-27T06:00:00Z', lines });
    await storeOrder(database, { placedAt: '2026-03-01T06:00:00Z', lines });
    await sql`update order_lines set name = 'Newer' where product_id = 'gone'
      and order_number = (select max(number) from orders)`.execute(database.kysely);
    const { topProducts } = await figures.overview(7, TODAY);
    expect(topProducts.map(({ name }) => name)).toEqual(['Rui, new name', 'Newer']);
  });

  test('are what counting finds, whatever happens to orders and whenever they are summed', async () => {
    const anOrder = fc.record({
      day: fc.integer({ min: -185, max: 1 }),
      minute: fc.nat(24 * 60 - 1),
      division: fc.constantFrom('dhaka' as const, 'khulna' as const, '' as const),
      lines: fc.uniqueArray(
        fc.record({
          id: fc.nat(14).map((n) => `p-${n}`),
          price: fc.integer({ min: 1, max: 99_999 }),
          discount: fc.nat(9_999),
          quantity: fc.integer({ min: 1, max: 99 }),
        }),
        { minLength: 1, maxLength: 4, selector: ({ id }) => id },
      ),
      becomes: fc.constantFrom(null, 'canceled' as const, 'delivered' as const),
    });
    const folds = fc.constantFrom(0, 0, 1, 3);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anOrder, folds), { minLength: 1, maxLength: 12 }),
        fc.constantFrom(7 as const, 30 as const, 90 as const),
        async (orders, days) => {
          const open: [string, 'canceled' | 'delivered'][] = [];
          for (const [{ day, minute, becomes, ...order }, fold] of orders) {
            const placedAt = new Date(Date.parse(dayAfter(TODAY, day)) + (minute - 360) * 60_000).toISOString();
            const id = await storeOrder(database, { ...order, placedAt });
            if (becomes) open.push([id, becomes]);
            if (fold > 0) await followChanges(database.kysely, { batch: fold });
            if (minute % 2) for (const [changed, to] of open.splice(0)) await change(changed, to);
          }
          for (const [changed, to] of open) await change(changed, to);
          expect(await figures.overview(days, TODAY)).toMatchObject(await countedOverview(database, days, TODAY));
          expect(await figures.statusCounts()).toEqual(await countedStatuses(database));
        },
      ),
      { numRuns: 10 },
    );
  });

  test('are complete for all who read them at the same time as others', async () => {
    for (let n = 0; n < 40; n += 1) await storeOrder(database, { placedAt: '2026-03-01T06:00:00Z' });
    const other = createFigures(database);
    const counts = await Promise.all([
      followChanges(database.kysely, { batch: 1 }),
      ...[figures, other, figures, other].map((one) => one.statusCounts()),
    ]);
    for (const count of counts.slice(1)) expect(count).toEqual({ pending: 40, canceled: 0, delivered: 0 });
    expect((await figures.overview(7, TODAY)).totals.orders).toBe(40);
  });

  test('are read through indexes', async () => {
    const { kysely } = database;
    await sql`insert into order_sums (dimension, day, value, status, orders, total_poisha)
      select dimension, '2025-01-01'::date + day, value::text, 'pending', 1, 1
      from unnest(array['division', 'hour']) dimension, generate_series(0, 500) day, generate_series(0, 10) value
      union all select 'all', '2025-01-01'::date + day, '', 'pending', 1, 1 from generate_series(0, 500) day`.execute(
      kysely,
    );
    await sql`insert into product_sums (day, product_id, quantity, revenue_poisha)
      select '2025-01-01'::date + day, 'p-' || product, 1, 1
      from generate_series(0, 500) day, generate_series(0, 50) product`.execute(kysely);
    await sql`insert into orders (id, idempotency_key, request_hash, status, payment_method, payment_status, sub_total_poisha,
        shipping_cost_poisha, discount_poisha, total_cost_poisha, shipping_info, placed_at)
      select 'o' || n, gen_random_uuid(), '', 'pending', 'cashon', 'unpaid', 1, 0, 0, 1, '{}',
        '2026-03-03T06:00:00Z'::timestamptz - n * interval '5 minutes'
      from generate_series(1, 8000) n`.execute(kysely);
    await sql`insert into order_lines (order_number, line, product_id, name, image, weight, unit, price_poisha, discount_bp,
        status, category, type, quantity, paid_poisha)
      select number, 0, 'p-' || number % 50, 'P', '', '', '', 1, 0, 'top', 'fish', 'raw-products', 1, 1 from orders`.execute(
      kysely,
    );
    await sql`analyze`.execute(kysely);
    const scans = async (): Promise<unknown> => {
      await sql`select pg_stat_force_next_flush()`.execute(kysely);
      const { rows } = await sql`
        select relname, seq_scan from pg_stat_user_tables
        where relname in ('orders', 'order_lines', 'order_history', 'order_sums', 'product_sums') order by 1`.execute(
        kysely,
      );
      return rows;
    };
    const before = await scans();
    for (const days of [7, 30, 90] as const) await figures.overview(days, TODAY);
    await figures.statusCounts();
    expect(await scans()).toEqual(before);
    await sql`select max(quantity) from product_sums`.execute(kysely);
    expect(await scans()).not.toEqual(before);
  });
});
