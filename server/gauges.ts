import { statfs } from 'node:fs/promises';
import type { Database } from './db/connect.ts';
import type { PageCache } from './http/page-cache.ts';
import type { Nightly } from './backup/nightly.ts';
import type { Live } from './live/live.ts';
import type { Mail } from './mail/mail.ts';
import type { GaugeSource } from './metrics.ts';
import type { PendingOrders } from './orders/pending.ts';

interface Sources {
  database: Pick<Database, 'pool'>;
  live: Pick<Live, 'subscribers'>;
  mail: Pick<Mail, 'depth' | 'oldestSeconds' | 'givenUp'>;
  nightly: Pick<Nightly, 'age' | 'state'>;
  orders: Pick<PendingOrders, 'count' | 'oldestSeconds'>;
  dataDir: string;
}

/** Every process reads these in the same database: take one, not their sum. */
const SHARED = '(of the whole shop, the same from every process)';

export function shopGauges({ database, live, mail, nightly, orders, dataDir }: Sources): GaugeSource[] {
  return [
    // Before what asks the database itself.
    ['database_connections', 'Database connections of this process', () => database.pool().total],
    ['database_connections_idle', 'Database connections at rest', () => database.pool().idle],
    ['database_queries_waiting', 'Queries waiting for a connection', () => database.pool().waiting],
    ['live_connections', 'Open pages listening for changes', () => live.subscribers()],
    ['orders_pending', `Orders to be delivered ${SHARED}`, orders.count],
    ['orders_oldest_pending_seconds', `Age of the oldest pending order; 0: none ${SHARED}`, orders.oldestSeconds],
    ['outbox_depth', `Mails still to be sent ${SHARED}`, mail.depth],
    ['outbox_oldest_seconds', `Age of the oldest mail still to be sent; 0: none ${SHARED}`, mail.oldestSeconds],
    ['outbox_given_up', `Mails that could not be sent ${SHARED}`, mail.givenUp],
    ['backup_age_seconds', `Age of the last proven backup; NaN: there is none ${SHARED}`, nightly.age],
    ['backup_enabled', '1 with BACKUP_URL, else 0', async () => Number((await nightly.state()) !== null)],
    ['data_dir_free_bytes', 'Free space where DATA_DIR is', async () => (await space(dataDir)).free],
    ['data_dir_size_bytes', 'All space where DATA_DIR is', async () => (await space(dataDir)).size],
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

async function space(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
