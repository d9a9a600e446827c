/** The shop's metrics in Prometheus' text format, at `/metrics` (with the operator's token). */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A value that is read with the metrics. Its name is without `sodai_`, and ends in `_total` when it only grows. */
export type GaugeSource = readonly [name: string, help: string, read: () => number | Promise<number>];

export type Metrics = ReturnType<typeof createMetrics>;

/** Histogram buckets in seconds: from a cached page to a request that the client gave up. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Events that deploy/alerts.yml counts. */
const FAILED_LOGINS = ['login-failed', 'operator-login-failed', 'passkey-refused', 'second-factor-failed'];

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Gauges with the names of counters. The same numbers are in those without `_total`.
  for (const what of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${what}_total`);
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
  const refusals = new Counter({
    name: 'sodai_security_refusals_total',
    help: 'Warnings of the security log by event, such as refused logins',
    labelNames: ['event'],
    registers,
  });
  // From the start at 0: of a counter that appears with a burst, Prometheus would not see the burst.
  for (const event of FAILED_LOGINS) refusals.inc({ event }, 0);
  return {
    /** A route of http/route-labels.ts. */
    answered: (route: string, status: number, seconds: number): void => requests.observe({ route, status }, seconds),
    orderPlaced: (): void => orders.inc(),
    refused: (): void => refused.inc(),
    /** An event of the security log. */
    refusedBy: (event: string): void => refusals.inc({ event }),
    watch(sources: readonly GaugeSource[]): void {
      for (const [name, help, read] of sources) {
        const collect = async (): Promise<void> => {
          // Without the database the other metrics are still there.
          const value = await Promise.resolve(read()).catch(() => Number.NaN);
          metric.reset();
          metric.inc(value);
        };
        const options = { name: `sodai_${name}`, help, registers, collect };
        const metric = name.endsWith('_total') ? new Counter(options) : new Gauge(options);
      }
    },
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
