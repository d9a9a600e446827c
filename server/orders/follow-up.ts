/**
 * What follows changes of orders soon after their commit, for many in one transaction: the sums of the figures; for new
 * orders notifications, messages to operators' phones, and mails to operators who asked. A change only adds itself to a
 * queue: a sum or a notification of its own would make orders wait for each other. One process at a time takes from the
 * queue.
 */
import { type Kysely, sql } from 'kysely';
import { rolesWith } from '../../domain/accounts/roles.ts';
import { fromPoisha } from '../../domain/money.ts';
import { OPEN_STATUSES, shortOrderId } from '../../domain/orders/order.ts';
import { LOCKS } from '../db/locks.ts';
import type { Tables } from '../db/tables.ts';
import { type Email, type Sender, renderEmail } from '../mail/email.ts';
import { enqueue } from '../mail/mail.ts';

const BATCH = 2_000;

/**
 * Follows all changes that were committed before the call, here or in another process. Without `wait` it leaves them to
 * a process that is at it, and resolves to true.
 */
export async function followChanges(
  kysely: Kysely<Tables>,
  { wait = true, batch = BATCH }: { wait?: boolean; batch?: number } = {},
): Promise<boolean> {
  // Mostly there is nothing to do, and a server that takes no writes says so without an error.
  while (await kysely.selectFrom('order_changes').select('history_id').limit(1).executeTakeFirst()) {
    const followed = await followBatch(kysely, wait, batch);
    if (followed === null) return true;
    if (followed < batch) return false;
  }
  return false;
}

/** @returns the number of changes that were taken from the queue; null when another process is taking them. */
function followBatch(kysely: Kysely<Tables>, wait: boolean, batch: number): Promise<number | null> {
  return kysely.transaction().execute(async (trx) => {
    // A statement of its own, so that the next one sees what the process before has written.
    const lock = wait
      ? sql`pg_advisory_xact_lock(${LOCKS.orders}::bigint) is not null`
      : sql`pg_try_advisory_xact_lock(${LOCKS.orders}::bigint)`;
    const { rows: locked } = await sql<{ isOurs: boolean }>`select ${lock} as "isOurs"`.execute(trx);
    if (!locked[0]?.isOurs) return null;
    // A change takes an order out of the sums of its old status (-1) and adds it to those of its new one. What an order
    // was at a change is what the next edit found (`content`), or is still so.
    const { rows } = await sql<{ followed: number }>`
      with taken as (
        delete from order_changes
        where history_id = any(array(select history_id from order_changes order by history_id limit ${batch}::integer))
        returning history_id
      ), changes as materialized (
        select number, local::date as day, extract(hour from local)::integer::text as hour, division, area, total_cost_poisha, from_status,
          to_status, user_id, shipping_info, order_history.operator, order_history.before,
          next.before as after
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
        select number, user_id, operator from changes where from_status is null and shipping_info <> '{}'
      ), mailed as (
        insert into order_mail_queue (user_id, order_number)
        select users.id, number from placed cross join users where role = any(${rolesWith('orders')}::text[]) and order_mails
      ), pushed as (
        select push_order(number, 'placed', null, null, 0, operator) from placed
        where exists (select from push_subscriptions where order_number is null)
      ), notified as (
        select pg_notify('profile', user_id) from (select distinct user_id from placed where user_id is not null) as owners
        union all select pg_notify(channel, '') from unnest(array['console', 'mail']) as channel
        where exists (select from placed)
      )
      select (select count(*) from taken) as followed, (select count(*) from notified) as notified,
        (select count(*) from pushed) as pushed`.execute(trx);
    return rows[0]?.followed ?? 0;
  });
}

/** The shortest time between two mails to one operator, in ms. */
const PAUSE_MS = 10 * 60 * 1000;

const LISTED_ORDERS = 50;

const OPEN = sql.join(OPEN_STATUSES);

