/** What a shop's operator has set: a value of the database that each process keeps in memory. */
import type { Database } from '../db/connect.ts';

/** How long after a failed reading the next one follows, in ms. */
const RETRY_MS = 1_000;

/** Read once, and again whenever the channel `shop` says so. `onChange` follows when another value was read, before `refresh` ends. */
export async function createSnapshot<T>(
  database: Pick<Database, 'listen'>,
  read: () => Promise<T>,
  onChange: () => void = () => {},
) {
  let current = await read();
  let closed = false;
  let latest = Promise.resolve();

  async function readAfter(before: Promise<void>): Promise<void> {
    await before.catch(() => {});
    const known = JSON.stringify(current);
    current = await read();
    if (JSON.stringify(current) !== known) onChange();
  }
  /** Each reading begins after the change that asks for it. */
  const refresh = (): Promise<void> => {
    latest = readAfter(latest);
    return latest;
  };
  const follow = (): void => {
    if (closed) return;
    refresh().catch(() => setTimeout(follow, RETRY_MS).unref());
  };
  const unlisten = await database.listen('shop', follow, follow);
  // It may have changed between the first reading and the subscription.
  await refresh();

  return {
    get: (): T => current,
    /** After a change of this process, so that its next answer has it. */
    refresh,
    async close(): Promise<void> {
      closed = true;
      await unlisten().catch(() => {});
    },
  };
}
