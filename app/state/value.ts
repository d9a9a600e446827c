import { useSyncExternalStore } from 'react';

export type Value<T> = ReturnType<typeof createValue<T>>;

/** `load`: what it is in the browser, when it is asked for the first time. */
export function createValue<T>(initial: T, load = (): T => initial) {
  const listeners = new Set<(elsewhere: boolean) => void>();
  let current: { value: T } | undefined;
  const get = (): T => (current ??= { value: load() }).value;
  const subscribe = (listener: (elsewhere: boolean) => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    /** `elsewhere`: another tab has changed it. */
    set(next: T, elsewhere = false): void {
      if (current?.value === next) return;
      current = { value: next };
      for (const listener of listeners) listener(elsewhere);
    },
    /** The value in a component, or `select` of it. The server and hydration have the initial one. */
    use: <S = T>(select: (value: T) => S = (all) => all as unknown as S): S =>
      useSyncExternalStore(
        subscribe,
        () => select(get()),
        () => select(initial),
      ),
    subscribe,
  };
}
