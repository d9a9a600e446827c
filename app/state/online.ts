import { useSyncExternalStore } from 'react';

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
