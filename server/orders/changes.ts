/**
 * What follows changes of orders soon after their commit, for many in one transaction: the sums of the figures; for new orders mails
 * to operators, and notifications. A change only adds itself to a queue: a sum or a notification
 * of its own would make orders wait for each other. One process at a time takes from the queue.
 */
import { type Kysely, sql } from 'kysely';
import { rolesWith } from '../../domain/accounts/roles.ts';
import { LOCKS } from '../db/locks.ts';
import type { Tables } from '../db/tables.ts';

const BATCH = 2_000;

/**
 * Follows all changes that were committed before the call, here or in another process. Without `wait` it leaves them to a process that is
 * at it, and resolves to true.
 */
export async function followChanges(
  kysely: Kysely<Tables>,
  { wait = true, batch = BATCH }: { wait?: boolean; batch?: number } = {},
): Promise<boolean> {
  // Mostly there is nothing to do, and a server that takes no writes says so without an error.
  while (await kysely.selectFrom('order_changes').select('history_id').limit(1).executeTakeFirst()) {
    const followed = await followBatch(kysely, { wait, batch });
    if (followed === null) return true;
    if (followed < batch) return false;
  }
  return false;
}

/** @returns the number of changes that were taken from the queue; null when another process is taking them. */
function followBatch(
  kysely: Kysely<Tables>,
  { wait, batch }: { wait: boolean; batch: number },
): Promise<number | null> {
  return kysely.transaction().execute(async (trx) => {
    // A statement of its own, so that the next one sees what the process before has written.
    const lock = wait
      ? sql`pg_advisory_xact_lock(${LOCKS.orders}::bigint) is not null`
      : sql`pg_try_advisory_xact_lock(${LOCKS.orders}::bigint)`;
    const { rows: locked } = await sql<{ isOurs: boolean }>`select ${lock} as "isOurs"`.execute(trx);
    if (!locked[0]?.isOurs) return null;
    // A change takes an order out of the sums of its old status (-1) and adds it to those of its new one. What an order was at a change is
    // what the next edit found (`content`), or is still so.
    const { rows } = await sql<{ followed: number }>`
      with taken as (
        delete from order_changes
        where history_id = any(array(select history_id from order_changes order by history_id limit ${batch}::integer))
        returning history_id
      ), changes as materialized (
        select number, local::date as day, extract(hour from local)::integer::text as hour, division, area, total_cost_poisha, from_status,
          to_status, user_id, shipping_info, order_history.before, next.before as after
        from taken join order_history on order_history.id = history_id join orders on number = order_number
          cross join lateral (select placed_at at time zone 'UTC' + interval '6 hours' as local) as time
          left join lateral (
            select edit.before from order_history as edit
            where edit.order_number = number and edit.id > history_id and edit.before is not null
            order by edit.id limit 1
          ) as next on true
      ), both_steps as (
        select changes.*, to_status as status, 1 as step, after as content from changes
        union all
        select changes.*, from_status, -1, coalesce(before, after) from changes where from_status is not null
      ), steps as materialized (
        select number, day, hour, status, step, content, coalesce(content ->> 'division', division) as division,
          coalesce(content ->> 'area', area) as area, coalesce((content ->> 'total_poisha')::bigint, total_cost_poisha) as total_poisha
        from both_steps
      ), order_steps as (
        insert into order_sums (dimension, day, value, status, orders, total_poisha)
        select dimension, day, value, status, sum(step), sum(step * steps.total_poisha)
        from steps cross join lateral (values ('all', ''), ('division', division), ('hour', hour), ('area', area)) as part (dimension, value)
        where dimension <> 'area' or value <> ''
        group by dimension, day, value, status
        on conflict (dimension, day, value, status) do update set
          orders = order_sums.orders + excluded.orders, total_poisha = order_sums.total_poisha + excluded.total_poisha
      ), sold as (
        select number, day, content, sum(step) as step from steps where status <> 'canceled'
        group by number, day, content having sum(step) <> 0
      ), sold_lines as (
        select day, product_id, step, quantity, paid_poisha from sold join order_lines on order_number = number where content is null
        union all
        select day, product_id, step, quantity, paid_poisha
        from sold cross join lateral jsonb_to_recordset(content -> 'lines') as line (product_id text, quantity integer, paid_poisha bigint)
      ), product_steps as (
        insert into product_sums (day, product_id, quantity, revenue_poisha)
        select day, product_id, sum(step * quantity), sum(step * paid_poisha)
        from sold_lines
        group by day, product_id
        on conflict (day, product_id) do update set
          quantity = product_sums.quantity + excluded.quantity,
          revenue_poisha = product_sums.revenue_poisha + excluded.revenue_poisha
      ), placed as (
        select number, user_id from changes where from_status is null and shipping_info <> '{}'
      ), mailed as (
        insert into order_mail_queue (user_id, order_number)
        select users.id, number from placed cross join users where role = any(${rolesWith('orders')}::text[]) and order_mails
      ), notified as (
        select pg_notify('profile', user_id) from (select distinct user_id from placed where user_id is not null) as owners
        union all select pg_notify(channel, '') from unnest(array['console', 'mail']) as channel
        where exists (select from placed)
      )
      select (select count(*) from taken) as followed, (select count(*) from notified) as notified`.execute(trx);
    return rows[0]?.followed ?? 0;
  });
}
