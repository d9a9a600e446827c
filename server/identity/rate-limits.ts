/** Rate limits, kept in the database so that all processes of the shop count together. */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** At most `most` in `seconds`, counted from the first. */
export interface Limit {
  most: number;
  seconds: number;
}

/** A limit, and what it counts: see `limitKey`. */
export interface Counter {
  key: string;
  limit: Limit;
}

export interface RateLimits {
  /**
   * Counts one more of what `key` names. Answers 0, or after how many seconds to come again when there were too many.
   * Within a transaction pass its handle: then what is rolled back was not counted.
   */
  countOne(key: string, limit: Limit, executor?: Kysely<Tables>): Promise<number>;
  /** Counts one more with each counter in turn, up to the first that has too many: whoever is refused uses up nothing else. */
  count(counters: readonly Counter[], executor?: Kysely<Tables>): Promise<number>;
  /** Starts anew. */
  forget(keys: readonly string[]): Promise<void>;
}

/** No limit is counted over a longer time, in seconds: older counters are swept. */
export const LONGEST_LIMIT_SECONDS = 24 * 60 * 60;

/** What a limit counts: its name, and a digest of what tells one from another. The table need not list who came. */
export function limitKey(name: string, ...parts: readonly string[]): string {
  return `${name}|${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}`;
}

/** Limits over a database; `now` in ms since 1970. */
export function createRateLimits(kysely: Kysely<Tables>, now: () => number = Date.now): RateLimits {
  // One statement, so that requests at the same moment are all counted.
  async function countOne(key: string, { most, seconds }: Limit, executor = kysely): Promise<number> {
    const at = now();
    const over = sql<boolean>`rate_limits.last_request <= ${at - seconds * 1000}`;
    // `last_request` is when the counting began.
    const { count, last_request: since } = await executor
      .insertInto('rate_limits')
      .values({ id: key, key, count: 1, last_request: at })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql<number>`case when ${over} then 1 else least(rate_limits.count, ${most}) + 1 end`,
          last_request: sql<number>`case when ${over} then ${at} else rate_limits.last_request end`,
        }),
      )
      .returning(['count', 'last_request'])
      .executeTakeFirstOrThrow();
    return count > most ? Math.max(1, Math.ceil((since + seconds * 1000 - at) / 1000)) : 0;
  }

  return {
    countOne,
    async count(counters, executor) {
      for (const { key, limit } of counters) {
        const wait = await countOne(key, limit, executor);
        if (wait > 0) return wait;
      }
      return 0;
    },
    async forget(keys) {
      if (keys.length > 0) await kysely.deleteFrom('rate_limits').where('key', 'in', keys).execute();
    },
  };
}

/** Counters that nobody needs any longer go. */
export async function sweepRateLimits(kysely: Kysely<Tables>, now: number = Date.now()): Promise<void> {
  await kysely
    .deleteFrom('rate_limits')
    .where('last_request', '<', now - LONGEST_LIMIT_SECONDS * 1000)
    .execute();
}
