/** The operator's side of orders: all of them, their history, changing them (operations, "The operator's API"). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { fromPoisha } from '../../domain/money.ts';
import type { OrderChange } from '../../domain/orders/changes.ts';
import { moneyOf, type OrderMoney } from '../../domain/orders/ledger.ts';
import { type OperatorOrder, type Order, OPEN_STATUSES, isOpen, isOrderId } from '../../domain/orders/order.ts';
import type { BookedOrder } from '../../domain/orders/orders-csv.ts';
import type { OrderFilters } from '../../domain/orders/order-filters.ts';
import type { PhoneOrder } from '../../domain/orders/read-order.ts';
import { REFUSALS } from '../../domain/orders/reasons.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import type { Actor } from '../db/audit.ts';
import type { Language } from '../../base/language.ts';
import { orderChat } from '../../messages/order-line.ts';
import { IS_UNKNOWN } from '../mail/mail.ts';
import { type Page, readPage } from '../db/page.ts';
import { beginning, search as searchFor, wordNeedles } from '../db/search.ts';
import type { Tables } from '../db/tables.ts';
import { applyChange, type ChangeOptions } from './change.ts';
import type { OrderParts } from './orders.ts';
import { placeOrder } from './place.ts';
import { DAYS_AHEAD, readSlots } from './slots.ts';
import type { OrderRow } from './tables.ts';
import { DELIVERED_AT, historyOf, LEDGER, operatorOrderOf, ordersAfter, ORDERS_PER_PAGE, withLines } from './tables.ts';

export interface AdminOrder {
  order: OperatorOrder;
  /** Null after the account was deleted, and for orders by phone. */
  userId: string | null;
  placedAt: Date;
  /** Of the account, or the order; most without one read Bangla. */
  language: Language;
  /** Opens a chat about it with its customer; null: its phone has none. */
  chat: string | null;
  /** Why an open order is still here, where somebody has tried. */
  tried?: Tried;
}

/** The latest call that did not reach the customer, or how the order came back from the door. */
export interface Tried {
  change: 'call' | 'return';
  /** Of a call its outcome. */
  reason: string;
  times: number;
  at: Date;
  /** An e-mail address; null for the API's token. */
  by: string | null;
}

export interface AdminOrderQuery extends Page, OrderFilters {
  /** Only those that are to be delivered. */
  open?: boolean | undefined;
  since?: Date | undefined;
  userId?: string | undefined;
  /** Of all accounts and of none. */
  phone?: string | undefined;
  ids?: readonly string[] | undefined;
  /** Only those whose packing slip was printed, or was not. */
  printed?: boolean | undefined;
  /** The beginning of the id (also with #), or of a word of name, e-mail or phone. A blank text is no condition. */
  search?: string | null | undefined;
}

export type OrderAdmin = ReturnType<typeof createOrderAdmin>;
export type ShownOrder = Extract<Awaited<ReturnType<OrderAdmin['show']>>, { ok: true }>['value'];

/** So many are read at once of all orders, and so many of the open ones are looked at for what can be chosen. */
const PART = 500;
const MAX_OPEN = 2_000;

const UNKNOWN = refused(404, { code: 'unknown', what: 'order' });

/** With one status this is a comparison, which every index can serve. */
const IS_OPEN = sql<boolean>`status in (${sql.join(OPEN_STATUSES)})`;

const SHORT_ID = /^[a-z0-9]{6,64}$/;

/** Orders have nearly the same sequence by time and by number: parallel ones differ, by at most so many. */
const MAX_PARALLEL_ORDERS = 1_000;

