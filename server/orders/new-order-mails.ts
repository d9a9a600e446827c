/** For operators who asked: the first at once, the next 10 minutes later at the earliest, with all orders since. Orders wait in a queue. */
import { type Kysely, sql } from 'kysely';
import { rolesWith } from '../../domain/accounts/roles.ts';
import type { Tables } from '../db/tables.ts';
import type { Sender } from '../mail/email.ts';
import { enqueue } from '../mail/mail.ts';
import { LISTED_ORDERS, type NewOrder, newOrdersMail } from './new-orders-template.ts';

/** The shortest time between two mails to one operator, in ms. */
const PAUSE_MS = 10 * 60 * 1000;

export async function writeNewOrderMails(kysely: Kysely<Tables>, sender: Sender, now = new Date()): Promise<void> {
  // Mostly there is nothing to do, and a server that takes no writes says so without an error.
  if (!(await kysely.selectFrom('order_mail_queue').select('user_id').limit(1).executeTakeFirst())) return;
  await kysely.transaction().execute(async (trx) => {
    const orders = await takeDueOrders(trx, now);
    for (const [operator, own] of Map.groupBy(orders, ({ to }) => to)) {
      const [newest] = own;
      if (newest) await enqueue(trx, newOrdersMail(operator, { ...newest, orders: own }, sender));
    }
  });
}

interface DueOrder extends NewOrder {
  /** The operator's address. */
  to: string;
  /** Of all orders of this mail, whose newest are listed. */
  count: number;
  totalPoisha: number;
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
        where waiting.user_id = operators.id and status = 'pending'
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
      where status = 'pending'
    )
    select email as "to", count, total::bigint as "totalPoisha", id, total_cost_poisha as poisha,
      coalesce(shipping_info ->> 'name', '') as name, coalesce(shipping_info ->> 'city', '') as city,
      coalesce(shipping_info ->> 'division', '') as division,
      (select coalesce(sum(quantity), 0)::integer from order_lines where order_number = number) as pieces
    from listed where place <= ${LISTED_ORDERS} order by email, place`.execute(trx);
  return rows;
}
