import { expect, test } from 'vitest';
import { pageCacheGauges, shopGauges } from './gauges.ts';
import { createMetrics } from './metrics.ts';
import { createPageCache } from './http/page-cache.ts';

test('the text has every metric', async () => {
  const metrics = createMetrics();
  const database = { pool: () => ({ total: 4, idle: 3, waiting: 0 }), replica: null };
  const live = { subscribers: () => 7 };
  const away = () => Promise.reject(new Error('the database is away'));
  const nightly = { age: async () => 3_600, state: away };
  let queries = 0;
  const read = async () => {
    queries += 1;
    return { pending: 5, oldestPending: 60, mails: 2, oldestMail: 40, givenUp: 1 };
  };
  metrics.watch(shopGauges({ database, read, live, nightly, dataDir: import.meta.dirname }));
  metrics.watch(pageCacheGauges(createPageCache()));
  metrics.answered('/cart', 302, 0.004);
  metrics.orderPlaced();
  metrics.refusedBy('login-failed');
  await metrics.text();
  const { body, contentType } = await metrics.text();
  expect(contentType).toContain('text/plain');
  expect(queries).toBe(2);
  for (const line of [
    'sodai_http_request_duration_seconds_bucket{le="0.005",route="/cart",status="302"} 1',
    'sodai_orders_placed_total 1',
    'sodai_live_connections 7',
    'sodai_outbox_depth 2',
    'sodai_outbox_oldest_seconds 40',
    'sodai_outbox_given_up 1',
    'sodai_orders_pending 5',
    'sodai_orders_oldest_pending_seconds 60',
    'sodai_backup_age_seconds 3600',
    'sodai_backup_enabled Nan',
    'sodai_security_refusals_total{event="login-failed"} 1',
    'sodai_security_refusals_total{event="operator-login-failed"} 0',
    'sodai_database_connections 4',
    'sodai_page_cache_pages 0',
    '# TYPE sodai_page_cache_hits_total counter',
    'sodai_page_cache_hits_total 0',
  ]) {
    expect(body).toContain(line);
  }
});