export function createOrderAdmin(parts: OrderParts) {
  const { kysely } = parts;
  const language = sql<Language>`coalesce((select language from users where users.id = user_id), orders.language, 'bn')`;
  const stored = kysely.selectFrom('orders').selectAll().select(language.as('told_in'));

  async function list({ limit = ORDERS_PER_PAGE, search, oldestFirst = false, ...query }: AdminOrderQuery = {}) {
    const where = conditionOf(query, oldestFirst);
    const numbers = search ? await numbersOf(kysely, search, { where, oldestFirst, limit: limit + 1 }) : null;
    // What was found may have left the list since then.
    const found = numbers ? stored.where(sql<boolean>`number = any(${numbers}::bigint[])`) : stored;
    const newest = found.where(where).orderBy('number', oldestFirst ? 'asc' : 'desc');
    const { shown, next } = await readPage(newest, limit);
    return { orders: await adminOrders(parts, shown), next };
  }

  /** How often a phone number has taken and refused orders, over all accounts. */
  async function record(phone: string): Promise<Record<'taken' | 'refused', number>> {
    const { rows } = await sql<Record<'taken' | 'refused', number>>`
      select * from phone_record(search_phone(${phone}), ${REFUSALS}::text[])`.execute(kysely);
    return rows[0] ?? { taken: 0, refused: 0 };
  }

  return {
    list,

    /** All orders of a query with their money, in parts. */
    async *all(query: AdminOrderQuery): AsyncGenerator<(AdminOrder & BookedOrder)[]> {
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({ ...query, after, limit: PART });
        const ids = page.orders.map(({ order }) => order.id);
        const booked = kysely.selectFrom('orders').select(['id', LEDGER.as('entries'), DELIVERED_AT.as('deliveredAt')]);
        const found = await booked.where('id', '=', sql<string>`any(${ids})`).execute();
        const books = new Map(found.map((row) => [row.id, row]));
        yield page.orders.map((row) => {
          const { entries, deliveredAt = null } = books.get(row.order.id) ?? {};
          return { ...row, deliveredAt, money: moneyOf(entries ?? []) };
        });
        after = page.next;
      } while (after !== null);
    },

    /** The days of delivery and the products of the open orders. */
    async pendingChoices(): Promise<{ days: string[]; products: { id: string; name: string }[] }> {
      const { rows } = await sql<{ days: string[] | null; products: { id: string; name: string }[] | null }>`
        with open_orders as materialized (
          select number, delivery_day from orders where ${IS_OPEN} order by number desc limit ${MAX_OPEN}
        )
        select (select jsonb_agg(distinct delivery_day) filter (where delivery_day is not null) from open_orders) as days, (
          select jsonb_agg(jsonb_build_object('id', product_id, 'name', name) order by name)
          from (
            select product_id, min(name) as name
            from open_orders cross join lateral (select product_id, name from order_lines where order_number = number offset 0) as line
            group by product_id
          ) as ordered
        ) as products`.execute(kysely);
      return { days: rows[0]?.days ?? [], products: rows[0]?.products ?? [] };
    },

    /** Their packing slips were printed. */
    async markPrinted(ids: readonly string[]): Promise<void> {
      const unprinted = kysely
        .updateTable('orders')
        .set({ printed_at: sql`now()` })
        .where('printed_at', 'is', null);
      await unprinted.where('id', '=', sql<string>`any(${ids})`).execute();
    },

    /** The id that begins with 6 characters or more of it, as shoppers see them (product §2). */
    async idOf(given: string): Promise<Outcome<string>> {
      const start = given.replace(/^#/, '').toLowerCase();
      if (!SHORT_ID.test(start)) return UNKNOWN;
      // Ids are sorted by bytes, so the matching ones are one range; '{' is the character after 'z'.
      const found = kysely.selectFrom('orders').select('id').where('id', '>=', start).where('id', '<', `${start}{`);
      const [first, second] = await found.limit(2).execute();
      if (second) return refused(409, { code: 'ambiguous-id' });
      return first ? done(first.id) : UNKNOWN;
    },

    /** `money` in Tk. */
    async show(id: string) {
      if (!isOrderId(id)) return UNKNOWN;
      const [order] = await stored.select(LEDGER.as('entries')).where('id', '=', id).execute();
      const [shown] = await adminOrders(parts, order ? [order] : []);
      if (!order || !shown) return UNKNOWN;
      const history = await historyOf(kysely, order.number).select('operator').execute();
      const messages = await messagesOf(kysely, order.number);
      const tk = Object.entries(moneyOf(order.entries ?? [])).map(([kind, poisha]) => [kind, fromPoisha(poisha)]);
      const money = Object.fromEntries(tk) as OrderMoney;
      return done({ ...shown, history, messages, money, phone: await record(shown.order.shippingInfo.phone) });
    },

    record,

    slots: () => readSlots(parts, { days: DAYS_AHEAD }),

    /** What a rider has brought back last. */
    async latestReturn(): Promise<{ id: string; reason: string; at: Date } | null> {
      const returns = kysely.selectFrom('order_history').innerJoin('orders', 'number', 'order_number');
      const latest = returns.where('change', '=', sql.lit('return')).orderBy('at', 'desc').limit(1);
      return (await latest.select(['orders.id', 'reason', 'at']).executeTakeFirst()) ?? null;
    },

    /** The only way to change an order after it was placed. `repeated`: it was so already. */
    async change(id: string, asked: OrderChange, operator: Actor, { revision, key, ...asking }: ChangeOptions = {}) {
      const by = { actor: 'operator', operator, ...asking } as const;
      const changed = await applyChange(parts, { id, asked, by, revision, key });
      return changed.ok ? { ...changed, value: operatorOrderOf(changed.value) } : changed;
    },

    /** An order on the phone, at the shop's prices; once for each key. */
    place: (request: PhoneOrder, by: Actor): Promise<Outcome<Order>> => placeOrder(parts, { takenBy: by }, request),
  };
}

