/** The operator's side of orders: all of them, their history, changing them (operations, "The operator's API"). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { fromPoisha } from '../../domain/catalogue/money.ts';
import { NO_MONEY, type OrderChange, type OrderMoney } from '../../domain/orders/change-order.ts';
import type { OrderEdit } from '../../domain/orders/edit-order.ts';
import { type OperatorOrder, NEW_ORDER, isOrderId } from '../../domain/orders/order.ts';
import type { OrderFilters } from '../../domain/orders/order-filters.ts';
import type { PhoneOrder } from '../../domain/orders/place-order.ts';
import { REFUSALS } from '../../domain/orders/reasons.ts';
import type { Delivery } from '../../domain/shop/areas.ts';
import type { Actor } from '../db/audit.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import { readPage } from '../db/page.ts';
import type { Tables } from '../db/tables.ts';
import { type ChangeResult, applyChange } from './change.ts';
import type { OrderMails } from './order-mails.ts';
import { type PlaceOrderResult, placeOrder } from './place.ts';
import { searchOrders } from './search.ts';
import { MONEY, ORDER_COLUMNS, ORDERS_PER_PAGE, historyOf, newerThan, olderThan, operatorOrdersOf } from './rows.ts';
import type { OrderPage, StoredOrder } from './rows.ts';

export interface AdminOrder {
  order: OperatorOrder;
  /** Null after the account was deleted, and for orders by phone. */
  userId: string | null;
  placedAt: Date;
}

export interface AdminOrderQuery extends OrderPage, OrderFilters {
  since?: Date | undefined;
  userId?: string | undefined;
  ids?: readonly string[] | undefined;
  /** Only those whose packing slip was printed, or was not. */
  printed?: boolean | undefined;
  /** The beginning of the id (with or without #), or of a word of the name, e-mail or phone. A text that shows nothing is no condition. */
  search?: string | null | undefined;
}

/** How often a phone number has taken and refused orders, over all accounts. */
export interface PhoneRecord {
  taken: number;
  refused: number;
}

export interface ChangeOptions {
  /** The order as whoever asks has seen it. */
  revision?: number | undefined;
  /** UUID: sent again, the change happens once. */
  key?: string | undefined;
  /** Only an order that was given to this rider. */
  rider?: string | undefined;
}

interface AdminOptions {
  mails: OrderMails | null;
  deliveryTo: (area: string | undefined) => Delivery;
  deliveryDay: (orderedAt: Date) => string;
  onPlaced: () => void;
}

export type OrderAdmin = ReturnType<typeof createOrderAdmin>;

/** So many are read at once of all orders, and so many of the pending ones are looked at for what can be chosen. */
const PART = 500;
const MAX_PENDING = 2_000;

const SHORT_ID = /^[a-z0-9]{6,64}$/;

/** Orders have nearly the same sequence by time and by number. Only parallel transactions differ, by at most so many orders. */
const MAX_PARALLEL_ORDERS = 1_000;

