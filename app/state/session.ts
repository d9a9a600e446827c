import { useSyncExternalStore } from 'react';

/**
 * Whether the session of this page has ended or belongs to another customer. From then on nothing personal is shown,
 * with or without a network, until the page has newer data (product §11).
 */
let over = false;
const listeners = new Set<() => void>();

export function setSessionOver(next: boolean): void {
  if (over === next) return;
  over = next;
  for (const listener of listeners) listener();
}

export function isSessionOver(): boolean {
  return over;
}

export function useSessionOver(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isSessionOver,
    () => false,
  );
}
