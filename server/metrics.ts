/** What the shop tells of itself to whoever watches it: Prometheus' text, at `/metrics` (operator's token). */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './db/connect.ts';
import type { Live } from './live/live.ts';
import type { Mail } from './mail/mail.ts';
import type { PageCache } from './http/page-cache.ts';

export interface Metrics {
  /** A request was answered: which route's (http/route-labels.ts), how, and after how many seconds. */
  answered(route: string, status: number, seconds: number): void;
  orderPlaced(): void;
  /** Lets the page cache be watched too. */
  watchPageCache(cache: PageCache): void;
  /** Everything, in Prometheus' text format. */
  text(): Promise<{ contentType: string; body: string }>;
}

interface Watched {
  database: Pick<Database, 'pool'>;
  live: Pick<Live, 'subscribers'>;
  mail: Pick<Mail, 'depth'>;
}

/** Seconds; from finished bytes to a request that somebody gave up on. */
const LATENCIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics({ database, live, mail }: Watched): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'sodai_http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['route', 'status'],
    buckets: LATENCIES,
    registers,
  });
  const orders = new Counter({
    name: 'sodai_orders_placed_total',
    help: 'Orders placed through this process',
    registers,
  });
  const watch = (name: string, help: string, read: () => number | Promise<number>): void => {
    const gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        gauge.set(await read());
      },
    });
  };
  watch('sodai_live_connections', 'Open pages listening for changes', () => live.subscribers());
  watch('sodai_outbox_depth', 'Mails still to be sent', () => mail.depth());
  watch('sodai_database_connections', 'Database connections of this process', () => database.pool().total);
  watch('sodai_database_connections_idle', 'Database connections at rest', () => database.pool().idle);
  watch('sodai_database_queries_waiting', 'Queries waiting for a connection', () => database.pool().waiting);

  return {
    answered(route, status, seconds) {
      requests.observe({ route, status }, seconds);
    },
    orderPlaced() {
      orders.inc();
    },
    watchPageCache(cache) {
      watch('sodai_page_cache_pages', 'Finished pages in memory', () => cache.figures().pages);
      watch('sodai_page_cache_bytes', 'Bytes of finished pages in memory', () => cache.figures().bytes);
      watch('sodai_page_cache_hits', 'Requests answered from memory', () => cache.figures().hits);
      watch('sodai_page_cache_misses', 'Pages made', () => cache.figures().misses);
    },
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
