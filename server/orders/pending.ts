/** Figures of the orders that wait, for the metrics: quick with any number of orders. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';

export type PendingOrders = ReturnType<typeof createPendingOrders>;

export function createPendingOrders(kysely: Kysely<Tables>) {
  return {
    /** By the sums that are kept, which the newest orders join within seconds. */
    async count(): Promise<number> {
      const { orders } = await kysely
        .selectFrom('order_sums')
        .select(sql<number>`coalesce(sum(orders), 0)::bigint`.as('orders'))
        .where('dimension', '=', 'all')
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow();
      return orders;
    },
    async oldestSeconds(): Promise<number> {
      const oldest = await kysely
        .selectFrom('orders')
        .select(sql<number>`extract(epoch from now() - placed_at)::double precision`.as('seconds'))
        // As a range: with `=` PostgreSQL may go through all orders by their number, instead of by the index of statuses.
        .where(sql<boolean>`status between 'pending' and 'pending'`)
        .orderBy('status')
        .orderBy('number')
        .limit(1)
        .executeTakeFirst();
      return oldest?.seconds ?? 0;
    },
  };
}
