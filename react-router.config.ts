import type { Config } from '@react-router/dev/config';
import { buildServiceWorker } from './server/build/service-worker.ts';
import { compressAssets } from './server/build/compress-assets.ts';

export default {
  ssr: true,
  // Some forty short entries: cheaper inside one cached file than a request for each unknown link.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    const { buildDirectory } = reactRouterConfig;
    const client = `${buildDirectory}/client`;
    await buildServiceWorker({ client, server: `${buildDirectory}/server` });
    await compressAssets(client);
  },
} satisfies Config;
