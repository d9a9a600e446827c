import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely';
import { isStaffRole, STAFF } from '../../domain/accounts/roles.ts';
import { addressOf, CUSTOMER_ROLE, normalizeEmail } from '../../domain/accounts/account.ts';
import { ADDRESS_FIELDS } from '../../domain/accounts/address.ts';
import { OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from '../../domain/orders/order.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import { notify } from '../db/notify.ts';
import { search, withBeginning, wordNeedles } from '../db/search.ts';
import type { Tables } from '../db/tables.ts';
import type { Identity } from '../identity/identity.ts';
import { closeConsole } from '../identity/operator-accounts.ts';
import type { Images } from '../images/images.ts';
import type { Mail } from '../mail/mail.ts';
import { readPage } from '../db/page.ts';
import { IN_FORCE } from './blocks.ts';

const PAGE_SIZE = 500;

/** Since the last login or change. */
const UNUSED_DAYS = 90;

export interface Account {
  id: string;
  email: string;
  name: string;
  role: string;
  joinedAt: Date;
  deletionRequestedAt: Date | null;
  orders: number;
  pendingOrders: number;
  /** Whether its orders, or those of its phone, are refused. */
  blocked: boolean;
}

export interface AccountFilter {
  scheduledForSeconds?: number;
  /** The previous page's `next`; any other value gives the first page. */
  after?: string | null;
  limit?: number;
}

export interface AccountSearch extends Pick<AccountFilter, 'after' | 'limit'> {
  /** The beginning of a word of the name, of the e-mail address or of the phone. A text that shows nothing finds all. */
  text?: string | null | undefined;
}

export type FoundAccount = Account & { phone: string };

type RoleOutcome = { kind: 'set'; account: Account; from: string; changed: boolean } | { kind: 'unknown' };

/** `not-due`: the deletion was not requested, was cancelled, or was requested too recently. */
type PurgeOutcome = { kind: 'purged'; account: Account } | { kind: 'not-due' } | { kind: 'unknown' };

export type Accounts = ReturnType<typeof createAccounts>;

export type AccountDetails = NonNullable<Awaited<ReturnType<Accounts['show']>>>;

interface Dependencies {
  database: Pick<Database, 'kysely'>;
  identity: Pick<Identity, 'endSessions'>;
  images: Pick<Images, 'remove'>;
  mail: Pick<Mail, 'deleteFilesTo'>;
}

export function createAccounts({ database: { kysely }, identity, images, mail }: Dependencies) {
  function write<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    return retrySerializationFailures(() => kysely.transaction().execute(work));
  }

  return {
    async list({ scheduledForSeconds, after, limit = PAGE_SIZE }: AccountFilter = {}) {
      let query = accounts(kysely).where('email', '>', emailAfter(after)).orderBy('email');
      if (scheduledForSeconds !== undefined) query = query.where(isDue(scheduledForSeconds));
      const { shown, next } = await readPage(query, limit);
      return { accounts: shown, next };
    },

    async search({ text, after, limit = PAGE_SIZE }: AccountSearch = {}) {
      const needles = text ? await wordNeedles(kysely, text) : [];
      const where = sql<boolean>`role <> all(${STAFF}::text[]) and email > ${emailAfter(after)}`;
      const found =
        needles.length > 0 &&
        (await search<string>(kysely, {
          from: 'users',
          key: 'id',
          order: sql`email`,
          where,
          words: sql`search_words(name, email, phone)`,
          query: withBeginning(needles),
          limit: limit + 1,
        }));
      const matching = accounts(kysely)
        .select('phone')
        .where(found ? sql<boolean>`id = any(${found}::text[])` : where)
        .orderBy('email');
      const { shown, next } = await readPage(matching, limit);
      return { accounts: shown, next };
    },

    /** `language`: of the page that the customer has opened last. */
    async show(id: string) {
      const row = await accounts(kysely)
        .select(['img_url as imgUrl', 'phone', 'gender', 'language', ADDRESS.as('address')])
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? { ...row, address: addressOf(row.address) } : null;
    },

    /** Sets an account's role. Only customers may sign in, so any other role ends its sessions. */
    setRole: (email: string, role: string, by: Actor = 'operator'): Promise<RoleOutcome> =>
      write(async (trx) => {
        const found = accounts(trx).where('email', '=', normalizeEmail(email)).forUpdate('users');
        const account = await found.executeTakeFirst();
        if (!account) return { kind: 'unknown' };
        if (account.role === role) return { kind: 'set', account, from: role, changed: false };
        const { id } = account;
        await trx.updateTable('users').set({ role, updated_at: new Date() }).where('id', '=', id).execute();
        if (role !== CUSTOMER_ROLE) await identity.endSessions(id, trx);
        if (isStaffRole(account.role)) await closeConsole(trx, id);
        const details = { from: account.role, to: role };
        await audit(trx, { actor: by, action: 'accounts.role', subject: id, details });
        await notify(trx, 'profile', id);
        return { kind: 'set', account: { ...account, role }, from: account.role, changed: true };
      }),

    /** Carries out a deletion requested at least so many seconds ago: all personal data goes, the orders' figures stay (product §1). */
    purge: (id: string, olderThanSeconds: number, by: Actor = 'operator'): Promise<PurgeOutcome> =>
      write(async (trx) => {
        const account = await accounts(trx).where('id', '=', id).forUpdate('users').executeTakeFirst();
        if (!account) return { kind: 'unknown' };
        const picture = trx.selectFrom('users').select('img_url').where('id', '=', id);
        const due = await picture.where(isDue(olderThanSeconds)).executeTakeFirst();
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

    /** Deletes some accounts that never ordered and that nobody uses (product §1). Resolves to true when there may be more. */
    sweepUnused: (): Promise<boolean> =>
      write(async (trx) => {
        const { rows } = await sql<{ img_url: string | null }>`
          delete from users where id = any(array(
            select id from users
            where role = ${CUSTOMER_ROLE} and not schedule_for_deletion and updated_at < now() - ${UNUSED_DAYS} * interval '1 day'
              and not exists (select from orders where user_id = users.id)
              and not exists (select from sessions where user_id = users.id)
            limit ${PAGE_SIZE} for update skip locked
          ))
          returning img_url`.execute(trx);
        for (const { img_url } of rows) if (img_url) await images.remove(img_url);
        return rows.length === PAGE_SIZE;
      }),
  };
}

const ADDRESS = sql<Record<string, unknown>>`jsonb_build_object(${sql.join(
  [...ADDRESS_FIELDS, 'country'].flatMap((field) => [sql.lit(field), sql.ref(field)]),
)})`;

function accounts(executor: Kysely<Tables>) {
  const ordersOf = (statuses: readonly OrderStatus[]) => sql<number>`
    (select coalesce(sum(orders), 0)::bigint from order_counts
      where user_id = users.id and status = any(${[...statuses]}::text[]))`;
  const blocked = sql<boolean>`exists (
    select from blocks where (user_id = users.id or blocks.phone = search_phone(users.phone)) and ${IN_FORCE})`;
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
      blocked.as('blocked'),
    ]);
}

