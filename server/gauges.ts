import { statfs } from 'node:fs/promises';
import type { Database } from './db/connect.ts';
import type { PageCache } from './http/page-cache.ts';
import type { Nightly } from './backup/nightly.ts';
import type { Live } from './live/live.ts';
import type { GaugeSource } from './metrics.ts';
import type { Waiting } from './waiting.ts';

interface Sources {
  database: Pick<Database, 'pool'>;
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
  const waiting = () => (reading ??= read().finally(() => (reading = undefined)));
  return [
    ['live_connections', 'Open pages listening for changes', () => live.subscribers()],
    ['database_connections', 'Database connections of this process', () => database.pool().total],
    ['database_connections_idle', 'Database connections at rest', () => database.pool().idle],
    ['database_queries_waiting', 'Queries waiting for a connection', () => database.pool().waiting],
    ['orders_pending', `Orders to be delivered ${SHARED}`, async () => (await waiting()).pending],
    ['orders_oldest_pending_seconds', `Age of the oldest one ${SHARED}`, async () => (await waiting()).oldestPending],
    ['outbox_depth', `Mails still to be sent ${SHARED}`, async () => (await waiting()).mails],
    ['outbox_oldest_seconds', `Age of the oldest one ${SHARED}`, async () => (await waiting()).oldestMail],
    ['outbox_given_up', `Mails that could not be sent ${SHARED}`, async () => (await waiting()).givenUp],
    ['backup_age_seconds', `Age of the last proven backup; NaN: there is none ${SHARED}`, nightly.age],
    ['backup_enabled', '1 with BACKUP_URL, else 0', async () => Number((await nightly.state()) !== null)],
    ['data_dir_free_ratio', 'Share of the disk of DATA_DIR that is free', () => freeShare(dataDir)],
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

async function freeShare(folder: string): Promise<number> {
  const { bavail, blocks } = await statfs(folder);
  return bavail / blocks;
}
