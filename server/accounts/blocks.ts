/** Whose orders are refused: an account, a phone (product §13). place_order.sql looks them up. */
import { type Kysely, sql } from 'kysely';
import { dayInDhaka } from '../../base/dates.ts';
import { normalizeEmail } from '../../domain/accounts/account.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';

/** Of an account `phone` is that of its profile, unless it is given. */
export type Blockable = { id: string; phone?: string } | { email: string } | { phone: string };

export interface Block {
  reason: string;
  /** The last day, 'YYYY-MM-DD' in Dhaka; null: for good. */
  until: string | null;
  at: Date;
  author: Actor;
}

type BlockOutcome = { kind: 'done'; changed: boolean } | { kind: 'unknown' | 'no-phone' };

/** Of a row of `blocks`. */
export const IN_FORCE = sql<boolean>`(until is null or until > now())`;

export function createBlocks({ kysely }: Pick<Database, 'kysely'>) {
  /** Sets another block, or none. */
  const set = (whom: Blockable, block: Pick<Block, 'reason' | 'until'> | null, by: Actor): Promise<BlockOutcome> =>
    kysely.transaction().execute(async (trx) => {
      const target = await find(trx, whom);
      if (typeof target === 'string') return { kind: target };
      const { userId, phone } = target;
      const old = sql<boolean>`(user_id = ${userId} or phone = ${phone})`;
      const { numDeletedRows } = await trx.deleteFrom('blocks').where(old).executeTakeFirstOrThrow();
      if (!block && numDeletedRows === 0n) return { kind: 'done', changed: false };
      if (block) {
        const { reason, until } = block;
        // The day ends where the next one begins, in Dhaka.
        const ends = until && sql<Date>`(${until}::date + 1)::timestamp at time zone 'UTC' - interval '6 hours'`;
        const row = { reason, until: ends, author: by };
        const rows = [...(userId ? [{ ...row, user_id: userId }] : []), ...(phone ? [{ ...row, phone }] : [])];
        await trx
          .insertInto('blocks')
          .values(rows)
          .onConflict((other) => other.doNothing())
          .execute();
      }
      const details = block?.until ? { until: block.until } : {};
      // The log keeps no personal data: of a phone its last digits.
      const subject = userId ?? String(phone).slice(-3);
      await audit(trx, { actor: by, action: block ? 'accounts.block' : 'accounts.unblock', subject, details });
      return { kind: 'done', changed: true };
    });

  return {
    /** The block of an account or of a phone, whichever is the newest; null: neither is blocked. */
    async find(userId: string | null, phone: string): Promise<Block | null> {
      const row = await kysely
        .selectFrom('blocks')
        .select(['reason', 'until', 'at', 'author'])
        .where(sql<boolean>`(user_id = ${userId} or phone = nullif(search_phone(${phone}), '')) and ${IN_FORCE}`)
        .orderBy('id', 'desc')
        .executeTakeFirst();
      return row ? { ...row, until: row.until && dayInDhaka(new Date(row.until.getTime() - 1)) } : null;
    },

    /** An account is blocked together with the phone of its profile. A new block replaces an old one. */
    block: (whom: Blockable, block: Pick<Block, 'reason' | 'until'>, by: Actor = 'operator') => set(whom, block, by),
    unblock: (whom: Blockable, by: Actor = 'operator') => set(whom, null, by),
  };
}

interface Target {
  userId: string | null;
  /** As `search_phone` writes it. */
  phone: string | null;
}

async function find(trx: Kysely<Tables>, whom: Blockable): Promise<Target | 'unknown' | 'no-phone'> {
  const dialled = (phone: unknown) => sql<string | null>`substring(search_phone(${phone}) from '^01[1-9][0-9]{8}$')`;
  const given = dialled('phone' in whom ? whom.phone : null);
  if (!('id' in whom || 'email' in whom)) {
    const found = await trx.selectNoFrom(given.as('phone')).executeTakeFirst();
    return found?.phone ? { userId: null, phone: found.phone } : 'no-phone';
  }
  const account = await trx
    .selectFrom('users')
    .select(['id as userId', sql<string | null>`coalesce(${given}, ${dialled(sql.ref('phone'))})`.as('phone')])
    .where('id' in whom ? 'id' : 'email', '=', 'id' in whom ? whom.id : normalizeEmail(whom.email))
    .executeTakeFirst();
  return account ?? 'unknown';
}
