/** The shop's metrics in Prometheus' text format, at `/metrics` (with the operator's token). */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './db/connect.ts';
import type { Live } from './live/live.ts';
import type { Mail } from './mail/mail.ts';
import type { PageCache } from './http/page-cache.ts';

export interface Metrics {
  /** Counts an answered request: its route (http/route-labels.ts), its status and its duration in seconds. */
  answered(route: string, status: number, seconds: number): void;
  orderPlaced(): void;
  refused(): void;
  watchPageCache(cache: PageCache): void;
  text(): Promise<{ contentType: string; body: string }>;
}

interface MetricSources {
  database: Pick<Database, 'pool'>;
  live: Pick<Live, 'subscribers'>;
  mail: Pick<Mail, 'depth'>;
}

/** Histogram buckets in seconds: from a cached page to a request that the client gave up. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics({ database, live, mail }: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'sodai_http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['route', 'status'],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  const orders = new Counter({
    name: 'sodai_orders_placed_total',
    help: 'Orders placed through this process',
    registers,
  });
  const refused = new Counter({
    name: 'sodai_requests_refused_total',
    help: 'Requests refused because there were too many',
    registers,
  });
  const addGauge = (name: string, help: string, read: () => number | Promise<number>): void => {
    const gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        gauge.set(await read());
      },
    });
  };
  addGauge('sodai_live_connections', 'Open pages listening for changes', () => live.subscribers());
  addGauge('sodai_outbox_depth', 'Mails still to be sent', () => mail.depth());
  addGauge('sodai_database_connections', 'Database connections of this process', () => database.pool().total);
  addGauge('sodai_database_connections_idle', 'Database connections at rest', () => database.pool().idle);
  addGauge('sodai_database_queries_waiting', 'Queries waiting for a connection', () => database.pool().waiting);

  return {
    answered(route, status, seconds) {
      requests.observe({ route, status }, seconds);
    },
    orderPlaced() {
      orders.inc();
    },
    refused() {
      refused.inc();
    },
    watchPageCache(cache) {
      addGauge('sodai_page_cache_pages', 'Finished pages in memory', () => cache.figures().pages);
      addGauge('sodai_page_cache_bytes', 'Bytes of finished pages in memory', () => cache.figures().bytes);
      addGauge('sodai_page_cache_hits', 'Requests answered from memory', () => cache.figures().hits);
      addGauge('sodai_page_cache_misses', 'Pages made', () => cache.figures().misses);
    },
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
