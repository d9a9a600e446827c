import { useSyncExternalStore } from 'react';

/** A value kept in the browser's local storage, the same in every tab. */
export interface Stored<T> {
  get(): T;
  set(value: T): void;
  /** `elsewhere`: another tab has set it. */
  subscribe(listener: (elsewhere: boolean) => void): () => void;
  /** What the server renders and hydration starts from. */
  readonly empty: T;
}

/**
 * Keeps a value under a storage key (contract of keys: product §9). `read` turns what was stored into a value, or into
 * undefined when it is unreadable or outdated, so that old contents are dropped and never crash a page. Setting null
 * removes the key. Where storage is full or forbidden the value lives on in memory.
 */
export function createStored<T>({
  key,
  empty,
  read,
}: {
  key: string;
  empty: T;
  read: (stored: unknown) => T | undefined;
}): Stored<T> {
  const listeners = new Set<(elsewhere: boolean) => void>();
  let value: T = empty;
  let loaded = false;

  const load = (): T => {
    try {
      const text = localStorage.getItem(key);
      return text === null ? empty : (read(JSON.parse(text)) ?? empty);
    } catch {
      return empty;
    }
  };
  const tell = (elsewhere: boolean): void => listeners.forEach((listener) => listener(elsewhere));

  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      // A null key means that everything was cleared.
      if (event.key !== key && event.key !== null) return;
      value = load();
      loaded = true;
      tell(true);
    });
    // A page that was put away hears of nothing meanwhile.
    window.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted || !loaded) return;
      value = load();
      tell(true);
    });
  }

  return {
    empty,
    get() {
      if (!loaded && typeof window !== 'undefined') {
        value = load();
        loaded = true;
      }
      return value;
    },
    set(next) {
      value = next;
      loaded = true;
      try {
        if (next === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Full or forbidden storage: the tab's own memory still serves.
      }
      tell(false);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The stored value in a component, or what `select` makes of it; the server's page is made with the empty one. */
export function useStored<T>(stored: Stored<T>): T;
export function useStored<T, S extends string | number | boolean>(stored: Stored<T>, select: (value: T) => S): S;
export function useStored<T>(stored: Stored<T>, select?: (value: T) => unknown): unknown {
  const pick = (value: T): unknown => (select ? select(value) : value);
  return useSyncExternalStore(
    stored.subscribe,
    () => pick(stored.get()),
    () => pick(stored.empty),
  );
}

/** Reads a stored boolean. The flags are kept as `"true"` and `"false"`. */
export function readFlag(stored: unknown): boolean | undefined {
  return typeof stored === 'boolean' ? stored : undefined;
}
