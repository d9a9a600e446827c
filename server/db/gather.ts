import { setImmediate } from 'node:timers/promises';

/** Calls in one turn of the event loop become one `find` with all their keys. Each caller takes its own from all. */
export function gather<Key, Found>(find: (keys: readonly Key[]) => Promise<Found>) {
  let keys: Key[] = [];
  let found: Promise<Found> | null = null;
  const ask = (): Promise<Found> => {
    const all = keys;
    keys = [];
    found = null;
    return find(all);
  };
  return (more: readonly Key[]): Promise<Found> => {
    keys.push(...more);
    return (found ??= setImmediate().then(ask));
  };
}
