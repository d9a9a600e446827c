import { useSyncExternalStore } from 'react';

/**
 * Whether the session that this page was made for is over, or another customer's by now. From that moment nothing personal is
 * shown, network or not, until the page has data of after it.
 */
let over = false;
const listeners = new Set<() => void>();

export function setSessionOver(next: boolean): void {
  if (over === next) return;
  over = next;
  for (const listener of listeners) listener();
}

export function useSessionOver(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => over,
    () => false,
  );
}
