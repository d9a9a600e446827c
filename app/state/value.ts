import { useSyncExternalStore } from 'react';

export interface Value<T> {
  get(): T;
  set(next: T): void;
  /** The value in a component, or `select` of it. The server and hydration have the initial one. */
  use<S = T>(select?: (value: T) => S): S;
}

export function createValue<T>(initial: T): Value<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get: () => value,
    set(next) {
      if (value === next) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: <S>(select: (value: T) => S = (all) => all as unknown as S) =>
      useSyncExternalStore(
        subscribe,
        () => select(value),
        () => select(initial),
      ),
  };
}
