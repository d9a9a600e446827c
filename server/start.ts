import './production.ts';
import { createApp } from './app.ts';
import { buildPages, CLIENT_DIRECTORY, importPages } from './build/build.ts';
import { securityHeadersOf } from './http/security-headers.ts';
import { pageCacheGauges } from './gauges.ts';
import { openShop } from './main.ts';
import { createPageCache } from './http/page-cache.ts';

// `npm start`: the shop in production. Builds the pages first when the build is missing or outdated.
await openShop({
  prepare: () => buildPages({ onlyWhenStale: true }),
  async loadApp({ services, log }) {
    const pages = await importPages();
    const pageCache = createPageCache({ extraHeaders: securityHeadersOf(services.shop) });
    services.metrics.watch(pageCacheGauges(pageCache));
    services.live.onProductsChange(() => pageCache.clear());
    return createApp({ services, log, pages, clientDirectory: CLIENT_DIRECTORY, pageCache });
  },
});