export function createOrderAdmin(kysely: Kysely<Tables>, { mails, deliveryTo, deliveryDay, onPlaced }: AdminOptions) {
  const stored = kysely.selectFrom('orders').select(ORDER_COLUMNS);

  async function list({ limit = ORDERS_PER_PAGE, search, oldestFirst = false, ...query }: AdminOrderQuery = {}) {
    const where = conditionOf(query, oldestFirst);
    const numbers = search ? await searchOrders(kysely, { text: search, where, oldestFirst, limit: limit + 1 }) : null;
    const newest = stored
      .where(numbers ? sql<boolean>`number = any(${numbers}::bigint[])` : where)
      .orderBy('number', oldestFirst ? 'asc' : 'desc');
    const { shown, next } = await readPage(newest, limit);
    return { orders: await adminOrdersOf(kysely, shown), next };
  }

  return {
    list,

    /** All orders of a query, in parts. */
    async *all(query: AdminOrderQuery): AsyncGenerator<AdminOrder[]> {
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({ ...query, after, limit: PART });
        yield page.orders;
        after = page.next;
      } while (after !== null);
    },

    /** The days of delivery and the products of the pending orders. */
    async pendingChoices(): Promise<{ days: string[]; products: { id: string; name: string }[] }> {
      const { rows } = await sql<{ days: string[] | null; products: { id: string; name: string }[] | null }>`
        with pending as materialized (
          select number, delivery_day from orders where status = ${NEW_ORDER.status} order by number desc limit ${MAX_PENDING}
        )
        select (select jsonb_agg(distinct delivery_day) filter (where delivery_day is not null) from pending) as days, (
          select jsonb_agg(jsonb_build_object('id', product_id, 'name', name) order by name)
          from (
            select product_id, min(name) as name
            from pending cross join lateral (select product_id, name from order_lines where order_number = number offset 0) as line
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

    /** For 6 characters or more, as shoppers see them (product §2). At most two, because two already mean that the text is not unique. */
    async idsOf(given: string): Promise<string[]> {
      const start = given.replace(/^#/, '').toLowerCase();
      if (!SHORT_ID.test(start)) return [];
      // Ids are sorted by bytes, so the matching ones are one range; '{' is the character after 'z'.
      const found = kysely.selectFrom('orders').select('id').where('id', '>=', start).where('id', '<', `${start}{`);
      return (await found.limit(2).execute()).map(({ id }) => id);
    },

    /** `money` in Tk. */
    async show(id: string) {
      if (!isOrderId(id)) return null;
      const row = await stored.select(MONEY.as('money')).where('id', '=', id).executeTakeFirst();
      const [shown] = row ? await adminOrdersOf(kysely, [row]) : [];
      if (!row || !shown) return null;
      const history = await historyOf(kysely, row.number).select('operator').execute();
      const sums: OrderMoney = { ...NO_MONEY, ...row.money };
      const tk = Object.entries(sums).map(([kind, poisha]) => [kind, fromPoisha(poisha)]);
      const money = Object.fromEntries(tk) as OrderMoney;
      return { ...shown, history, money, phone: await phoneRecord(kysely, shown.order.shippingInfo.phone) };
    },

    record: (phone: string): Promise<PhoneRecord> => phoneRecord(kysely, phone),

    /** The only way to change an order after it was placed. */
    change: (
      id: string,
      asked: OrderChange | ({ change: 'edit' } & OrderEdit),
      by: Actor = 'operator',
      { revision, key, rider }: ChangeOptions = {},
    ): Promise<ChangeResult> =>
      retrySerializationFailures(() =>
        applyChange(
          kysely,
          { mails, deliveryTo },
          { id, asked, by: { actor: 'operator', operator: by, rider }, revision, key },
        ),
      ),

    /** An order on the phone, at the shop's prices; once for each key. */
    async place(request: PhoneOrder, by: Actor = 'operator'): Promise<PlaceOrderResult> {
      const options = { mails, counters: [], deliveryTo, deliveryDay, confirmFrom: null };
      const result = await retrySerializationFailures(() => placeOrder(kysely, { takenBy: by }, request, options));
      if (result.kind === 'placed' && !result.repeated) onPlaced();
      return result;
    },
  };
}

async function phoneRecord(kysely: Kysely<Tables>, phone: string): Promise<PhoneRecord> {
  const { rows } =
    await sql<PhoneRecord>`select * from phone_record(search_phone(${phone}), ${REFUSALS}::text[])`.execute(kysely);
  return rows[0] ?? { taken: 0, refused: 0 };
}

function conditionOf(
  { after, status, since, userId, area, day, stage, rider, product, ids, printed }: AdminOrderQuery,
  oldestFirst: boolean,
): RawBuilder<boolean> {
  const conditions = [oldestFirst ? newerThan(after) : olderThan(after)];
  if (status) conditions.push(sql<boolean>`status = ${status}`);
  if (userId !== undefined) conditions.push(sql<boolean>`user_id = ${userId}`);
  if (ids) conditions.push(sql<boolean>`id = any(${ids})`);
  if (printed !== undefined) conditions.push(sql<boolean>`(printed_at is not null) = ${printed}`);
  if (area) conditions.push(sql<boolean>`area = ${area}`);
  if (day) {
    const ofDay = sql`delivery_day = ${day}::date`;
    // The orders of a day first: pending ones, which are few, and others have an index each.
    conditions.push(
      status
        ? sql<boolean>`${ofDay}`
        : sql<boolean>`number = any(array(
            select number from orders where status = 'pending' and ${ofDay}
            union all select number from orders where status <> 'pending' and ${ofDay}))`,
    );
  }
  // Only a pending order stands somewhere.
  if (stage) conditions.push(sql<boolean>`status = 'pending' and stage = ${stage}`);
  if (rider !== undefined)
    conditions.push(rider === '' ? sql<boolean>`rider_id is null` : sql<boolean>`rider_id = ${rider}`);
  // For each order by itself: a join could read the lines of all orders.
  if (product)
    conditions.push(
      sql<boolean>`${product} = any(array(select product_id from order_lines where order_number = number))`,
    );
  if (since) {
    // Limits the index scan along the numbers, which would otherwise continue to the shop's first order.
    const first = sql`(select min(number) from (
      select number from orders where placed_at >= ${since} order by placed_at limit ${MAX_PARALLEL_ORDERS}
    ) as earliest)`;
    conditions.push(sql<boolean>`placed_at >= ${since} and number >= ${first}`);
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

async function adminOrdersOf(kysely: Kysely<Tables>, rows: readonly StoredOrder[]): Promise<AdminOrder[]> {
  const orders = await operatorOrdersOf(kysely, rows);
  return rows.flatMap(({ user_id, placed_at }, at) => {
    const order = orders[at];
    return order ? { order, userId: user_id, placedAt: placed_at } : [];
  });
}
