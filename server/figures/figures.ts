/** Sums that are kept, because counting takes long with a million orders. New orders are added before each reading. */
import { sql, type Transaction } from 'kysely';
import { dayInDhaka } from '../../base/dates.ts';
import { fromPoisha } from '../../domain/money.ts';
import {
  type DayFigures,
  daysOf,
  type FigureDays,
  figurePeriods,
  figureTotals,
  type Period,
  type ProductFigures,
} from '../../domain/orders/figures.ts';
import { type StatusCounts, countsByStatus } from '../../domain/orders/order.ts';
import { readMargins } from '../bazaar/margin.ts';
import type { Database } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';
import { followChanges } from '../orders/follow-up.ts';

export type Figures = ReturnType<typeof createFigures>;

export function createFigures({ kysely, read }: Pick<Database, 'kysely' | 'read'>) {
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
      const readAll = async (trx: Transaction<Tables>) => {
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
          margins: await readMargins(trx, period),
        };
      };
      return read(() => moment.execute(readAll), 'exact');
    },
  };
}

const ORDERS = sql<number>`sum(orders)::bigint`.as('orders');
const REVENUE = sql<number>`coalesce(sum(total_poisha) filter (where status <> 'canceled'), 0)::bigint`.as('revenue');

function sums(trx: Transaction<Tables>, dimension: Tables['order_sums']['dimension'], { from, to }: Period) {
  return trx
    .selectFrom('order_sums')
    .where('dimension', '=', dimension)
    .where('day', '>=', sql<string>`${from}::date`)
    .where('day', '<=', sql<string>`${to}::date`);
}

async function readDays(trx: Transaction<Tables>, period: Period): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    select days.day::text, coalesce(sum(orders), 0)::bigint as orders,
      coalesce(sum(total_poisha) filter (where status <> 'canceled'), 0)::bigint as revenue,
      coalesce(sum(orders) filter (where status = 'canceled'), 0)::bigint as canceled, (
        select coalesce(sum(amount_poisha), 0)::bigint from order_money where order_money.day = days.day and kind = 'given back'
      ) as "givenBack"
    from unnest(${daysOf(period)}::date[]) as days (day)
      left join order_sums on order_sums.day = days.day and dimension = 'all'
    group by days.day order by days.day`.execute(trx);
  return rows.map((row) =>
    Object.assign(row, { revenue: fromPoisha(row.revenue), givenBack: fromPoisha(row.givenBack) }),
  );
}

/** The most orders first. A division is '' for orders whose address was deleted before divisions were kept. */
async function readParts<Name extends 'division' | 'area'>(trx: Transaction<Tables>, dimension: Name, period: Period) {
  const rows = await sums(trx, dimension, period)
    .select([sql<string>`value`.as(dimension), ORDERS, REVENUE])
    .groupBy('value')
    .having(sql`sum(orders)`, '>', 0)
    .orderBy('orders', 'desc')
    .orderBy('value')
    .$castTo<Record<Name, string> & Record<'orders' | 'revenue', number>>()
    .execute();
  return rows.map((row) => Object.assign(row, { revenue: fromPoisha(row.revenue) }));
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
    select product_id as id, quantity, revenue, coalesce(products.name_bn, '') as name_bn, coalesce(products.name, (
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