/** What its customer is told by SMS, the oldest first. `answer`: of the gateway; `unknown`: perhaps it was sent. */
function messagesOf(kysely: Kysely<Tables>, number: number) {
  const state = sql<'sent' | 'unknown' | 'not sent' | 'waiting'>`
    case when sent_at is not null then 'sent' when ${IS_UNKNOWN} then 'unknown' when given_up_at is not null then 'not sent'
      else 'waiting' end`.as('state');
  return kysely
    .selectFrom('outbox')
    .innerJoin('order_history', 'order_history.id', 'history_id')
    .select([
      'outbox.id',
      'created_at as at',
      'recipient as to',
      'body_text as text',
      'answer',
      'last_error as fault',
      state,
    ])
    .where('order_number', '=', number)
    .where('channel', '=', 'sms')
    .orderBy('outbox.id')
    .execute();
}

type ListedRow = OrderRow & { told_in: Language };

async function adminOrders({ kysely, shop }: OrderParts, rows: readonly ListedRow[]): Promise<AdminOrder[]> {
  // Where a call or a door can have come to nothing.
  const waiting = rows.filter(({ status, stage }) => isOpen(status) && (stage === 'to confirm' || stage === 'packed'));
  const tried = waiting.length > 0 ? await triedOf(kysely, waiting) : new Map<number, Tried>();
  return (await withLines(kysely, rows)).map((row) => {
    const last = tried.get(row.number);
    const isStill = last && (last.change === 'call') === (row.stage === 'to confirm');
    const order = operatorOrderOf(row);
    const { user_id: userId, placed_at: placedAt, told_in: language } = row;
    const shown = { order, userId, placedAt, language, chat: orderChat(language, order, shop) };
    return isStill ? Object.assign(shown, { tried: last }) : shown;
  });
}

async function triedOf(kysely: Kysely<Tables>, rows: readonly OrderRow[]): Promise<ReadonlyMap<number, Tried>> {
  const found = await sql<Tried & { number: number }>`
    select distinct on (order_number) order_number as number, change, reason, at, operator as by,
      (count(*) over (partition by order_number, change))::integer as times
    from order_history as entry
    where order_number = any(${rows.map(({ number }) => number)}::bigint[]) and change in ('call', 'return') and reason <> 'reached'
      and not exists (select from order_history as later where later.order_number = entry.order_number and later.undoes = entry.id)
    order by order_number, id desc`.execute(kysely);
  return new Map(found.rows.map(({ number, ...tried }) => [number, tried]));
}

