/** Sums that are kept, not counted: as quick with a million orders as with a few. What is not in them yet is added before they are read. */
import { type Transaction, sql } from 'kysely';
import { dayInDhaka } from '../../base/dates.ts';
import { fromPoisha } from '../../domain/catalogue/money.ts';
import type { FigureDays, FiguresOverview, Period } from '../../domain/orders/figures.ts';
import { daysOf, figurePeriods, figureTotals } from '../../domain/orders/figures.ts';
import { type StatusCounts, countsByStatus } from '../../domain/orders/order.ts';
import type { Database } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';
import { followChanges } from '../orders/changes.ts';
import { readTopProducts } from './top-products.ts';

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
    async overview(days: FigureDays, today = dayInDhaka(new Date())): Promise<FiguresOverview> {
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
  const found = new Map(rows.map((row) => [row.date, row]));
  return daysOf(period).map((day) => {
    const { orders = 0, revenue = 0, canceled = 0 } = found.get(day) ?? {};
    return { day, orders, revenue: fromPoisha(revenue), canceled };
  });
}

/** The most orders first. */
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
