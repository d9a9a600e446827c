import { BACKGROUND_REQUEST } from '../../../domain/console-path.ts';
import { createValue } from '../../state/value.ts';

/** Whether the page is loading its data again by itself. */
export const inBackground = createValue(false);

/** Marks the requests that the page makes by itself. The framework has no other place for a header. */
export function markBackgroundRequests(): void {
  const request = window.fetch;
  window.fetch = (input, init) => {
    const isWrite = (init?.method ?? 'GET') !== 'GET';
    if (!inBackground.get() || isWrite) return request(input, init);
    const headers = new Headers(init?.headers);
    headers.set(BACKGROUND_REQUEST, '1');
    return request(input, { ...init, headers });
  };
}
