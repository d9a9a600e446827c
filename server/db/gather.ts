import { setImmediate } from 'node:timers/promises';

/** Calls of one turn of the event loop become one `find` with the keys of all. Each gets everything that was found, and has to take its own. */
export function gather<Key, Found>(
  find: (keys: readonly Key[]) => Promise<Found>,
): (keys: readonly Key[]) => Promise<Found> {
  let gathered: { keys: Key[]; found: Promise<Found> } | undefined;
  return (keys) => {
    if (!gathered) {
      const all: Key[] = [];
      const start = (): Promise<Found> => {
        gathered = undefined;
        return find(all);
      };
      gathered = { keys: all, found: setImmediate().then(start) };
    }
    gathered.keys.push(...keys);
    return gathered.found;
  };
}
