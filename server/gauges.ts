import { statfs } from 'node:fs/promises';
import type { Database } from './db/connect.ts';
import type { PageCache } from './http/page-cache.ts';
import type { Nightly } from './backup/nightly.ts';
import type { Live } from './live/live.ts';
import type { GaugeSource } from './metrics.ts';
import { type Kysely, sql } from 'kysely';
import { OPEN_STATUSES } from '../domain/orders/order.ts';
import type { Tables } from './db/tables.ts';

interface Sources {
  database: Pick<Database, 'pool' | 'replica'>;
  read: () => Promise<Waiting>;
  live: Pick<Live, 'subscribers'>;
  nightly: Pick<Nightly, 'age' | 'state'>;
  dataDir: string;
}

/** Every process reads these in the same database: take one, not their sum. */
const SHARED = '(of the whole shop, the same from every process)';

export function shopGauges({ database, read, live, nightly, dataDir }: Sources): GaugeSource[] {
  // All gauges are read at the same moment, with one query.
  let reading: Promise<Waiting> | undefined;
  const waiting = (what: keyof Waiting) => async () =>
    (await (reading ??= read().finally(() => (reading = undefined))))[what];
  const freeShare = async (): Promise<number> => {
    const { bavail, blocks } = await statfs(dataDir);
    return bavail / blocks;
  };
  return [
    ...(database.replica?.gauges ?? []),
    ['live_connections', 'Open pages listening for changes', () => live.subscribers()],
    ['database_connections', 'Database connections of this process', () => database.pool().total],
    ['database_connections_idle', 'Database connections at rest', () => database.pool().idle],
    ['database_queries_waiting', 'Queries waiting for a connection', () => database.pool().waiting],
    ['orders_pending', `Orders to be delivered ${SHARED}`, waiting('pending')],
    ['orders_oldest_pending_seconds', `Age of the oldest one ${SHARED}`, waiting('oldestPending')],
    ['outbox_depth', `Mails still to be sent ${SHARED}`, waiting('mails')],
    ['outbox_oldest_seconds', `Age of the oldest one ${SHARED}`, waiting('oldestMail')],
    ['outbox_given_up', `Mails that could not be sent ${SHARED}`, waiting('givenUp')],
    ['backup_age_seconds', `Age of the last proven backup; NaN: there is none ${SHARED}`, nightly.age],
    ['backup_enabled', '1 with BACKUP_URL, else 0', async () => Number((await nightly.state()) !== null)],
    ['data_dir_free_ratio', 'Share of the disk of DATA_DIR that is free', freeShare],
  ];
}

export function pageCacheGauges(cache: PageCache): GaugeSource[] {
  return [
    ['page_cache_pages', 'Finished pages in memory', () => cache.figures().pages],
    ['page_cache_bytes', 'Bytes of finished pages in memory', () => cache.figures().bytes],
    ['page_cache_hits_total', 'Requests answered from memory', () => cache.figures().hits],
    ['page_cache_misses_total', 'Pages made', () => cache.figures().misses],
  ];
}

type Waiting = Record<'pending' | 'oldestPending' | 'mails' | 'oldestMail' | 'givenUp', number>;

/** What waits in the database, ages in seconds, for the metrics: quick with any number of orders. */
export async function readWaiting(kysely: Kysely<Tables>): Promise<Waiting> {
  // A range of one status makes PostgreSQL use the index of statuses. With `=` it may read all orders by number.
  const oldest = sql`
    select min(placed_at) from unnest(${OPEN_STATUSES}::text[]) as open (name) cross join lateral (
      select placed_at from orders where status between name and name order by status, number limit 1
    ) as first`;
  const { rows } = await sql<Waiting>`
    select coalesce((select sum(orders) from order_sums where dimension = 'all' and status = any(${OPEN_STATUSES}::text[])), 0)::float as pending,
      coalesce(extract(epoch from now() - (${oldest})), 0)::float as "oldestPending",
      count(*) filter (where given_up_at is null)::float as mails,
      coalesce(extract(epoch from now() - min(created_at) filter (where given_up_at is null)), 0)::float as "oldestMail",
      count(given_up_at)::float as "givenUp"
    from outbox where sent_at is null`.execute(kysely);
  return rows[0] as Waiting;
}
