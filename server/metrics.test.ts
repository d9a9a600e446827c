import { expect, test } from 'vitest';
import { pageCacheGauges, shopGauges } from './gauges.ts';
import { createMetrics } from './metrics.ts';
import { createPageCache } from './http/page-cache.ts';

test('the text has every metric', async () => {
  const metrics = createMetrics();
  const database = { pool: () => ({ total: 4, idle: 3, waiting: 0 }) };
  const [live, mail] = [{ subscribers: () => 7 }, { depth: () => Promise.resolve(2) }];
  metrics.watch(shopGauges({ database, live, mail, nightly: { age: async () => 3_600 } }));
  metrics.watch(pageCacheGauges(createPageCache()));
  metrics.answered('/cart', 302, 0.004);
  metrics.orderPlaced();
  const { body, contentType } = await metrics.text();
  expect(contentType).toContain('text/plain');
  for (const line of [
    'sodai_http_request_duration_seconds_bucket{le="0.005",route="/cart",status="302"} 1',
    'sodai_orders_placed_total 1',
    'sodai_live_connections 7',
    'sodai_outbox_depth 2',
    'sodai_backup_age_seconds 3600',
    'sodai_database_connections 4',
    'sodai_page_cache_pages 0',
  ]) {
    expect(body).toContain(line);
  }
});
