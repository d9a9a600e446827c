import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely';
import type { Language } from '../../base/language.ts';
import { isStaffRole, STAFF } from '../../domain/accounts/roles.ts';
import { addressOf, CUSTOMER_ROLE, isPhoneLogin, normalizeEmail } from '../../domain/accounts/account.ts';
import { ADDRESS_FIELDS } from '../../domain/accounts/address.ts';
import { UNTYPED_CHANGES } from '../../domain/orders/changes.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { isOpen, OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from '../../domain/orders/order.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { transact } from '../db/errors.ts';
import { notify } from '../db/notify.ts';
import { customerNeedles, withParts } from '../db/search.ts';
import type { Tables } from '../db/tables.ts';
import type { Identity } from '../identity/identity.ts';
import { closeConsole } from '../identity/operator-accounts.ts';
import type { Images } from '../images/images.ts';
import type { Mail } from '../mail/mail.ts';
import { type Page, readPage } from '../db/page.ts';
import { IN_FORCE } from './blocks.ts';

const PAGE_SIZE = 500;

/** Found rows, from which on a page is sooner read in its order. */
const MANY = 1_000;

/** Since the last login or change. */
const UNUSED_DAYS = 90;

/** `blocked`: its orders, or those of its phone, are refused. */
export type Account = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>;

/** An account, or whoever has ordered by phone alone: then the id is the phone, and there is no e-mail address. */
export type FoundCustomer = Account & { phone: string; /** Of their pages. */ language: Language };

export type Accounts = ReturnType<typeof createAccounts>;

export type AccountDetails = NonNullable<Awaited<ReturnType<Accounts['show']>>>;

interface Dependencies {
  database: Pick<Database, 'kysely'>;
  identity: Pick<Identity, 'endSessions'>;
  images: Pick<Images, 'remove'>;
  mail: Pick<Mail, 'deleteFilesTo'>;
}

