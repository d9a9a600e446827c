import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { CLIENT_DIRECTORY, importPages } from './build/build.ts';
import { pageCacheGauges } from './gauges.ts';
import { createPageCache } from './http/page-cache.ts';
import { securityHeadersOf } from './http/security-headers.ts';
import type { Services } from './services.ts';

/** The shop's requests with the built pages and their cache, as `npm start` answers them. The pages must be built. */
export async function loadBuiltApp({ services, log }: { services: Services; log: Logger }): Promise<RequestListener> {
  const pages = await importPages();
  const pageCache = createPageCache({ extraHeaders: securityHeadersOf(services.shop) });
  services.metrics.watch(pageCacheGauges(pageCache));
  services.live.onProductsChange(() => pageCache.clear());
  return createApp({ services, log, pages, clientDirectory: CLIENT_DIRECTORY, pageCache });
}
