/** What runs while something else holds a lock, in an order that no clock decides. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { vi } from 'vitest';
import type { Tables } from '../../server/db/tables.ts';
import { SOON } from './soon.ts';

type Doing = (trx: Transaction<Tables>) => Promise<unknown>;

/**
 * What `work` comes to when a transaction begins with `hold` before it, and does `meanwhile` and ends as soon as the
 * work waits for a lock.
 */
export async function heldUp<Result>(
  kysely: Kysely<Tables>,
  { hold, meanwhile }: { hold: Doing; meanwhile?: Doing },
  work: () => Promise<Result>,
): Promise<Result> {
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely);
    return rows.length > 0;
  };
  const { promise, resolve } = Promise.withResolvers<Result>();
  await kysely.transaction().execute(async (trx) => {
    await hold(trx);
    const working = work();
    working.catch(() => {});
    resolve(working);
    await vi.waitUntil(isWaiting, SOON);
    await meanwhile?.(trx);
  });
  return promise;
}
