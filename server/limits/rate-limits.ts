/** Rate limits (product §7), in the database so that all processes count together. */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';

export type Limit = Record<'max' | 'seconds', number>;

export interface Counter {
  key: string;
  limit: Limit;
}

export type RateLimits = ReturnType<typeof createRateLimits>;

/** The longest window of any limit, in seconds: older counters are deleted. */
export const MAX_LIMIT_SECONDS = 24 * 60 * 60;

/** The key of a counter: a name, and a digest of the values, so that the table has no personal data. */
export function limitKey(name: string, ...parts: readonly string[]): string {
  return `${name}|${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}`;
}

/** `now` in ms since 1970. */
export function createRateLimits(kysely: Kysely<Tables>, now: () => number = Date.now) {
  /** Returns 0, or the seconds until the next try. With a transaction's handle, a rollback undoes the count. */
  async function countOne(key: string, { max, seconds }: Limit, executor = kysely): Promise<number> {
    const { rows } = await sql<{ wait: number }>`
      select count_request(${key}, ${max}::integer, ${seconds}::integer, ${now()}::bigint) as wait`.execute(executor);
    return rows[0]?.wait ?? 0;
  }

  return {
    countOne,
    /** Counts one more with each in order, until one is exceeded: a refusal must not use up the others. */
    async count(counters: readonly Counter[], executor?: Kysely<Tables>): Promise<number> {
      for (const { key, limit } of counters) {
        const wait = await countOne(key, limit, executor);
        if (wait > 0) return wait;
      }
      return 0;
    },
    async reset(keys: readonly string[]): Promise<void> {
      if (keys.length > 0) await kysely.deleteFrom('rate_limits').where('key', 'in', keys).execute();
    },
  };
}