function emailAfter(after: string | null | undefined): RawBuilder<string> {
  return after ? sql<string>`coalesce((select email from users where id = ${after}), '')` : sql<string>`''`;
}

function isDue(seconds: number) {
  return sql<boolean>`schedule_for_deletion and deletion_requested_at <= now() - make_interval(secs => ${seconds})`;
}

async function deletePerson(trx: Transaction<Tables>, { id, email }: Pick<Account, 'id' | 'email'>): Promise<void> {
  await trx.updateTable('orders').set({ shipping_info: '{}', request_hash: '' }).where('user_id', '=', id).execute();
  const own = trx.selectFrom('orders').select('number').where('user_id', '=', id);
  // Addresses that were changed, and what operators have typed.
  await trx
    .updateTable('order_history')
    .set({
      details: sql`details - 'shippingInfo'`,
      reason: sql`case when change in ('edit', 'set-back', 'give-back') then '' else reason end`,
    })
    .where('order_number', 'in', own)
    .execute();
  await trx.deleteFrom('notes').where('order_number', 'in', own).execute();
  await trx.deleteFrom('outbox').where('recipient', '=', email).execute();
  // Mails to operators about this person's orders that could not be sent yet. Of the others' orders in them there will be another mail.
  await sql`
    with mails as (
      delete from outbox
      where recipient = any(array(select email from users where role = any(${STAFF}::text[])))
        and exists (select from orders where user_id = ${id} and strpos(body_text, '/operator/orders/' || orders.id) > 0)
      returning recipient, body_text
    )
    insert into order_mail_queue (user_id, order_number)
    select users.id, number
    from mails join users on email = recipient
      cross join lateral regexp_matches(body_text, '/operator/orders/([a-z0-9]+)', 'g') as named (orders)
      join orders on orders.id = named.orders[1]
    where orders.user_id is distinct from ${id}
    on conflict do nothing`.execute(trx);
  await trx.deleteFrom('invitations').where('email', '=', email).execute();
  await trx
    .deleteFrom('blocks')
    .where(sql<boolean>`phone = (select search_phone(phone) from users where id = ${id})`)
    .execute();
  // The foreign keys delete sessions, one-time tokens and passkeys with the account.
  await trx.deleteFrom('users').where('id', '=', id).execute();
}
