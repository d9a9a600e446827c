/** For operators who asked: the first at once, the next 10 minutes later at the earliest, with all orders since. Orders wait in a queue. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { OPERATOR_ROLE } from '../../domain/account.ts';
import type { Tables } from '../db/tables.ts';
import type { Sender } from './email.ts';
import { enqueue } from './mail.ts';
import { LISTED_ORDERS, type NewOrder, newOrdersMail } from './new-orders-template.ts';

/** The shortest time between two mails to one operator, in ms. */
const PAUSE_MS = 10 * 60 * 1000;

/** Writes the mails that are due to the outbox. */
export async function writeNewOrderMails(kysely: Kysely<Tables>, sender: Sender, now = new Date()): Promise<void> {
  const waiting = await kysely.selectFrom('order_mail_queue').select('user_id').distinct().execute();
  let failure: unknown;
  for (const { user_id: userId } of waiting) {
    try {
      await kysely.transaction().execute((trx) => mailOperator(trx, userId, { sender, now }));
    } catch (error) {
      // The others still get theirs.
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
}

async function mailOperator(
  trx: Transaction<Tables>,
  userId: string,
  { sender, now }: { sender: Sender; now: Date },
): Promise<void> {
  const operator = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('role', '=', OPERATOR_ROLE)
    .where('order_mails', '=', true)
    .forShare()
    .executeTakeFirst();
  const own = trx.deleteFrom('order_mail_queue').where('user_id', '=', userId);
  if (!operator) {
    await own.execute();
    return;
  }
  await trx
    .insertInto('order_mail_times')
    .values({ user_id: userId, next_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another process that has the row is writing this mail.
  const times = trx.selectFrom('order_mail_times').select('next_at').where('user_id', '=', userId);
  if (!(await times.where('next_at', '<=', now).forUpdate().skipLocked().executeTakeFirst())) return;
  const orders = await newOrders(
    trx,
    (await own.returning('order_number').execute()).map((row) => row.order_number),
  );
  const [newest] = orders;
  if (!newest) return;
  const { count, allPoisha: totalPoisha } = newest;
  await enqueue(trx, newOrdersMail(operator.email, { orders, count, totalPoisha }, sender));
  const next = new Date(now.getTime() + PAUSE_MS);
  await trx.updateTable('order_mail_times').set({ next_at: next }).where('user_id', '=', userId).execute();
}

/** The newest of the orders that are still to be packed, each with how many these are, and what they cost together. */
async function newOrders(
  trx: Transaction<Tables>,
  numbers: readonly number[],
): Promise<(NewOrder & { count: number; allPoisha: number })[]> {
  const { rows } = await sql<NewOrder & { count: number; allPoisha: number }>`
    select id, total_cost_poisha as "totalPoisha",
      coalesce(shipping_info ->> 'name', '') as name, coalesce(shipping_info ->> 'city', '') as city,
      coalesce(shipping_info ->> 'division', '') as division,
      (select coalesce(sum(quantity), 0)::integer from order_lines where order_number = number) as pieces,
      count(*) over () as count, (sum(total_cost_poisha) over ())::bigint as "allPoisha"
    from orders where number = any(${numbers}::bigint[]) and status = 'pending'
    order by number desc limit ${LISTED_ORDERS}`.execute(trx);
  return rows;
}
