import { useSyncExternalStore } from 'react';

interface StoredRules<T> {
  key: string;
  /** In the storage of this tab alone. */
  ofTab?: boolean;
  empty: T;
  read: (stored: unknown) => T | null | undefined;
}

export interface Stored<T> {
  get(): T;
  set(value: T): void;
  /** `elsewhere`: another tab has changed it. */
  subscribe(listener: (elsewhere: boolean) => void): () => void;
  /** The value on the server and during hydration. */
  readonly empty: T;
}

const reads: (() => unknown)[] = [];

/** Drops what is unreadable, also where no screen asks for it. */
export function readStorage(): void {
  for (const read of reads) read();
}

/**
 * A value under a storage key (keys: product §9). `read` parses what is stored: null or undefined when that is unreadable or
 * outdated, and then it is removed. Setting null removes the key. When storage is full or forbidden, the value stays in memory.
 */
export function createStored<T>({ key, ofTab = false, empty, read }: StoredRules<T>): Stored<T> {
  const listeners = new Set<(elsewhere: boolean) => void>();
  let value: T = empty;
  let loaded = false;
  /** Whether the storage holds the value; it may have refused it. */
  let inStorage = false;

  const area = (): Storage => (ofTab ? sessionStorage : localStorage);
  const nothing = JSON.stringify(empty);
  const parse = (text: string): T => {
    try {
      return read(JSON.parse(text)) ?? empty;
    } catch {
      return empty;
    }
  };
  const load = (): T => {
    loaded = inStorage = true;
    try {
      const text = area().getItem(key);
      if (text === null) return empty;
      const stored = parse(text);
      // Unreadable or outdated.
      if (text !== nothing && JSON.stringify(stored) === nothing) area().removeItem(key);
      return stored;
    } catch {
      return empty;
    }
  };
  const notify = (elsewhere: boolean): void => listeners.forEach((listener) => listener(elsewhere));
  const reload = (): void => {
    value = load();
    notify(true);
  };

  const get = (): T => {
    if (!loaded && typeof window !== 'undefined') value = load();
    return value;
  };

  reads.push(get);
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      // A null key means that all keys were cleared.
      if (event.key === key || event.key === null) reload();
    });
    // A page in the back/forward cache gets no storage events.
    window.addEventListener('pageshow', ({ persisted }) => persisted && inStorage && reload());
  }

  return {
    empty,
    get,
    set(next) {
      value = next;
      loaded = inStorage = true;
      try {
        if (next === null) area().removeItem(key);
        else area().setItem(key, JSON.stringify(next));
      } catch {
        inStorage = false;
      }
      notify(false);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The stored value in a component, or `select` of it. Server and hydration use `empty`. */
export function useStored<T>(stored: Stored<T>): T;
export function useStored<T, S extends string | number | boolean>(stored: Stored<T>, select: (value: T) => S): S;
export function useStored<T>(stored: Stored<T>, select?: (value: T) => unknown): unknown {
  const selected = (value: T): unknown => (select ? select(value) : value);
  return useSyncExternalStore(
    stored.subscribe,
    () => selected(stored.get()),
    () => selected(stored.empty),
  );
}

export function readFlag(stored: unknown): boolean | undefined {
  return typeof stored === 'boolean' ? stored : undefined;
}