export function createAccounts({ database: { kysely }, identity, images, mail }: Dependencies) {
  return {
    /** `scheduledFor`: only those whose deletion was requested at least so many seconds ago. */
    async list({ scheduledFor, after, limit = PAGE_SIZE }: Page & { scheduledFor?: number | undefined } = {}) {
      let query = accounts(kysely).where('email', '>', emailAfter(after)).orderBy('email');
      if (scheduledFor !== undefined) query = query.where(isDue(scheduledFor));
      const { shown, next } = await readPage(query, limit);
      return { accounts: shown, next };
    },

    /**
     * Whoever registered or ordered, by any part of a name, an address or a phone: whoever orders with the phone of an
     * account is that account. A text that shows nothing finds all.
     */
    async search({ text = '', after, limit = PAGE_SIZE }: Page & { text?: string } = {}) {
      const needles = await customerNeedles(kysely, text);
      const ids = await idsWith(kysely, needles);
      const isFound = (id: string, match: RawBuilder<unknown>) =>
        ids ? sql<boolean>`${sql.ref(id)} = any(${ids}::text[])` : sql<boolean>`${match}`;
      const ofAccount = sql`(${isMatch(PROFILE, needles)} or
        (select true from orders where user_id = users.id and ${isMatch(SHIPPING, needles)} limit 1))`;
      const phone = sql<string>`coalesce(nullif(phone, ''),
        (select dialled from known_phones() where account = users.id and dialled <> '' limit 1), '')`;
      const people = accounts(kysely)
        .select([phone.as('phone'), 'language'])
        .where(sql<boolean>`role <> all(${STAFF}::text[])`)
        .where('email', '>', emailAfter(after))
        .where(isFound('id', ofAccount))
        .orderBy('email')
        .limit(limit + 1);
      // These have no e-mail address, and so come first.
      const phones = sql`
        select dialled, '', (array_agg(shipping_info ->> 'name' order by number))[1], ${CUSTOMER_ROLE}, min(placed_at), null,
          count(*), count(*) filter (where status = any(${OPEN_STATUSES}::text[])),
          exists (select from blocks where blocks.phone = dialled and ${IN_FORCE}), dialled,
          coalesce((array_agg(language order by number desc) filter (where language is not null))[1], 'bn')
        from (select *, ${PHONE} as dialled from orders where user_id is null) as placed
        where dialled > search_phone(${after ?? ''}) and ${emailAfter(after)} = '' group by dialled
        having ${isFound('dialled', sql`bool_or(${isMatch(SHIPPING, needles)})`)} and (
          select true from known_phones() as known where known.dialled = placed.dialled and account is not null limit 1) is not true
        order by dialled limit ${limit + 1}`;
      const found = sql<FoundCustomer>`((${people}) union all (${phones}))`.as<'found'>('found');
      const all = kysely.selectFrom(found).selectAll().orderBy('email').orderBy('id');
      const { shown, next } = await readPage(all, limit);
      return { customers: shown, next };
    },

    /** Whoever has this phone, in whatever form it is written; null: nobody. */
    async ofPhone(given: string) {
      const { rows } = await sql<{ userId: string | null; name: string; phone: string }>`
        select distinct on (email) account as "userId", coalesce(users.name, known.name) as name, dialled as phone
        from known_phones() as known left join users on id = account
        where dialled = nullif(search_phone(${given}), '') order by email nulls first, order_number`.execute(kysely);
      return rows[0] ? { ...rows[0], accounts: rows.filter(({ userId }) => userId !== null) } : null;
    },

    /** `language`: of the page that the customer has opened last. `phones`: also those of its orders. */
    async show(id: string) {
      const phones = sql<string[]>`array(
        select distinct dialled from known_phones() where account = users.id and dialled <> '')`.as('phones');
      const columns = ['img_url as imgUrl', 'phone', 'gender', 'language', ADDRESS.as('address'), phones] as const;
      const row = await accounts(kysely).select(columns).where('id', '=', id).executeTakeFirst();
      return row ? { ...row, address: addressOf(row.address) } : null;
    },

    /** Sets an account's role. Only customers may sign in, so any other role ends its sessions. */
    setRole: (email: string, role: string, by: Actor) =>
      transact(kysely, async (trx): Promise<Outcome<{ account: Account; from: string; changed: boolean }>> => {
        const found = accounts(trx).where('email', '=', normalizeEmail(email)).forUpdate('users');
        const account = await found.executeTakeFirst();
        // Whoever logs in with a phone is what they were invited as.
        if (!account || isPhoneLogin(account.email)) return refused(404, { code: 'no-account-with-email' });
        if (account.role === role) return done({ account, from: role, changed: false });
        const { id } = account;
        await trx.updateTable('users').set({ role, updated_at: new Date() }).where('id', '=', id).execute();
        if (role !== CUSTOMER_ROLE) await identity.endSessions(id, trx);
        if (isStaffRole(account.role)) await closeConsole(trx, id);
        const details = { from: account.role, to: role };
        await audit(trx, { actor: by, action: 'accounts.role', subject: id, details });
        await notify(trx, 'profile', id);
        return done({ account: { ...account, role }, from: account.role, changed: true });
      }),

    /** Deletes all personal data, if that was requested so many seconds ago; the orders' figures stay (product §1). */
    purge: (id: string, olderThanSeconds: number, by: Actor): Promise<Outcome<{ account: Account }>> =>
      transact(kysely, async (trx) => {
        const account = await accounts(trx).where('id', '=', id).forUpdate('users').executeTakeFirst();
        if (!account) return refused(404, { code: 'unknown', what: 'account' });
        const picture = trx.selectFrom('users').select('img_url').where('id', '=', id);
        const due = await picture.where(isDue(olderThanSeconds)).executeTakeFirst();
        // It was not requested, or taken back, or requested too recently.
        if (!due) return refused(409, { code: 'not-due' });
        await deletePerson(trx, account);
        const details = { orders: account.orders, deletionRequestedAt: account.deletionRequestedAt };
        await audit(trx, { actor: by, action: 'accounts.purge', subject: id, details });
        await notify(trx, 'profile', id);
        // Delete the picture last, before the commit. If that fails, the account stays and can be purged later.
        if (due.img_url) await images.remove(due.img_url);
        await mail.deleteFilesTo(account.email);
        return done({ account });
      }),

    /** Deletes whose phone it is from orders without an account, when these are delivered, or canceled, and paid. */
    forget: (phone: string, by: Actor): Promise<Outcome<{ orders: number }>> =>
      transact(kysely, async (trx) => {
        const isOwn = sql<boolean>`user_id is null and ${PHONE} = nullif(search_phone(${phone}), '')`;
        const found = trx.selectFrom('orders').select(['status', 'owes']).where(isOwn).forUpdate();
        const orders = await found.execute();
        if (orders.length === 0) return refused(404, { code: 'unknown', what: 'account' });
        if (orders.some(({ status, owes }) => owes || isOpen(status))) return refused(409, { code: 'not-settled' });
        await sql`
          delete from outbox where recipient in (
            select unnest(array[shipping_info ->> 'phone', shipping_info ->> 'email']) from orders where ${isOwn})
          or history_id in (select order_history.id from order_history join orders on number = order_number where ${isOwn})`.execute(
          trx,
        );
        await deleteFromOrders(trx, isOwn);
        await deleteOfPhone(trx, sql<string>`${phone}::text`);
        const details = { orders: orders.length };
        await audit(trx, { actor: by, action: 'accounts.forget', subject: '', details });
        return done(details);
      }),

    /** Deletes some accounts that never ordered and that nobody uses (product §1); true when there may be more. */
    sweepUnused: (): Promise<boolean> =>
      transact(kysely, async (trx) => {
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

const PROFILE = sql`jsonb_object(array['name', name, 'email', email, 'street', street, 'city', city, 'phone', phone])`;
const SHIPPING = sql`shipping_info`;
const PHONE = sql`search_phone(shipping_info ->> 'phone')`;

/** Whether a text has all words of one of these; of none: always. */
function isMatch(info: RawBuilder<unknown>, needles: readonly string[][]): RawBuilder<boolean> {
  const patterns = needles.map((words) => words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`));
  const ways = patterns.map((all) => sql`customer_text(${info}) like all(${all}::text[])`);
  return ways.length > 0 ? sql<boolean>`(${sql.join(ways, sql` or `)})` : sql<boolean>`true`;
}

/** Whose profile or orders match; null when these are all or too many. */
async function idsWith(kysely: Kysely<Tables>, needles: readonly string[][]): Promise<string[] | null> {
  if (needles.length === 0) return null;
  const query = needles.map((words) => `(${withParts(words)})`).join(' | ');
  const isIndexed = (info: RawBuilder<unknown>) => sql`search_pieces(customer_text(${info})) @@ ${query}::tsquery`;
  const { rows } = await sql<{ id: string; matches: boolean }>`
    select id, ${isMatch(PROFILE, needles)} as matches from users where ${isIndexed(PROFILE)}
    union all
    select coalesce(user_id, ${PHONE}), ${isMatch(SHIPPING, needles)} from orders where ${isIndexed(SHIPPING)}
    limit ${MANY}`.execute(kysely);
  return rows.length < MANY ? rows.flatMap(({ id, matches }) => (matches ? id : [])) : null;
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

/** What may be kept of the orders of somebody who is deleted: all but who they are. A change that is under way begins anew. */
async function deleteFromOrders(trx: Transaction<Tables>, isOwn: RawBuilder<boolean>): Promise<void> {
  const own = trx.selectFrom('orders').select('number').where(isOwn);
  // Addresses that were changed, and what operators have typed.
  const details = sql<string>`details - '{shippingInfo,reference}'::text[]`;
  const reason = sql<string>`case when change = any(${UNTYPED_CHANGES}::text[]) then reason else '' end`;
  await trx.updateTable('order_history').set({ details, reason }).where('order_number', 'in', own).execute();
  await trx.updateTable('order_money').set({ reference: '' }).where('order_number', 'in', own).execute();
  await trx.deleteFrom('notes').where('order_number', 'in', own).execute();
  await trx
    .updateTable('orders')
    .set({ shipping_info: '{}', request_hash: '', link_hash: null, revision: sql<number>`revision + 1` })
    .where(isOwn)
    .execute();
}

async function deleteOfPhone(trx: Transaction<Tables>, phone: RawBuilder<string>): Promise<void> {
  for (const table of ['blocks', 'due_limits', 'notes'] as const)
    await trx
      .deleteFrom(table)
      .where(sql<boolean>`phone = search_phone(${phone})`)
      .execute();
}

async function deletePerson(trx: Transaction<Tables>, { id, email }: Pick<Account, 'id' | 'email'>): Promise<void> {
  // A change of an order that has begun ends first, and its messages are among those that are deleted.
  await trx.selectFrom('orders').select('number').where('user_id', '=', id).orderBy('number').forUpdate().execute();
  // What waits for them: by mail, and by the phones of the account and of their orders, before and after an edit.
  await sql`
    delete from outbox where recipient = ${email} or recipient in (
      select phone from users where id = ${id}
      union select shipping_info ->> 'phone' from orders where user_id = ${id}
      union select jsonb_array_elements_text(details -> 'shippingInfo' -> 'phone')
        from order_history join orders on number = order_number where user_id = ${id})`.execute(trx);
  await deleteFromOrders(trx, sql<boolean>`user_id = ${id}`);
  // Mails to operators about this person's orders that could not be sent yet. Of the others' orders in them there will
  // be another mail.
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
  await deleteOfPhone(trx, sql<string>`(select phone from users where id = ${id})`);
  // The foreign keys delete sessions, one-time tokens and passkeys with the account.
  await trx.deleteFrom('users').where('id', '=', id).execute();
}
