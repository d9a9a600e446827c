/** Whose orders are refused: an account, a phone (product §13). place_order.sql looks them up. */
import { type Kysely, sql } from 'kysely';
import { dayInDhaka } from '../../base/dates.ts';
import { normalizeEmail } from '../../domain/accounts/account.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';

/** An account by its id or e-mail address, with the phone of its profile or this one; or a phone alone. */
export type Blockable = Partial<Readonly<Record<'id' | 'email' | 'phone', string | undefined>>>;

export interface Block {
  reason: string;
  /** The last day, 'YYYY-MM-DD' in Dhaka; null: for good. */
  until: string | null;
  at: Date;
  author: Actor;
}

/** Of a row of `blocks`. */
export const IN_FORCE = sql<boolean>`(until is null or until > now())`;

export function createBlocks({ kysely }: Pick<Database, 'kysely'>) {
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

    /** Sets another block, or none. An account is blocked together with the phone of its profile. */
    set: (whom: Blockable, block: Pick<Block, 'reason' | 'until'> | null, by: Actor) =>
      kysely.transaction().execute(async (trx): Promise<Outcome<{ changed: boolean }>> => {
        const target = await find(trx, whom);
        if (!target.ok) return target;
        const { userId, phone } = target.value;
        const old = sql<boolean>`(user_id = ${userId} or phone = ${phone})`;
        const { numDeletedRows } = await trx.deleteFrom('blocks').where(old).executeTakeFirstOrThrow();
        if (!block && numDeletedRows === 0n) return done({ changed: false });
        if (block) {
          const { reason, until } = block;
          // The day ends where the next one begins, in Dhaka.
          const ends = until && sql<Date>`(${until}::date + 1)::timestamp at time zone 'UTC' - interval '6 hours'`;
          const row = { reason, until: ends, author: by };
          const rows = [...(userId ? [{ ...row, user_id: userId }] : []), ...(phone ? [{ ...row, phone }] : [])];
          const added = trx.insertInto('blocks').values(rows);
          await added.onConflict((other) => other.doNothing()).execute();
        }
        const details = block?.until ? { until: block.until } : {};
        // The log keeps no personal data: of a phone its last digits.
        const subject = userId ?? String(phone).slice(-3);
        await audit(trx, { actor: by, action: block ? 'accounts.block' : 'accounts.unblock', subject, details });
        return done({ changed: true });
      }),
  };
}

/** `phone`: as `search_phone` writes it. */
async function find(trx: Kysely<Tables>, { id, email, phone }: Blockable) {
  const dialled = (phone: unknown) => sql<string | null>`substring(search_phone(${phone}) from '^01[1-9][0-9]{8}$')`;
  const given = dialled(phone ?? null);
  if (!id && !email) {
    const found = await trx.selectNoFrom(given.as('phone')).executeTakeFirst();
    return found?.phone ? done({ userId: null, phone: found.phone }) : refused(422, { code: 'invalid-phone' });
  }
  const account = await trx
    .selectFrom('users')
    .select(['id as userId', sql<string | null>`coalesce(${given}, ${dialled(sql.ref('phone'))})`.as('phone')])
    .where(id ? 'id' : 'email', '=', id || normalizeEmail(email ?? ''))
    // It stays until it is blocked, or is gone by now.
    .forKeyShare()
    .executeTakeFirst();
  if (account) return done(account);
  return refused(404, id ? { code: 'unknown', what: 'account' } : { code: 'no-account-with-email' });
}