const WORDS = sql`search_words(shipping_info ->> 'name', shipping_info ->> 'email', shipping_info ->> 'phone', id)`;

const ID_BEGINNING = /^#?[a-z0-9]{1,64}$/;

/** The numbers of the first orders that a text finds; null for a text that shows nothing. */
async function numbersOf(
  kysely: Kysely<Tables>,
  text: string,
  { oldestFirst, ...which }: { where: RawBuilder<boolean>; oldestFirst: boolean; limit: number },
): Promise<number[] | null> {
  const id = text.trim().toLowerCase();
  const needles = await wordNeedles(kysely, text);
  if (id === '#' || needles.length === 0) return null;
  if (ID_BEGINNING.test(id)) needles.push(`#${id.replace('#', '')}`);
  return searchFor(kysely, {
    from: 'orders',
    key: 'number',
    order: sql`number`,
    descending: !oldestFirst,
    words: WORDS,
    query: needles.map(beginning).join(' | '),
    ...which,
  });
}

function conditionOf(
  { after, status, open, since, userId, phone, area, day, cash, stage, rider, product, ids, ...more }: AdminOrderQuery,
  oldestFirst: boolean,
): RawBuilder<boolean> {
  const { printed, slot } = more;
  const conditions: RawBuilder<unknown>[] = [ordersAfter(after, { oldestFirst })];
  if (status) conditions.push(sql`status = ${status}`);
  if (open) conditions.push(IS_OPEN);
  if (userId !== undefined) conditions.push(sql`user_id = ${userId}`);
  // These first, which are few: a list would look for them along the numbers.
  if (phone !== undefined)
    conditions.push(sql`number = any(array(
      select number from orders where search_phone(shipping_info ->> 'phone') = nullif(search_phone(${phone}), '')))`);
  if (ids) conditions.push(sql`id = any(${ids})`);
  if (printed !== undefined) conditions.push(sql`(printed_at is not null) = ${printed}`);
  if (area) conditions.push(sql`area = ${area}`);
  if (day) {
    const ofDay = sql`delivery_day = ${day}::date`;
    // The orders of a day first: pending ones, which are few, and all others have an index each.
    const ofAnyStatus = sql`number = any(array(
      select number from orders where status = 'pending' and ${ofDay}
      union all select number from orders where status <> 'pending' and ${ofDay}))`;
    conditions.push(status ? ofDay : ofAnyStatus);
  }
  if (slot) conditions.push(sql`slot_from = ${slot}`);
  // Only an open order stands somewhere.
  if (stage) conditions.push(sql`${IS_OPEN} and stage = ${stage}`);
  const ofRider = rider === undefined ? null : rider === '' ? sql`rider_id is null` : sql`rider_id = ${rider}`;
  if (cash) {
    conditions.push(sql`number = any(array(
      select order_number from order_money where day = ${cash}::date and ${ofRider ?? sql`true`}
      group by order_number, rider_id, kind, how having sum(amount_poisha) <> 0))`);
  } else if (ofRider) conditions.push(ofRider);
  // For each order by itself: a join could read the lines of all orders.
  if (product)
    conditions.push(sql`${product} = any(array(select product_id from order_lines where order_number = number))`);
  if (since) {
    // Limits the index scan along the numbers, which would otherwise continue to the shop's first order.
    const first = sql`(select min(number) from (
      select number from orders where placed_at >= ${since} order by placed_at limit ${MAX_PARALLEL_ORDERS}
    ) as earliest)`;
    conditions.push(sql`placed_at >= ${since} and number >= ${first}`);
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
