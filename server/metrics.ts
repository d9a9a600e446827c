/** The shop's metrics in Prometheus' text format, at `/metrics` (with the operator's token). */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A value that is read when the metrics are. */
export interface GaugeSource {
  name: string;
  help: string;
  read(): number | Promise<number>;
}

export interface Metrics {
  /** Counts an answered request: its route (http/route-labels.ts), its status and its duration in seconds. */
  answered(route: string, status: number, seconds: number): void;
  orderPlaced(): void;
  refused(): void;
  watch(gauges: readonly GaugeSource[]): void;
  text(): Promise<{ contentType: string; body: string }>;
}

/** Histogram buckets in seconds: from a cached page to a request that the client gave up. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(): Metrics {
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
    watch(gauges) {
      for (const { name, help, read } of gauges) {
        const gauge = new Gauge({
          name,
          help,
          registers,
          async collect() {
            gauge.set(await read());
          },
        });
      }
    },
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
