/** What delivered orders brought above what their products cost at the bazaar: by day of delivery, and by product. */
import { type Kysely, sql } from 'kysely';
import { fromPoisha } from '../../domain/money.ts';
import type { Margins } from '../../domain/bazaar/bazaar.ts';
import type { Period } from '../../domain/orders/figures.ts';
import type { Tables } from '../db/tables.ts';

const PRODUCTS = 10;

interface Row {
  day: string | null;
  id: string | null;
  name: string | null;
  name_bn: string | null;
  pieces: number;
  revenue: number;
  cost: number;
}

/**
 * A product costs what was paid for it last, until the day of the delivery. What was sold without a buying price is not
 * in it. Null: nothing was ever bought.
 */
export async function readMargins(executor: Kysely<Tables>, { from, to }: Period): Promise<Margins | null> {
  const { rows } = await sql<Row>`
    with sold as materialized (
      select delivery_day as day, product_id, sum(paid_poisha) as revenue,
        sum(case when weighed is null then quantity else weighed / (1000 * weight::float) end) as pieces
      from orders join order_lines on order_number = number
      where orders.status = 'delivered' and orders.status <> 'pending' and delivery_day between ${from}::date and ${to}::date
        and exists (select from purchases)
      group by 1, 2
    ), priced as materialized (
      select day, product_id, pieces, revenue, round((pieces * each)::numeric)::bigint as cost
      from sold cross join lateral (
        select paid_poisha / purchases.pieces as each from purchases
        where purchases.product_id = sold.product_id and purchases.day <= sold.day
          and bought and paid_poisha is not null and purchases.pieces > 0
        order by purchases.day desc limit 1
      ) as price
    ), best as (
      select product_id as id, sum(pieces) as pieces, sum(revenue) as revenue, sum(cost) as cost from priced
      group by 1 order by sum(revenue) - sum(cost) desc, 1 limit ${PRODUCTS}
    )
    select day::text, null as id, null as name, null as name_bn, sum(pieces) as pieces, sum(revenue)::bigint as revenue, sum(cost)::bigint as cost
    from priced group by day
    union all
    select null, id, products.name, products.name_bn, round(best.pieces::numeric, 3)::float, revenue::bigint, cost::bigint from best join products using (id)`.execute(
    executor,
  );
  const shown = rows.map((row) => Object.assign(row, { revenue: fromPoisha(row.revenue), cost: fromPoisha(row.cost) }));
  const days = shown.flatMap(({ day, revenue, cost }) => (day === null ? [] : { day, revenue, cost }));
  const products = shown.flatMap(({ id, name, name_bn, pieces, revenue, cost }) =>
    id === null ? [] : { id, name: name ?? id, name_bn: name_bn ?? '', pieces, revenue, cost },
  );
  return days.length === 0
    ? null
    : { days: days.toSorted((a, b) => (a.day < b.day ? -1 : 1)), products: products.toSorted(byMargin) };
}

const byMargin = (a: Margins['products'][number], b: Margins['products'][number]): number =>
  b.revenue - b.cost - (a.revenue - a.cost);
