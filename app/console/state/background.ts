import { BACKGROUND_REQUEST } from '../../../base/console-path.ts';
import { adaptRequests } from '../../state/network/requests.ts';
import { createValue } from '../../state/value.ts';

let loads = 0;

/** While a screen ends the session itself: a refresh would lead to the login before the screen has its answer. */
export const refreshesPaused = createValue(false);

/** Loads data that nobody has asked for: its requests do not count as use of the session. Not while `refreshesPaused`. */
export async function loadInBackground(load: () => Promise<void>): Promise<void> {
  if (refreshesPaused.get()) return;
  loads += 1;
  try {
    await load();
  } finally {
    loads -= 1;
  }
}

export function markBackgroundRequests(): void {
  adaptRequests((init) => {
    const isWrite = (init?.method ?? 'GET') !== 'GET';
    if (loads === 0 || isWrite) return init;
    const headers = new Headers(init?.headers);
    headers.set(BACKGROUND_REQUEST, '1');
    return { ...init, headers };
  });
}
