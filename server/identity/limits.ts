/** Rate limits, kept in the database so that all processes of the shop count together. */
import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** At most `most` in `seconds`, counted from the first. */
export interface Limit {
  most: number;
  seconds: number;
}

/** The limits of one kind of request. */
export interface Limits {
  /** For all requests from one address; many people may share one. */
  address: Limit;
  /** For all requests that name one e-mail address. */
  account: Limit;
}

/** What requests are counted by. */
interface Counted {
  /** 'sign-in' … */
  kind: string;
  limits: Limits;
  address: string | null;
  account: string | null;
}

export interface RateLimits {
  /** Counts one more of what `key` names. Answers 0, or after how many seconds to come again when there were too many. */
  countOne(key: string, limit: Limit): Promise<number>;
  /** Counts a request. Answers 0, or after how many seconds to come again when there were too many. */
  count(request: Counted): Promise<number>;
  /** Forgets what was counted for the account: whoever signs in has not been guessing. */
  forget(kind: string, account: string): Promise<void>;
}

/** Limits over a database; `now` in ms since 1970. */
export function createRateLimits(kysely: Kysely<Tables>, now: () => number = Date.now): RateLimits {
  /** Counts one more under a key. One statement, so that requests at the same moment are all counted. */
  async function countOne(key: string, { most, seconds }: Limit): Promise<number> {
    const at = now();
    const over = sql<boolean>`rate_limits.last_request <= ${at - seconds * 1000}`;
    // `last_request` is when the counting began.
    const { count, last_request: since } = await kysely
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
    async count({ kind, limits, address, account }) {
      const wait = await countOne(`${kind}|address|${networkOf(address)}`, limits.address);
      // Not counted for the account then: one address cannot shut others out of it for long.
      if (wait > 0 || account === null) return wait;
      return countOne(accountKey(kind, account), limits.account);
    },
    async forget(kind, account) {
      await kysely.deleteFrom('rate_limits').where('key', '=', accountKey(kind, account)).execute();
    },
  };
}

/** Counters that nobody needs any longer go. */
export async function sweepRateLimits(kysely: Kysely<Tables>, longestSeconds: number): Promise<void> {
  await kysely
    .deleteFrom('rate_limits')
    .where('last_request', '<', Date.now() - longestSeconds * 1000)
    .execute();
}

function accountKey(kind: string, account: string): string {
  // A digest: the table need not list who tried to sign in.
  return `${kind}|account|${createHash('sha256').update(account).digest('base64url').slice(0, 22)}`;
}

/**
 * What counts as one address: an IPv4 address, or the /64 network of an IPv6 one, all of which one household has.
 * Unknown ones count together.
 */
export function networkOf(address: string | null): string {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '') ?? '';
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  const [head = '', tail] = plain.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
