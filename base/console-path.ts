export const CONSOLE_PATH = '/operator';

export function isConsolePath(path: string): boolean {
  return path === CONSOLE_PATH || path.startsWith(`${CONSOLE_PATH}/`);
}

/** The header of a request that a page makes by itself: it does not count as use of the session. */
export const BACKGROUND_REQUEST = 'x-background';
