import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** It stays, because some browsers take the page only after they say that it is printed. */
let printed = false;

function subscribe(listener: () => void): () => void {
  const media = matchMedia('print');
  const show = (): void => {
    printed = true;
    // At once: the browser lays out the paper right after the event.
    flushSync(listener);
  };
  addEventListener('beforeprint', show);
  media.addEventListener('change', show);
  return () => {
    removeEventListener('beforeprint', show);
    media.removeEventListener('change', show);
  };
}

/** Whether something is being printed, or was before. What only the paper shows need not be in the page earlier. */
export function usePrinted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => printed || matchMedia('print').matches,
    () => false,
  );
}
