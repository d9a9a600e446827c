import './production.ts';
import { pathToFileURL } from 'node:url';
import { buildPages, CLIENT_DIRECTORY, SERVER_ENTRY } from './build/build.ts';
import { securityHeadersOf } from './http/security-headers.ts';
import { openShop } from './main.ts';
import { createPageCache } from './http/page-cache.ts';
import type { createApp } from './app.ts';

// `npm start`: the shop in production. Builds the pages first when the build is missing or outdated.
await openShop({
  prepare: () => buildPages({ onlyWhenStale: true }),
  async loadApp({ services, log }) {
    const front: { createApp: typeof createApp } = await import(pathToFileURL(SERVER_ENTRY).href);
    const pageCache = createPageCache({ extraHeaders: [...securityHeadersOf(services.shop)] });
    services.metrics.watchPageCache(pageCache);
    services.live.onProductsChange(() => pageCache.clear());
    return front.createApp({ services, log, clientDirectory: CLIENT_DIRECTORY, pageCache });
  },
});
