/** The operator's view of accounts: listing, roles, and scheduled deletions. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { CUSTOMER_ROLE, OPERATOR_ROLE, normalizeEmail } from '../../domain/account.ts';
import { OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from '../../domain/order.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import type { Identity } from '../identity/identity.ts';
import { closeConsole } from '../identity/operator-accounts.ts';
import type { Images } from '../images/images.ts';
import type { Mail } from '../mail/mail.ts';

/** Accounts on one page. */
const PAGE_SIZE = 500;

export interface Account {
  id: string;
  email: string;
  name: string;
  role: string;
  joinedAt: Date;
  /** When the deletion was requested; null when it was not. */
  deletionRequestedAt: Date | null;
  /** The number of its orders, and of those that are neither delivered nor canceled. */
  orders: number;
  pendingOrders: number;
}

/** All accounts, or those whose deletion was requested at least so many seconds ago. */
export interface AccountFilter {
  scheduledForSeconds?: number;
  /** The previous page's `next`; any other value gives the first page. */
  after?: string | null;
  limit?: number;
}

export type RoleOutcome = { kind: 'set'; account: Account; changed: boolean } | { kind: 'unknown' };

/** `not-due`: the deletion was not requested, was cancelled, or was requested too recently. */
export type PurgeOutcome = { kind: 'purged'; account: Account } | { kind: 'not-due' } | { kind: 'unknown' };

export interface Accounts {
  /** Sorted by e-mail address. */
  list(filter?: AccountFilter): Promise<{ accounts: Account[]; next: string | null }>;
  /** Sets an account's role. Only customers may sign in, so any other role ends its sessions. */
  setRole(email: string, role: string, by?: Actor): Promise<RoleOutcome>;
  /**
   * Carries out a deletion that was requested at least so many seconds ago. Deletes the account, its sessions, its
   * picture, its mails and the personal data in its orders; the orders' figures stay (product §1).
   */
  purge(id: string, olderThanSeconds: number, by?: Actor): Promise<PurgeOutcome>;
}

interface Dependencies {
  database: Pick<Database, 'kysely'>;
  identity: Pick<Identity, 'endSessions'>;
  images: Pick<Images, 'remove'>;
  mail: Pick<Mail, 'deleteFilesTo'>;
}

export function createAccounts({ database: { kysely }, identity, images, mail }: Dependencies): Accounts {
  function write<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    return retrySerializationFailures(() => kysely.transaction().execute(work));
  }

  return {
    async list({ scheduledForSeconds, after, limit = PAGE_SIZE } = {}) {
      let query = accounts(kysely)
        .orderBy('email')
        .limit(limit + 1);
      // The cursor is an id, because e-mail addresses must not appear in URLs.
      if (after)
        query = query.where('email', '>', sql<string>`coalesce((select email from users where id = ${after}), '')`);
      if (scheduledForSeconds !== undefined) query = query.where(isDue(scheduledForSeconds));
      const rows = await query.execute();
      const shown = rows.slice(0, limit);
      return { accounts: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
    },

    setRole: (email, role, by = 'operator') =>
      write(async (trx): Promise<RoleOutcome> => {
        const account = await accounts(trx)
          .where('email', '=', normalizeEmail(email))
          .forUpdate('users')
          .executeTakeFirst();
        if (!account) return { kind: 'unknown' };
        if (account.role === role) return { kind: 'set', account, changed: false };
        const { id } = account;
        await trx.updateTable('users').set({ role, updated_at: new Date() }).where('id', '=', id).execute();
        if (role !== CUSTOMER_ROLE) await identity.endSessions(id, trx);
        if (account.role === OPERATOR_ROLE) await closeConsole(trx, id);
        const details = { from: account.role, to: role };
        await audit(trx, { actor: by, action: 'accounts.role', subject: id, details });
        await notify(trx, 'profile', id);
        return { kind: 'set', account: { ...account, role }, changed: true };
      }),

    purge: (id, olderThanSeconds, by = 'operator') =>
      write(async (trx): Promise<PurgeOutcome> => {
        const account = await accounts(trx).where('id', '=', id).forUpdate('users').executeTakeFirst();
        if (!account) return { kind: 'unknown' };
        const due = await trx
          .selectFrom('users')
          .select('img_url')
          .where('id', '=', id)
          .where(isDue(olderThanSeconds))
          .executeTakeFirst();
        if (!due) return { kind: 'not-due' };
        await deletePerson(trx, account);
        const details = { orders: account.orders, deletionRequestedAt: account.deletionRequestedAt };
        await audit(trx, { actor: by, action: 'accounts.purge', subject: id, details });
        await notify(trx, 'profile', id);
        // Delete the picture last, before the commit. If that fails, the account stays and can be purged later.
        if (due.img_url) await images.remove(due.img_url);
        await mail.deleteFilesTo(account.email);
        return { kind: 'purged', account };
      }),
  };
}

function accounts(executor: Kysely<Tables>) {
  const ordersOf = (statuses: readonly OrderStatus[]) => sql<number>`
    (select coalesce(sum(orders), 0)::bigint from order_counts
      where user_id = users.id and status = any(${[...statuses]}::text[]))`;
  return executor
    .selectFrom('users')
    .select([
      'id',
      'email',
      'name',
      'role',
      'joined_at as joinedAt',
      sql<Date | null>`case when schedule_for_deletion then deletion_requested_at end`.as('deletionRequestedAt'),
      ordersOf(ORDER_STATUSES).as('orders'),
      ordersOf(OPEN_STATUSES).as('pendingOrders'),
    ]);
}

function isDue(seconds: number) {
  return sql<boolean>`schedule_for_deletion and deletion_requested_at <= now() - make_interval(secs => ${seconds})`;
}

/** Deletes an account and all its personal data. Its orders lose their owner, their address and their key. */
async function deletePerson(trx: Transaction<Tables>, { id, email }: Pick<Account, 'id' | 'email'>): Promise<void> {
  await trx.updateTable('orders').set({ shipping_info: '{}', request_hash: '' }).where('user_id', '=', id).execute();
  await trx.deleteFrom('outbox').where('recipient', '=', email).execute();
  await trx.deleteFrom('invitations').where('email', '=', email).execute();
  await trx
    .deleteFrom('verifications')
    .where((or) => or.or([or('value', '=', id), or('identifier', '=', email)]))
    .execute();
  // The foreign keys delete sessions and credentials with the account.
  await trx.deleteFrom('users').where('id', '=', id).execute();
}
