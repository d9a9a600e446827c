/** Reads the figures from the sums (server/figures/fold.ts). */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { dayAfter } from '../../domain/delivery.ts';
import {
  type DayFigures,
  type DivisionFigures,
  type FigureDays,
  type FiguresOverview,
  type HourFigures,
  type Period,
  type ProductFigures,
  daysOf,
  figurePeriods,
  figureTotals,
  weeksOf,
} from '../../domain/figures.ts';
import { fromPoisha } from '../../domain/money.ts';
import { ORDER_STATUSES, type StatusCounts } from '../../domain/order.ts';
import type { Tables } from '../db/tables.ts';

const TOP_PRODUCTS = 10;

/** Orders of each status. */
export async function readStatusCounts(kysely: Kysely<Tables>): Promise<StatusCounts> {
  const rows = await kysely
    .selectFrom('order_sums')
    .select(['status', sql<number>`sum(orders)::bigint`.as('orders')])
    .where('dimension', '=', 'all')
    .groupBy('status')
    .execute();
  const counts = Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as StatusCounts;
  for (const { status, orders } of rows) counts[status] = orders;
  return counts;
}

/** All figures, as they are at one moment. */
export function readOverview(kysely: Kysely<Tables>, days: FigureDays, today: string): Promise<FiguresOverview> {
  const { before, ...period } = figurePeriods(days, today);
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
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
        divisions: await readDivisions(trx, period),
        hours: await readHours(trx, period),
      };
    });
}

/** The columns of the figures. */
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

async function readDays(trx: Transaction<Tables>, period: Period): Promise<DayFigures[]> {
  const rows = await sums(trx, 'all', period)
    .select([sql<string>`day::text`.as('date'), ORDERS, REVENUE, CANCELED])
    .groupBy('day')
    .execute();
  const found = new Map(rows.map((row) => [row.date, row]));
  return daysOf(period).map((day) => {
    const { orders = 0, revenue = 0, canceled = 0 } = found.get(day) ?? {};
    return { day, orders, revenue: fromPoisha(revenue), canceled };
  });
}

async function readDivisions(trx: Transaction<Tables>, period: Period): Promise<DivisionFigures[]> {
  const rows = await sums(trx, 'division', period)
    .select(['value as division', ORDERS, REVENUE])
    .groupBy('value')
    .having(sql`sum(orders)`, '>', 0)
    .orderBy('orders', 'desc')
    .orderBy('value')
    .execute();
  return rows.map(({ division, orders, revenue }) => ({ division, orders, revenue: fromPoisha(revenue) }));
}

async function readHours(trx: Transaction<Tables>, period: Period): Promise<HourFigures[]> {
  const rows = await sums(trx, 'hour', period).select(['value', ORDERS]).groupBy('value').execute();
  const found = new Map(rows.map(({ value, orders }) => [Number(value), orders]));
  return Array.from({ length: 24 }, (_, hour) => ({ hour, orders: found.get(hour) ?? 0 }));
}

async function readTopProducts(trx: Transaction<Tables>, period: Period): Promise<ProductFigures[]> {
  const { head, weeks, tail } = weeksOf(period);
  const part = (span: Tables['product_sums']['span'], { from, to }: Period) => sql`
    select product_id, quantity, revenue_poisha from product_sums
    where span = ${span} and start between ${from}::date and ${to}::date`;
  const { rows } = await sql<Omit<ProductFigures, 'name'> & { name: string | null }>`
    select best.*, products.name
    from (
      select product_id as id, sum(quantity)::bigint as quantity, sum(revenue_poisha)::bigint as revenue
      from (${part('day', head)} union all ${part('week', weeks)} union all ${part('day', tail)}) as sold
      group by product_id having sum(quantity) > 0
      order by revenue desc, product_id limit ${TOP_PRODUCTS}
    ) as best
    left join products on products.id = best.id
    order by revenue desc, best.id`.execute(trx);
  const found: ProductFigures[] = [];
  for (const { name, revenue, ...product } of rows) {
    found.push({
      ...product,
      revenue: fromPoisha(revenue),
      name: name ?? (await lastName(trx, product.id, period)),
    });
  }
  return found;
}

/** The name of a removed product when it was last sold in a period: looked for among the orders of one day. */
async function lastName(trx: Transaction<Tables>, id: string, { from, to }: Period): Promise<string> {
  const last = await trx
    .selectFrom('product_sums')
    .select(sql<string>`max(start)::text`.as('day'))
    .where('span', '=', 'day')
    .where('start', '=', sql<string>`any(${daysOf({ from, to })}::date[])`)
    .where('product_id', '=', id)
    .where('quantity', '>', 0)
    .executeTakeFirstOrThrow();
  const start = sql<Date>`(${last.day}::timestamp - interval '6 hours') at time zone 'UTC'`;
  const end = sql<Date>`(${dayAfter(last.day)}::timestamp - interval '6 hours') at time zone 'UTC'`;
  const line = await trx
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_number', 'number')
    .select('name')
    .where('placed_at', '>=', start)
    .where('placed_at', '<', end)
    .where('product_id', '=', id)
    .orderBy('placed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return line?.name ?? id;
}
