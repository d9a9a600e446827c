/** The shop's metrics in Prometheus' text format, at `/metrics` (with the operator's token). */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A value that is read when the metrics are; its name without `sodai_`. */
export type GaugeSource = readonly [name: string, help: string, read: () => number | Promise<number>];

export type Metrics = ReturnType<typeof createMetrics>;

/** Histogram buckets in seconds: from a cached page to a request that the client gave up. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics() {
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
  const counter = (name: string, help: string) => new Counter({ name: `sodai_${name}`, help, registers });
  const orders = counter('orders_placed_total', 'Orders placed through this process');
  const refused = counter('requests_refused_total', 'Requests refused because there were too many');
  return {
    /** A route of http/route-labels.ts. */
    answered: (route: string, status: number, seconds: number): void => requests.observe({ route, status }, seconds),
    orderPlaced: (): void => orders.inc(),
    refused: (): void => refused.inc(),
    watch(gauges: readonly GaugeSource[]): void {
      for (const [name, help, read] of gauges) {
        const collect = async (): Promise<void> => gauge.set(await read());
        const gauge = new Gauge({ name: `sodai_${name}`, help, registers, collect });
      }
    },
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
