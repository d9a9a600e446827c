import { type Transaction, sql } from 'kysely';
import { type Period, type ProductFigures, daysOf } from '../../domain/orders/figures.ts';
import { fromPoisha } from '../../domain/catalogue/money.ts';
import type { Tables } from '../db/tables.ts';

const TOP_PRODUCTS = 10;

/** How many of each day are added up: all of them would take seconds in a shop that sells a million different products. */
const BEST_OF_A_DAY = 100;

/** A removed product has the name of its last order in the period. */
export async function readTopProducts(trx: Transaction<Tables>, period: Period): Promise<ProductFigures[]> {
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
