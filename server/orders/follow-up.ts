/**
 * What follows a new order soon after its commit, for many orders in one transaction: the words that operators search it by, the mails to
 * operators, and the notifications. The order's own transaction only adds it to a queue.
 */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { OPERATOR_ROLE } from '../../domain/account.ts';
import type { Tables } from '../db/tables.ts';

const BATCH = 500;

/** Follows up all orders that were committed before the call. `wait`: also those that another process is following up. */
export async function followUpOrders(kysely: Kysely<Tables>, { wait }: { wait: boolean }): Promise<void> {
  // Mostly there is nothing to do, and a server that takes no writes says so without an error.
  while (await kysely.selectFrom('order_follow_ups').select('order_number').limit(1).executeTakeFirst()) {
    if ((await followUpBatch(kysely, wait)) < BATCH) return;
  }
}

/** Returns the number of orders. One statement, so one transaction. */
async function followUpBatch(kysely: Kysely<Tables>, wait: boolean): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from order_follow_ups where order_number = any(array(
        select order_number from order_follow_ups order by order_number limit ${BATCH}::integer
        for update ${wait ? sql`` : sql`skip locked`}
      ))
      returning order_number
    ), followed as materialized (
      select number, user_id, shipping_info from taken join orders on number = order_number
    ), words as (
      insert into order_words (word, order_number)
      select distinct word, number from followed cross join unnest(order_words_of(shipping_info)) as word
    ), mailed as (
      insert into order_mail_queue (user_id, order_number)
      select users.id, number from followed cross join users where role = ${OPERATOR_ROLE} and order_mails
    ), notified as (
      select pg_notify('profile', user_id) from (select distinct user_id from followed where user_id is not null) as owners
      union all select pg_notify(channel, '') from unnest(array['console', 'mail']) as channel
      where exists (select from followed)
    )
    select (select count(*) from taken) as taken, (select count(*) from notified) as notified`.execute(kysely);
  return Number(rows[0]?.taken);
}
