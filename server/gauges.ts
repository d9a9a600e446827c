import type { Database } from './db/connect.ts';
import type { PageCache } from './http/page-cache.ts';
import type { Nightly } from './backup/nightly.ts';
import type { Live } from './live/live.ts';
import type { Mail } from './mail/mail.ts';
import type { GaugeSource } from './metrics.ts';

interface Sources {
  database: Pick<Database, 'pool'>;
  live: Pick<Live, 'subscribers'>;
  mail: Pick<Mail, 'depth'>;
  nightly: Pick<Nightly, 'age'>;
}

export function shopGauges({ database, live, mail, nightly }: Sources): GaugeSource[] {
  return [
    ['live_connections', 'Open pages listening for changes', () => live.subscribers()],
    ['outbox_depth', 'Mails still to be sent', () => mail.depth()],
    ['backup_age_seconds', 'Age of the last proven backup; NaN: there is none', () => nightly.age()],
    ['database_connections', 'Database connections of this process', () => database.pool().total],
    ['database_connections_idle', 'Database connections at rest', () => database.pool().idle],
    ['database_queries_waiting', 'Queries waiting for a connection', () => database.pool().waiting],
  ];
}

export function pageCacheGauges(cache: PageCache): GaugeSource[] {
  return [
    ['page_cache_pages', 'Finished pages in memory', () => cache.figures().pages],
    ['page_cache_bytes', 'Bytes of finished pages in memory', () => cache.figures().bytes],
    ['page_cache_hits', 'Requests answered from memory', () => cache.figures().hits],
    ['page_cache_misses', 'Pages made', () => cache.figures().misses],
  ];
}
