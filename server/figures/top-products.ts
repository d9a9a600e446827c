/**
 * Adding up all products of months would take seconds in a large shop. So only the best of each week and day are added up, and more of them
 * when another product could be among the first (Fagin's threshold algorithm).
 */
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { dayAfter } from '../../domain/delivery.ts';
import { type Period, type ProductFigures, daysOf, weeksOf } from '../../domain/figures.ts';
import { fromPoisha } from '../../domain/money.ts';
import type { Tables } from '../db/tables.ts';

const TOP_PRODUCTS = 10;

/** How many of each week and day are looked at first; how many times as many next. */
const FIRST_DEPTH = 40;
const DEEPER = 8;

/** Whole weeks, and the days around them. */
interface Spans {
  span: Tables['product_sums']['span'][];
  start: string[];
}

function spansOf(period: Period): Spans {
  const { head, weeks, tail } = weeksOf(period);
  const mondays = daysOf(weeks).filter((_, at) => at % 7 === 0);
  const days = [...daysOf(head), ...daysOf(tail)];
  return {
    span: [...mondays.map(() => 'week' as const), ...days.map(() => 'day' as const)],
    start: [...mondays, ...days],
  };
}

export async function readTopProducts(
  trx: Transaction<Tables>,
  period: Period,
  firstDepth = FIRST_DEPTH,
): Promise<ProductFigures[]> {
  const spans = spansOf(period);
  for (let depth = firstDepth; ; depth *= DEEPER) {
    const { best, others } = await bestOf(trx, spans, depth);
    const last = best.length < TOP_PRODUCTS ? 0 : (best.at(-1)?.revenue ?? 0);
    if (others > 0 && last <= others) continue;
    const products: ProductFigures[] = [];
    for (const { id, name, quantity, revenue } of best) {
      const known = name ?? (await lastName(trx, id, period));
      products.push({ id, name: known, quantity, revenue: fromPoisha(revenue) });
    }
    return products;
  }
}

interface Best {
  id: string;
  /** Null when the product was removed. */
  name: string | null;
  quantity: number;
  /** Poisha. */
  revenue: number;
}

/** The best of the first `depth` of any week or day. All others have at most `others` poisha: the sum of the lowest looked at. */
async function bestOf(
  trx: Transaction<Tables>,
  { span, start }: Spans,
  depth: number,
): Promise<{ best: Best[]; others: number }> {
  const { rows } = await sql<{ others: number; best: Best[] }>`
    with spans as materialized (
      select span, start from unnest(${span}::text[], ${start}::date[]) as given (span, start)
    ), seen as materialized (
      select spans.*, first.* from spans cross join lateral (
        select product_id, revenue_poisha from product_sums
        where product_sums.span = spans.span and product_sums.start = spans.start
        order by revenue_poisha desc limit ${depth}::integer
      ) as first
    ), best as (
      select product_id as id, sum(quantity) as quantity, sum(revenue_poisha) as revenue
      from (select distinct product_id from seen) as candidates cross join spans cross join lateral (
        select quantity, revenue_poisha from product_sums
        where product_sums.span = spans.span and product_sums.start = spans.start
          and product_sums.product_id = candidates.product_id
        limit 1
      ) as found
      group by product_id having sum(quantity) > 0
      order by revenue desc, product_id limit ${TOP_PRODUCTS}
    )
    select
      (select coalesce(sum(lowest), 0) from (
        select min(revenue_poisha) as lowest from seen group by span, start having count(*) = ${depth}::integer
      ) as ends)::bigint as others,
      (select coalesce(json_agg(json_build_object('id', best.id, 'name', products.name, 'quantity', quantity, 'revenue', revenue)
          order by revenue desc, best.id), '[]')
        from best left join products on products.id = best.id) as best`.execute(trx);
  return rows[0] ?? { best: [], others: 0 };
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
