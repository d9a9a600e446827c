import { DEFAULT_LANGUAGE, type Language } from './language.ts';

export const CONSOLE_PATH = '/operator';

/** The framework's address for the data of `/operator` is `/operator.data`. */
export function isConsolePath(path: string): boolean {
  return path === CONSOLE_PATH || path === `${CONSOLE_PATH}.data` || path.startsWith(`${CONSOLE_PATH}/`);
}

/** Its service worker. At the root, so that it may answer for `/operator` itself. */
export function consoleWorkerOf(language: Language): string {
  return language === DEFAULT_LANGUAGE ? '/sw-console.js' : `/sw-console-${language}.js`;
}

/** The header of a request that a page makes by itself: it does not count as use of the session. */
export const BACKGROUND_REQUEST = 'x-background';
