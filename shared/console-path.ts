export const CONSOLE_PATH = '/operator';

/** Whether a path is one of the console's, with the framework's requests for its data. */
export function isConsolePath(path: string): boolean {
  return path === CONSOLE_PATH || path.startsWith(`${CONSOLE_PATH}/`);
}

/**
 * The header of a request that a page of the console makes by itself, because something has changed: it does not count as use of the
 * session.
 */
export const BACKGROUND_REQUEST = 'x-background';
