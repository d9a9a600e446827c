import type { Config } from '@react-router/dev/config';
import { languageOfMode } from './app/build-language.ts';
import { localPath } from './domain/language.ts';

const language = languageOfMode(import.meta.env.MODE);

export default {
  ssr: true,
  basename: localPath(language, '/'),
  buildDirectory: `${process.env.SHOP_BUILD ?? 'build'}/${language}`,
  // Some forty short entries: cheaper inside one cached file than a request for each unknown link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
