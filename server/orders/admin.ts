/**
 * The operator's side of orders: all of them, their history, delivering and canceling (operations, "The operator's
 * API").
 */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isOrderId } from '../../domain/order.ts';
import type { ChangedStatus, Order, OrderStatus } from '../../domain/order.ts';
import type { Actor } from '../db/audit.ts';
import type { Tables } from '../db/tables.ts';
import { changeStatus } from './status.ts';
import type { OrderHooks, StatusChange } from './status.ts';
import { ORDER_COLUMNS, ORDERS_PER_PAGE, adminHistoryOf, olderThan, ordersOf, pageOf } from './rows.ts';
import type { AdminHistoryEntry, OrderPage, StoredOrder } from './rows.ts';

/** An order as the operator sees it. */
export interface AdminOrder {
  order: Order;
  /** Null after the account was deleted. */
  userId: string | null;
  placedAt: Date;
}

/** Which orders: with one status, placed at `since` or later, or all. */
export interface AdminOrderQuery extends OrderPage {
  status?: OrderStatus | undefined;
  since?: Date | undefined;
}

export interface OrderAdmin {
  /** Newest first. */
  list(query?: AdminOrderQuery): Promise<{ orders: AdminOrder[]; next: string | null }>;
  /**
   * The ids that start with the given text, which has 6 characters or more, as shoppers see them (product §2). At most
   * two, because two already mean that the text is not unique.
   */
  idsOf(given: string): Promise<string[]>;
  /** Null for an unknown id. */
  show(id: string): Promise<(AdminOrder & { history: AdminHistoryEntry[] }) | null>;
  /** Changes an order's status, if operators may. `by` is who does it. */
  change<To extends ChangedStatus>(id: string, to: To, by?: Actor): Promise<StatusChange<To>>;
}

/** An order's id or its first characters. */
const SHORT_ID = /^[a-z0-9]{6,64}$/;

/**
 * Orders have nearly the same sequence by time and by number. Only parallel transactions differ, by at most so many
 * orders.
 */
const MAX_PARALLEL_ORDERS = 200;

export function createOrderAdmin(kysely: Kysely<Tables>, hooks: OrderHooks): OrderAdmin {
  const stored = kysely.selectFrom('orders').select(ORDER_COLUMNS);

  return {
    async list({ after, limit = ORDERS_PER_PAGE, status, since } = {}) {
      let query = stored.where(olderThan(after));
      if (status) query = query.where('status', '=', status);
      if (since) {
        // Limits the index scan along the numbers, which would otherwise continue to the shop's first order.
        const first = sql<number>`(select min(number) from (
          select number from orders where placed_at >= ${since} order by placed_at limit ${MAX_PARALLEL_ORDERS}
        ) as earliest)`;
        query = query.where('placed_at', '>=', since).where('number', '>=', first);
      }
      const rows = await query
        .orderBy('number', 'desc')
        .limit(limit + 1)
        .execute();
      const { shown, next } = pageOf(rows, limit);
      return { orders: await adminOrdersOf(kysely, shown), next };
    },

    async idsOf(given) {
      const start = given.replace(/^#/, '').toLowerCase();
      if (!SHORT_ID.test(start)) return [];
      // Ids are sorted by bytes (migration 0002), so the matching ones are one range; '{' is the character after 'z'.
      const found = kysely.selectFrom('orders').select('id').where('id', '>=', start).where('id', '<', `${start}{`);
      return (await found.limit(2).execute()).map(({ id }) => id);
    },

    async show(id) {
      if (!isOrderId(id)) return null;
      const row = await stored.where('id', '=', id).executeTakeFirst();
      const [shown] = row ? await adminOrdersOf(kysely, [row]) : [];
      if (!row || !shown) return null;
      return { ...shown, history: await adminHistoryOf(kysely, row.number) };
    },

    change: (id, to, by = 'operator') =>
      changeStatus(kysely, hooks, { id, to, by: { actor: 'operator', operator: by } }),
  };
}

async function adminOrdersOf(kysely: Kysely<Tables>, rows: readonly StoredOrder[]): Promise<AdminOrder[]> {
  const orders = await ordersOf(kysely, rows);
  return rows.flatMap(({ user_id, placed_at }, at) => {
    const order = orders[at];
    return order ? { order, userId: user_id, placedAt: placed_at } : [];
  });
}
