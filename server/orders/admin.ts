/** The operator's side of orders: all of them, their history, delivering and canceling (operations, "The operator's API"). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type ChangedStatus, type Order, type OrderStatus, isOrderId } from '../../domain/orders/order.ts';
import type { Actor } from '../db/audit.ts';
import { pageOf } from '../db/page.ts';
import type { Tables } from '../db/tables.ts';
import { type StatusChange, changeStatus } from './status.ts';
import type { OrderMails } from './order-mails.ts';
import { searchOrders } from './search.ts';
import { ORDER_COLUMNS, ORDERS_PER_PAGE, historyOf, newerThan, olderThan, ordersOf } from './rows.ts';
import type { OrderPage, StoredOrder } from './rows.ts';

export interface AdminOrder {
  order: Order;
  /** Null after the account was deleted. */
  userId: string | null;
  placedAt: Date;
}

export interface AdminOrderQuery extends OrderPage {
  status?: OrderStatus | undefined;
  since?: Date | undefined;
  userId?: string | undefined;
  /** The id of an area. */
  area?: string | undefined;
  /** The beginning of the id (with or without #), or of a word of the name, e-mail or phone. A text that shows nothing is no condition. */
  search?: string | null | undefined;
  oldestFirst?: boolean | undefined;
}

export type OrderAdmin = ReturnType<typeof createOrderAdmin>;

const SHORT_ID = /^[a-z0-9]{6,64}$/;

/** Orders have nearly the same sequence by time and by number. Only parallel transactions differ, by at most so many orders. */
const MAX_PARALLEL_ORDERS = 1_000;

export function createOrderAdmin(kysely: Kysely<Tables>, mails: OrderMails | null) {
  const stored = kysely.selectFrom('orders').select(ORDER_COLUMNS);

  return {
    async list({ limit = ORDERS_PER_PAGE, search, oldestFirst = false, ...query }: AdminOrderQuery = {}) {
      const where = conditionOf(query, oldestFirst);
      const numbers = search
        ? await searchOrders(kysely, { text: search, where, oldestFirst, limit: limit + 1 })
        : null;
      const rows = await stored
        .where(numbers ? sql<boolean>`number = any(${numbers}::bigint[])` : where)
        .orderBy('number', oldestFirst ? 'asc' : 'desc')
        .limit(limit + 1)
        .execute();
      const { shown, next } = pageOf(rows, limit);
      return { orders: await adminOrdersOf(kysely, shown), next };
    },

    /** For 6 characters or more, as shoppers see them (product §2). At most two, because two already mean that the text is not unique. */
    async idsOf(given: string): Promise<string[]> {
      const start = given.replace(/^#/, '').toLowerCase();
      if (!SHORT_ID.test(start)) return [];
      // Ids are sorted by bytes, so the matching ones are one range; '{' is the character after 'z'.
      const found = kysely.selectFrom('orders').select('id').where('id', '>=', start).where('id', '<', `${start}{`);
      return (await found.limit(2).execute()).map(({ id }) => id);
    },

    async show(id: string) {
      if (!isOrderId(id)) return null;
      const row = await stored.where('id', '=', id).executeTakeFirst();
      const [shown] = row ? await adminOrdersOf(kysely, [row]) : [];
      if (!row || !shown) return null;
      return { ...shown, history: await historyOf(kysely, row.number).select('operator').execute() };
    },

    change: <To extends ChangedStatus>(id: string, to: To, by: Actor = 'operator'): Promise<StatusChange<To>> =>
      changeStatus(kysely, mails, { id, to, by: { actor: 'operator', operator: by } }),
  };
}

function conditionOf(
  { after, status, since, userId, area }: AdminOrderQuery,
  oldestFirst: boolean,
): RawBuilder<boolean> {
  const conditions = [oldestFirst ? newerThan(after) : olderThan(after)];
  if (status) conditions.push(sql<boolean>`status = ${status}`);
  if (userId !== undefined) conditions.push(sql<boolean>`user_id = ${userId}`);
  if (area) conditions.push(sql<boolean>`area = ${area}`);
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
  const orders = await ordersOf(kysely, rows);
  return rows.flatMap(({ user_id, placed_at }, at) => {
    const order = orders[at];
    return order ? { order, userId: user_id, placedAt: placed_at } : [];
  });
}
