/** Sums that are kept, because counting takes long with a million orders. New orders are added before each reading. */
import { sql, type Transaction } from 'kysely';
import { dayInDhaka } from '../../base/dates.ts';
import { fromPoisha } from '../../domain/money.ts';
import {
  daysOf,
  type FigureDays,
  figurePeriods,
  figureTotals,
  type Period,
  type ProductFigures,
} from '../../domain/orders/figures.ts';
import { type StatusCounts, countsByStatus } from '../../domain/orders/order.ts';
import type { Database } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';
import { followChanges } from '../orders/follow-up.ts';

export type Figures = ReturnType<typeof createFigures>;

export function createFigures({ kysely }: Pick<Database, 'kysely'>) {
  return {
    async statusCounts(): Promise<StatusCounts> {
      await followChanges(kysely);
      const rows = await kysely
        .selectFrom('order_sums')
        .select(['status', sql<number>`sum(orders)::bigint`.as('orders')])
        .where('dimension', '=', 'all')
        .groupBy('status')
        .execute();
      return countsByStatus(rows);
    },

    /** At one moment: the period of so many days until `today`, 'YYYY-MM-DD' in Dhaka, and the one before it. */
    async overview(days: FigureDays, today = dayInDhaka(new Date())) {
      await followChanges(kysely);
      const { before, ...period } = figurePeriods(days, today);
      const moment = kysely.transaction().setIsolationLevel('repeatable read');
      return moment.execute(async (trx) => {
        const all = await readDays(trx, { from: before.from, to: period.to });
        const beforePerDay = all.slice(0, days);
        const perDay = all.slice(days);
        return {
          days,
          ...period,
          before,
          perDay,
          beforePerDay,
          totals: figureTotals(perDay),
          beforeTotals: figureTotals(beforePerDay),
          topProducts: await readTopProducts(trx, period),
          divisions: await readParts(trx, 'division', period),
          areas: await readParts(trx, 'area', period),
          hours: await readHours(trx, period),
        };
      });
    },
  };
}

const ORDERS = sql<number>`sum(orders)::bigint`.as('orders');
const REVENUE = sql<number>`coalesce(sum(total_poisha) filter (where status <> 'canceled'), 0)::bigint`.as('revenue');
const CANCELED = sql<number>`coalesce(sum(orders) filter (where status = 'canceled'), 0)::bigint`.as('canceled');

function sums(trx: Transaction<Tables>, dimension: Tables['order_sums']['dimension'], { from, to }: Period) {
  return trx
    .selectFrom('order_sums')
    .where('dimension', '=', dimension)
    .where('day', '>=', sql<string>`${from}::date`)
    .where('day', '<=', sql<string>`${to}::date`);
}

async function readDays(trx: Transaction<Tables>, period: Period) {
  const rows = await sums(trx, 'all', period)
    .select([sql<string>`day::text`.as('date'), ORDERS, REVENUE, CANCELED])
    .groupBy('day')
    .execute();
  const money = await trx
    .selectFrom('order_money')
    .select([sql<string>`day::text`.as('date'), sql<number>`sum(amount_poisha)::bigint`.as('poisha')])
    .where('kind', '=', 'given back')
    .where('day', '>=', sql<string>`${period.from}::date`)
    .where('day', '<=', sql<string>`${period.to}::date`)
    .groupBy('day')
    .execute();
  const found = new Map(rows.map((row) => [row.date, row]));
  const back = new Map(money.map(({ date, poisha }) => [date, poisha]));
  return daysOf(period).map((day) => {
    const { orders = 0, revenue = 0, canceled = 0 } = found.get(day) ?? {};
    return { day, orders, revenue: fromPoisha(revenue), canceled, givenBack: fromPoisha(back.get(day) ?? 0) };
  });
}

/** The most orders first. A division is '' for orders whose address was deleted before divisions were kept. */
async function readParts<Name extends 'division' | 'area'>(trx: Transaction<Tables>, dimension: Name, period: Period) {
  const rows = await sums(trx, dimension, period)
    .select(['value', ORDERS, REVENUE])
    .groupBy('value')
    .having(sql`sum(orders)`, '>', 0)
    .orderBy('orders', 'desc')
    .orderBy('value')
    .execute();
  return rows.map(({ value, orders, revenue }) => {
    const name = { [dimension]: value } as Record<Name, string>;
    return Object.assign(name, { orders, revenue: fromPoisha(revenue) });
  });
}

async function readHours(trx: Transaction<Tables>, period: Period) {
  const rows = await sums(trx, 'hour', period).select(['value', ORDERS]).groupBy('value').execute();
  const found = new Map(rows.map(({ value, orders }) => [Number(value), orders]));
  return Array.from({ length: 24 }, (_, hour) => ({ hour, orders: found.get(hour) ?? 0 }));
}

const TOP_PRODUCTS = 10;

/** How many of each day are added up. A shop may sell a million products, and all of them would take seconds. */
const BEST_OF_A_DAY = 100;

/** A removed product has the name of its last order in the period. */
async function readTopProducts(trx: Transaction<Tables>, period: Period): Promise<ProductFigures[]> {
  const { rows } = await sql<ProductFigures>`
    with days as (
      select unnest(${daysOf(period)}::date[]) as day
    ), candidates as (
      select distinct product_id from days cross join lateral (
        select product_id from product_sums where product_sums.day = days.day
        order by revenue_poisha desc limit ${BEST_OF_A_DAY}
      ) as first
    ), best as (
      select product_id, sum(quantity)::bigint as quantity, sum(revenue_poisha)::bigint as revenue,
        max(day) filter (where quantity > 0) as last_day
      from candidates join product_sums using (product_id) where day = any(array(select day from days))
      group by product_id having sum(quantity) > 0
      order by revenue desc, product_id limit ${TOP_PRODUCTS}
    )
    select product_id as id, quantity, revenue, coalesce(products.name, (
        select line.name from orders cross join lateral (
          select name from order_lines where order_number = number and product_id = best.product_id limit 1
        ) as line
        where placed_at >= (last_day - interval '6 hours') at time zone 'UTC'
          and placed_at < (last_day + interval '18 hours') at time zone 'UTC'
        order by placed_at desc limit 1
      ), product_id) as name
    from best left join products on products.id = product_id
    order by revenue desc, product_id`.execute(trx);
  return rows.map((row) => Object.assign(row, { revenue: fromPoisha(row.revenue) }));
}
