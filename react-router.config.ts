import type { Config } from '@react-router/dev/config';
import { compressAssets } from './server/build/compress-assets.ts';

export default {
  ssr: true,
  // Some forty short entries: cheaper inside one cached file than a request for each unknown link.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    await compressAssets(`${reactRouterConfig.buildDirectory}/client`);
  },
} satisfies Config;
