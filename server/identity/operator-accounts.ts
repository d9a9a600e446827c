import { type Kysely, type Transaction, sql } from 'kysely';
import { CUSTOMER_ROLE, OPERATOR_ROLE, normalizeEmail } from '../../domain/accounts/account.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Tables } from '../db/tables.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Guard } from './guard.ts';
import { NO_SECOND_FACTOR } from './second-factor.ts';
import { endAccess, mayEnter } from './sessions.ts';

export interface ListedOperator {
  email: string;
  name: string;
  status: 'operator' | 'invited';
  secondFactor: boolean;
  since: Date;
  lastUsedAt: Date | null;
}

export interface OperatorAccounts {
  /** Operators by e-mail address, then open invitations. */
  list(): Promise<ListedOperator[]>;
  /** Makes an operator a customer again, or takes an invitation back; false when there is neither. */
  remove(email: string, by: Actor): Promise<boolean>;
  any(): Promise<boolean>;
}

interface Options {
  kysely: Kysely<Tables>;
  guard: Pick<Guard, 'write'>;
  security: SecurityLog;
  now: () => number;
}

export function createOperatorAccounts({ kysely, guard, security, now }: Options): OperatorAccounts {
  return {
    async list() {
      // Whoever got the role from the command line has no way in yet.
      const { rows } = await sql<ListedOperator>`
        select email, name, 'operator' as status, totp_enabled_at is not null as "secondFactor",
          coalesce(console_since, updated_at) as since, console_used_at as "lastUsedAt"
          from users where role = ${OPERATOR_ROLE}
        union all
        select email, '', 'invited', false, created_at, null from invitations
          where expires_at > ${new Date(now())}
            and not exists (select from users where users.email = invitations.email and role = ${OPERATOR_ROLE})
        order by status desc, email`.execute(kysely);
      return rows;
    },

    async remove(typed, by) {
      const email = normalizeEmail(typed);
      const removed = await guard.write(async (trx) => {
        const operator = await trx
          .selectFrom('users')
          .select('id')
          .where('email', '=', email)
          .where('role', '=', OPERATOR_ROLE)
          .forUpdate()
          .executeTakeFirst();
        if (operator) {
          const customer = { role: CUSTOMER_ROLE, updated_at: new Date(now()) };
          await trx.updateTable('users').set(customer).where('id', '=', operator.id).execute();
          await closeConsole(trx, operator.id);
        }
        const invitation = trx
          .deleteFrom('invitations')
          .where('email', '=', email)
          .where('expires_at', '>', new Date(now()));
        const { numDeletedRows } = await invitation.executeTakeFirst();
        if (!operator && numDeletedRows === 0n) return null;
        await audit(trx, { actor: by, action: 'operators.remove', subject: email });
        return { userId: operator?.id };
      });
      if (removed === null) return false;
      security.log('info', { event: 'operator-removed', address: null, userId: removed.userId, email });
      return true;
    },

    async any() {
      const one = kysely.selectFrom('users').select('id').where(mayEnter('console')).limit(1);
      return (await one.executeTakeFirst()) !== undefined;
    },
  };
}

/**
 * In the transaction that changes the role: sessions, second factor, passkeys and mails about orders end. The account may go on shopping, with
 * its password.
 */
export async function closeConsole(trx: Transaction<Tables>, userId: string): Promise<void> {
  const user = trx
    .updateTable('users')
    .set({ ...NO_CONSOLE, order_mails: false })
    .where('id', '=', userId);
  const { email } = await user.returning('email').executeTakeFirstOrThrow();
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await endAccess(trx, userId);
  // Mails about orders, which name customers.
  await trx.deleteFrom('outbox').where('recipient', '=', email).execute();
}

/** What takes an account's way into the console. */
const NO_CONSOLE = { ...NO_SECOND_FACTOR, console_since: null, console_used_at: null };
