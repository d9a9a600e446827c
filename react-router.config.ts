import type { Config } from '@react-router/dev/config';
import { BUILD_LANGUAGE } from './app/build-language.ts';
import { localPath } from './domain/language.ts';

export default {
  ssr: true,
  basename: localPath(BUILD_LANGUAGE, '/'),
  buildDirectory: `${process.env.SHOP_BUILD ?? 'build'}/${BUILD_LANGUAGE}`,
  // Some forty short entries: cheaper inside one cached file than a request for each unknown link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
