import { type Transaction, sql } from 'kysely';
import { CUSTOMER_ROLE, OPERATOR_ROLE, normalizeEmail } from '../../domain/accounts/account.ts';
import { STAFF, type StaffRole } from '../../domain/accounts/roles.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Tables } from '../db/tables.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Access } from './access.ts';
import { NO_SECOND_FACTOR } from './second-factor.ts';
import { HAS_PASSKEY, endAccess, mayEnter } from './sessions.ts';

export interface ListedOperator {
  email: string;
  name: string;
  role: StaffRole;
  status: 'operator' | 'invited';
  /** Codes of an app, or a passkey: the password alone does not open the console. */
  secondFactor: boolean;
  since: Date;
  lastUsedAt: Date | null;
}

export function createOperatorAccounts({ kysely, guard, now }: Access, security: SecurityLog) {
  return {
    /** Everybody with a way into the console by e-mail address, then open invitations. */
    async list(): Promise<ListedOperator[]> {
      // Whoever got the role from the command line has no way in yet.
      const { rows } = await sql<ListedOperator>`
        select email, name, role, 'operator' as status, totp_enabled_at is not null or ${HAS_PASSKEY} as "secondFactor",
          coalesce(console_since, updated_at) as since, console_used_at as "lastUsedAt"
          from users where role = any(${STAFF}::text[])
        union all
        select email, '', staff_role, 'invited', false, created_at, null from invitations
          where expires_at > ${new Date(now())}
            and not exists (select from users where users.email = invitations.email and role = any(${STAFF}::text[]))
        order by status desc, email`.execute(kysely);
      return rows;
    },

    /** Makes somebody of the shop a customer again, or takes an invitation back; false when there is neither. */
    async remove(typed: string, by: Actor): Promise<boolean> {
      const email = normalizeEmail(typed);
      const removed = await guard.write(async (trx) => {
        const operator = await trx
          .selectFrom('users')
          .select('id')
          .where('email', '=', email)
          .where('role', 'in', STAFF)
          .forUpdate()
          .executeTakeFirst();
        if (operator) {
          const customer = { role: CUSTOMER_ROLE, updated_at: new Date(now()) };
          await trx.updateTable('users').set(customer).where('id', '=', operator.id).execute();
          await closeConsole(trx, operator.id);
        }
        const invitation = trx.deleteFrom('invitations').where('email', '=', email);
        const { numDeletedRows } = await invitation.where('expires_at', '>', new Date(now())).executeTakeFirst();
        if (!operator && numDeletedRows === 0n) return null;
        await audit(trx, { actor: by, action: 'operators.remove', subject: email });
        return { userId: operator?.id };
      });
      if (removed === null) return false;
      security.log('info', { event: 'operator-removed', address: null, userId: removed.userId, email });
      return true;
    },

    /** Whether an owner has a key. */
    async any(): Promise<boolean> {
      const owners = kysely.selectFrom('users').select('id').where('role', '=', OPERATOR_ROLE);
      const one = owners.where(mayEnter('console')).limit(1);
      return (await one.executeTakeFirst()) !== undefined;
    },
  };
}

/** In the transaction that changes the role. The account may go on shopping, with its password. */
export async function closeConsole(trx: Transaction<Tables>, userId: string): Promise<void> {
  const closed = { ...NO_SECOND_FACTOR, console_since: null, console_used_at: null, order_mails: false };
  const user = trx.updateTable('users').set(closed).where('id', '=', userId);
  const { email } = await user.returning('email').executeTakeFirstOrThrow();
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await trx.updateTable('riders').set({ user_id: null }).where('user_id', '=', userId).execute();
  await endAccess(trx, userId);
  // Mails about orders, which name customers.
  await trx.deleteFrom('outbox').where('recipient', '=', email).execute();
}
