import type { Config } from '@react-router/dev/config';
import { isConsoleMode, languageOfMode } from './base/build-modes.ts';
import { CONSOLE_PATH } from './base/console-path.ts';
import { localPath } from './base/language.ts';

const { MODE } = import.meta.env;
const isConsole = isConsoleMode(MODE);
const language = languageOfMode(MODE);

export default {
  ssr: true,
  appDirectory: isConsole ? 'app/console' : 'app',
  basename: isConsole ? CONSOLE_PATH : localPath(language, '/'),
  buildDirectory: `${process.env.SHOP_BUILD ?? 'build'}/${isConsole ? MODE : language}`,
  // As a file of its own, a screen's clientLoader would cost a request and save nothing.
  splitRouteModules: false,
  // Some forty short entries: cheaper inside one cached file than a request for each unknown link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
