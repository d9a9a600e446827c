/** Orders as rows, placed on any day; and their figures counted order by order, to compare the kept sums with. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Division } from '../../domain/accounts/address.ts';
import { type FigureDays, type Period, figurePeriods } from '../../domain/orders/figures.ts';
import type { Figures } from '../../server/figures/figures.ts';
import { discountText, fromPoisha } from '../../domain/money.ts';
import { countsByStatus, type StatusCounts } from '../../domain/orders/order.ts';
import { lineOf } from '../../server/orders/tables.ts';
import { exampleItem } from './factories.ts';
import type { Database } from '../../server/db/connect.ts';

type Handle = Pick<Database, 'kysely'>;

/** Price in poisha, discount in basis points. */
interface StoredLine {
  id: string;
  price: number;
  quantity: number;
  discount?: number;
}

interface NewStoredOrder {
  id?: string;
  /** The id of the account. */
  owner?: string | null;
  /** An ISO time; else it is now. */
  placedAt?: string;
  division?: Division | '';
  /** Of the address: more fields. */
  shipping?: object;
  lines?: readonly StoredLine[];
}

/** Stores a pending order with its history; returns its id. */
export async function storeOrder(
  { kysely }: Handle,
  {
    id = randomUUID().replaceAll('-', ''),
    owner = null,
    placedAt = new Date().toISOString(),
    division = 'dhaka',
    shipping = {},
    lines = [{ id: 'rui', price: 35_000, quantity: 1 }],
  }: NewStoredOrder,
): Promise<string> {
  const exact = lines.reduce(
    (sum, { price, quantity, discount = 0 }) => sum + price * quantity * (10_000 - discount),
    0,
  );
  const sub_total_poisha = Math.round(exact / 100_000) * 10;
  await kysely.transaction().execute(async (trx) => {
    const { number } = await trx
      .insertInto('orders')
      .values({
        id,
        user_id: owner,
        idempotency_key: randomUUID(),
        request_hash: '',
        status: 'pending',
        payment_method: 'cashon',
        payment_status: 'unpaid',
        sub_total_poisha,
        shipping_cost_poisha: 6_000,
        discount_poisha: 0,
        total_cost_poisha: sub_total_poisha + 6_000,
        shipping_info: JSON.stringify({ name: 'Amina Rahman', division, ...shipping }),
        placed_at: placedAt,
        division,
      })
      .returning('number')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('order_lines')
      .values(
        lines.map(({ id, price, quantity, discount = 0 }, line) => {
          const amounts = { price: fromPoisha(price), discount: discountText(discount), quantity };
          return { ...lineOf(exampleItem({ id, name: `Name of ${id}`, ...amounts }), line), order_number: number };
        }),
      )
      .execute();
    await trx
      .insertInto('order_history')
      .values({ order_number: number, actor: 'owner', from_status: null, to_status: 'pending', at: placedAt })
      .execute();
  });
  return id;
}

/** The number of orders of each status. */
export async function countedStatuses({ kysely }: Handle): Promise<StatusCounts> {
  const counts = countsByStatus([]);
  for (const { status } of await kysely.selectFrom('orders').select('status').execute()) counts[status] += 1;
  return counts;
}

type FiguresOverview = Awaited<ReturnType<Figures['overview']>>;
type Counted = Pick<FiguresOverview, 'perDay' | 'beforePerDay' | 'topProducts' | 'divisions' | 'hours'>;

/** What an overview must be. */
export async function countedOverview(database: Handle, days: FigureDays, today: string): Promise<Counted> {
  const { before, ...period } = figurePeriods(days, today);
  const { kysely } = database;
  const inPeriod = sql<boolean>`(placed_at at time zone 'Asia/Dhaka')::date between ${period.from}::date and ${period.to}::date`;
  const { rows: topProducts } = await sql<FiguresOverview['topProducts'][number]>`
    select product_id as id, 'Name of ' || product_id as name, '' as name_bn, sum(quantity)::integer as quantity,
      sum(round(price_poisha * quantity * (10000 - discount_bp) / 10000.0))::integer as revenue
    from order_lines join orders on number = order_number where ${inPeriod} and orders.status <> 'canceled'
    group by product_id order by 5 desc, product_id collate "C" limit 10`.execute(kysely);
  const { rows: divisions } = await sql<{ division: string; orders: number; revenue: number }>`
    select division, count(*)::integer as orders, sum(case when status = 'canceled' then 0 else total_cost_poisha end)::integer as revenue
    from orders where ${inPeriod} group by division order by 2 desc, division`.execute(kysely);
  const { rows: hours } = await sql<{ hour: number; orders: number }>`
    select hour, count(id)::integer as orders from generate_series(0, 23) hour
    left join orders on ${inPeriod} and extract(hour from placed_at at time zone 'Asia/Dhaka') = hour
    group by hour order by hour`.execute(kysely);
  const inTk = <Row extends { revenue: number }>(row: Row): Row => ({ ...row, revenue: fromPoisha(row.revenue) });
  return {
    perDay: await countedDays(database, period),
    beforePerDay: await countedDays(database, before),
    topProducts: topProducts.map(inTk),
    divisions: divisions.map(inTk),
    hours,
  };
}

async function countedDays({ kysely }: Handle, { from, to }: Period): Promise<FiguresOverview['perDay']> {
  const { rows } = await sql<{ day: string; orders: number; revenue: number; canceled: number }>`
    select day::date::text as day, count(id)::integer as orders, count(id) filter (where status = 'canceled')::integer as canceled,
      coalesce(sum(total_cost_poisha) filter (where status <> 'canceled'), 0)::integer as revenue
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') day
    left join orders on (placed_at at time zone 'Asia/Dhaka')::date = day::date
    group by day order by day`.execute(kysely);
  const money = await kysely.selectFrom('order_money').selectAll().where('kind', '=', 'given back').execute();
  return rows.map(({ revenue, ...row }) => {
    const back = money.filter(({ day }) => day === row.day).reduce((sum, { amount_poisha }) => sum + amount_poisha, 0);
    return Object.assign(row, { revenue: fromPoisha(revenue), givenBack: fromPoisha(back) });
  });
}