/** The first mail to an operator at once, the next after that time, with all orders since. */
export async function writeNewOrderMails(kysely: Kysely<Tables>, sender: Sender, now = new Date()): Promise<void> {
  if (!(await kysely.selectFrom('order_mail_queue').select('user_id').limit(1).executeTakeFirst())) return;
  await kysely.transaction().execute(async (trx) => {
    const orders = await takeDueOrders(trx, now);
    for (const own of Map.groupBy(orders, ({ to }) => to).values()) {
      const [newest] = own;
      if (newest) await enqueue(trx, newOrdersMail(newest, own, sender));
    }
  });
}

interface DueOrder {
  /** The operator's address. */
  to: string;
  /** Of all orders of this mail, whose newest are listed. */
  count: number;
  totalPoisha: number;
  id: string;
  /** Of the recipient. */
  name: string;
  city: string;
  division: string;
  pieces: number;
  poisha: number;
}

/** Takes the queue of each operator who has orders to pack in it and is due. Who no longer wants mails loses it. */
async function takeDueOrders(trx: Kysely<Tables>, now: Date): Promise<DueOrder[]> {
  const next = new Date(now.getTime() + PAUSE_MS);
  // In one order, so that processes that do this at the same time wait for each other; the second finds nobody due.
  const { rows } = await sql<DueOrder>`
    with operators as materialized (
      select id, email from users where role = any(${rolesWith('orders')}::text[]) and order_mails for share
    ), due as (
      insert into order_mail_times as times (user_id, next_at)
      select id, ${next}::timestamptz from operators
      where exists (
        select from order_mail_queue as waiting join orders on number = order_number
        where waiting.user_id = operators.id and status in (${OPEN})
      )
      order by id
      on conflict (user_id) do update set next_at = excluded.next_at where times.next_at <= ${now}::timestamptz
      returning user_id
    ), taken as (
      delete from order_mail_queue
      where user_id in (select user_id from due) or user_id not in (select id from operators)
      returning user_id as operator, order_number
    ), listed as (
      select orders.*, email, row_number() over (partition by operator order by number desc) as place,
        count(*) over (partition by operator) as count, sum(total_cost_poisha) over (partition by operator) as total
      from taken join operators on operators.id = operator join orders on number = order_number
      where status in (${OPEN})
    )
    select email as "to", count, total::bigint as "totalPoisha", id, total_cost_poisha as poisha,
      coalesce(shipping_info ->> 'name', '') as name, coalesce(shipping_info ->> 'city', '') as city,
      coalesce(shipping_info ->> 'division', '') as division,
      (select coalesce(sum(quantity), 0)::integer from order_lines where order_number = number) as pieces
    from listed where place <= ${LISTED_ORDERS} order by email, place`.execute(trx);
  return rows;
}

function newOrdersMail({ to, id, count, totalPoisha }: DueOrder, orders: readonly DueOrder[], sender: Sender): Email {
  const what = count === 1 ? `New order ${shortOrderId(id)}` : `${count.toLocaleString('en')} new orders`;
  const subject = `${what}, ${amount(totalPoisha)}`;
  const url = `${sender.url}/operator/orders`;
  const more = count - orders.length;
  const rows = orders.map((order) => ({
    label: shortOrderId(order.id),
    url: `${url}/${order.id}`,
    text: textOf(order),
    amount: amount(order.poisha),
  }));
  const why = 'You asked for these mails under Account in the console, and can switch them off there.';
  return renderEmail(sender, {
    to,
    language: 'en',
    subject,
    parts: [
      `${subject}.`,
      { kind: 'linked-rows', rows },
      ...(more > 0 ? [`And ${more.toLocaleString('en')} more.`] : []),
      { kind: 'link', label: 'All orders', url },
      why,
    ],
  });
}

function textOf({ name, city, division, pieces }: DueOrder): string {
  const place = [city, division].filter((text) => text !== '').join(', ');
  return [name, place, `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`].filter((text) => text !== '').join(' · ');
}

/** 'Tk 3,210', 'Tk 85.5'. */
function amount(poisha: number): string {
  return `Tk ${fromPoisha(poisha).toLocaleString('en')}`;
}
