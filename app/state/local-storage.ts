import { jsonOf } from '../../base/record.ts';
import { createValue, type Value } from './value.ts';

interface StoredRules<T> {
  key: string;
  /** In the storage of this tab alone. */
  ofTab?: boolean;
  empty: T;
  read: (stored: unknown) => T | null | undefined;
}

const reads: (() => unknown)[] = [];

/** Drops what is unreadable, also where no screen asks for it. */
export function readStorage(): void {
  for (const read of reads) read();
}

/**
 * A value under a storage key (product §9). `read` parses what is stored; null or undefined removes it, and so does
 * setting null. When storage is full or forbidden, the value stays in memory.
 */
export function createStored<T>({ key, ofTab = false, empty, read }: StoredRules<T>): Value<T> {
  /** Whether the storage holds the value; it may have refused it. */
  let inStorage = false;

  const area = (): Storage => (ofTab ? sessionStorage : localStorage);
  const nothing = JSON.stringify(empty);
  const load = (): T => {
    if (typeof window === 'undefined') return empty;
    inStorage = true;
    try {
      const text = area().getItem(key);
      if (text === null) return empty;
      const stored = read(jsonOf(text)) ?? empty;
      // Unreadable or outdated.
      if (text !== nothing && JSON.stringify(stored) === nothing) area().removeItem(key);
      return stored;
    } catch {
      return empty;
    }
  };
  const value = createValue(empty, load);
  const reload = (): void => value.set(load(), true);

  reads.push(value.get);
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      // A null key means that all keys were cleared.
      if (event.key === key || event.key === null) reload();
    });
    // A page in the back/forward cache gets no storage events.
    window.addEventListener('pageshow', ({ persisted }) => persisted && inStorage && reload());
  }

  return {
    ...value,
    set(next) {
      inStorage = true;
      try {
        if (next === null) area().removeItem(key);
        else area().setItem(key, JSON.stringify(next));
      } catch {
        inStorage = false;
      }
      value.set(next);
    },
  };
}

export function readFlag(stored: unknown): boolean | undefined {
  return typeof stored === 'boolean' ? stored : undefined;
}
