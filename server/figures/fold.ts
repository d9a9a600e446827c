/** Placing an order only adds a row to the queue; sums that many orders share are written here, by one process at a time. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { LOCKS } from '../db/locks.ts';
import type { Tables } from '../db/tables.ts';

const BATCH = 2_000;

/** Adds everything to the sums that was committed before the call, here or in another process. */
export async function foldQueue(kysely: Kysely<Tables>, batch = BATCH): Promise<void> {
  // Most readers find nothing to do, and need not wait for each other. What another process has taken and not committed is still there.
  while (await kysely.selectFrom('figures_queue').select('history_id').limit(1).executeTakeFirst()) {
    const folded = await foldBatch(kysely, batch);
    if (folded < batch) return;
  }
}

/** @returns the number of changes that were taken from the queue. */
function foldBatch(kysely: Kysely<Tables>, batch: number): Promise<number> {
  return kysely.transaction().execute(async (trx) => {
    // Who waits here finds the sums complete. A statement of its own, so that the next one sees what the process before has written.
    await sql`select pg_advisory_xact_lock(${LOCKS.figures}::bigint)`.execute(trx);
    // A change takes an order out of the sums of its old status (-1) and adds it to those of its new one.
    const { rows } = await sql<{ folded: number }>`
      with taken as (
        delete from figures_queue
        where history_id = any(array(select history_id from figures_queue order by history_id limit ${batch}::integer))
        returning history_id
      ), changes as materialized (
        select number, local::date as day, extract(hour from local)::integer::text as hour, division, total_cost_poisha, from_status,
          to_status
        from taken join order_history on order_history.id = history_id join orders on number = order_number
          cross join lateral (select placed_at at time zone 'UTC' + interval '6 hours' as local) as time
      ), steps as materialized (
        select changes.*, to_status as status, 1 as step from changes
        union all
        select changes.*, from_status, -1 from changes where from_status is not null
      ), order_steps as (
        insert into order_sums (dimension, day, value, status, orders, total_poisha)
        select dimension, day, value, status, sum(step), sum(step * total_cost_poisha)
        from steps cross join lateral (values ('all', ''), ('division', division), ('hour', hour)) as part (dimension, value)
        group by dimension, day, value, status
        on conflict (dimension, day, value, status) do update set
          orders = order_sums.orders + excluded.orders, total_poisha = order_sums.total_poisha + excluded.total_poisha
      ), sold as (
        select number, day, sum(step) as step from steps where status <> 'canceled' group by number, day having sum(step) <> 0
      ), product_steps as (
        insert into product_sums (day, product_id, quantity, revenue_poisha)
        select day, product_id, sum(step * quantity), sum(step * round(price_poisha * quantity * (10000 - discount_bp) / 10000.0))
        from sold join order_lines on order_number = number
        group by day, product_id
        on conflict (day, product_id) do update set
          quantity = product_sums.quantity + excluded.quantity,
          revenue_poisha = product_sums.revenue_poisha + excluded.revenue_poisha
      )
      select count(*) as folded from taken`.execute(trx);
    return rows[0]?.folded ?? 0;
  });
}
