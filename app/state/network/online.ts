import { useSyncExternalStore } from 'react';

/** Whether the browser has a network at all. True on the server and during hydration. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const listening = new AbortController();
      window.addEventListener('online', listener, listening);
      window.addEventListener('offline', listener, listening);
      return () => listening.abort();
    },
    () => navigator.onLine,
    () => true,
  );
}
