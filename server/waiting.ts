import { type Kysely, sql } from 'kysely';
import type { Tables } from './db/tables.ts';

export type Waiting = Record<'pending' | 'oldestPending' | 'mails' | 'oldestMail' | 'givenUp', number>;

/** What waits in the database, ages in seconds, for the metrics: quick with any number of orders. */
export async function readWaiting(kysely: Kysely<Tables>): Promise<Waiting> {
  // A range of one status: with `=` PostgreSQL may go through all orders by their number, instead of by the index of statuses.
  const oldest = sql`select placed_at from orders where status between 'pending' and 'pending' order by status, number limit 1`;
  const { rows } = await sql<Waiting>`
    select coalesce((select sum(orders) from order_sums where dimension = 'all' and status = 'pending'), 0)::float as pending,
      coalesce(extract(epoch from now() - (${oldest})), 0)::float as "oldestPending",
      count(*) filter (where given_up_at is null)::float as mails,
      coalesce(extract(epoch from now() - min(created_at) filter (where given_up_at is null)), 0)::float as "oldestMail",
      count(given_up_at)::float as "givenUp"
    from outbox where sent_at is null`.execute(kysely);
  return rows[0] as Waiting;
}
