import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** False in the server's page and while it comes to life, true from then on: when browser storage may be looked at. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
