/**
 * What follows a new order soon after its commit, for many orders in one transaction: the mails to operators, and the notifications. The order's own transaction only adds it to a queue.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { OPERATOR_ROLE } from '../../domain/account.ts';
import type { DatabaseLog } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';

/** How long orders are gathered, in ms. */
const GATHER_MS = 50;

/** How often the queue is checked for orders of a process that ended before it followed them up, in ms. */
const POLL_MS = 15_000;

const BATCH = 500;

export interface FollowUp {
  soon(): void;
  /** Follows up all orders that were committed before the call, here or in another process. */
  now(): Promise<void>;
  /** Stops after the current orders. Call it before the database is closed. */
  close(): Promise<void>;
}

export function createFollowUp(kysely: Kysely<Tables>, log: Pick<DatabaseLog, 'warn'>): FollowUp {
  const stop = new AbortController();
  // The request that starts a run has a deadline (db/deadline.ts), which is not that of the run.
  const outsideRequests = AsyncLocalStorage.snapshot();
  let running: Promise<void> | undefined;
  let waiting = false;

  function soon(): void {
    if (stop.signal.aborted) return;
    waiting = true;
    running ??= outsideRequests(run).finally(() => {
      running = undefined;
      if (waiting) soon();
    });
  }

  async function run(): Promise<void> {
    while (waiting) {
      await delay(GATHER_MS, undefined, { ref: false, signal: stop.signal }).catch(() => {});
      waiting = false;
      try {
        await followUpAll(kysely, { wait: false });
      } catch (error) {
        log.warn({ err: error }, 'new orders could not be followed up');
      }
    }
  }

  const poll = setInterval(soon, POLL_MS);
  poll.unref();

  return {
    soon,
    now: () => followUpAll(kysely, { wait: true }),
    async close() {
      stop.abort();
      clearInterval(poll);
      await running;
    },
  };
}

/** `wait`: whether to wait for orders that another process is following up. */
async function followUpAll(kysely: Kysely<Tables>, { wait }: { wait: boolean }): Promise<void> {
  // Mostly there is nothing to do, and a server that takes no writes says so without an error.
  while (await kysely.selectFrom('order_follow_ups').select('order_number').limit(1).executeTakeFirst()) {
    const followed = await retrySerializationFailures(() => followUpBatch(kysely, wait));
    if (followed < BATCH) return;
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
      select number, user_id from taken join orders on number = order_number where shipping_info <> '{}'
    ), mailed as (
      insert into order_mail_queue (user_id, order_number)
      select users.id, number from followed cross join users where role = ${OPERATOR_ROLE} and order_mails
      returning user_id
    ), notified as (
      select pg_notify('profile', user_id) from (select distinct user_id from followed where user_id is not null) as owners
      union all select pg_notify('console', '') where exists (select from followed)
      union all select pg_notify('mail', '') where exists (select from followed)
      union all select pg_notify('mail', 'orders') where exists (select from mailed)
    )
    select (select count(*) from taken) as taken, (select count(*) from notified) as notified`.execute(kysely);
  return Number(rows[0]?.taken);
}
