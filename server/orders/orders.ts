/** Orders: placing them, and each customer's view of their own (product §4, §7). The operator's side is admin.ts. */
import { sql } from 'kysely';
import { ORDER_STATUSES, isOrderId } from '../../domain/order.ts';
import type { Order, StatusCounts } from '../../domain/order.ts';
import type { PlaceOrder } from '../../domain/place-order.ts';
import type { Database } from '../db/connect.ts';
import { retryCollisions } from '../db/errors.ts';
import { notify } from '../db/notify.ts';
import { changeStatus } from './status.ts';
import type { Customer, OrderHooks, StatusChange } from './status.ts';
import { createOrderAdmin } from './admin.ts';
import type { OrderAdmin } from './admin.ts';
import { networkOf } from '../http/network.ts';
import { CLIENT_ADDRESS } from '../identity/client-address.ts';
import { placeOrder, settleAttempt } from './place.ts';
import { type Counter, type Limit, type RateLimits, limitKey } from '../identity/rate-limits.ts';
import type { CountOrder, Placement, Settlement } from './place.ts';
import { ORDER_COLUMNS, ORDERS_OF_A_PAGE, olderThan, ordersOf, pageOf } from './rows.ts';
import type { OrderPage } from './rows.ts';

/** Whose orders. */
type Owner = Pick<Customer, 'id'>;

export interface Orders {
  /** Prices the order and places it, once for each customer and key. `caller` is the HTTP request, for the limits. */
  place(customer: Customer, request: PlaceOrder, caller?: Pick<Request, 'headers'>): Promise<Placement>;
  /**
   * Settles the attempt of a key (UUID in lower case): answers the order that it has made, or null, and then it never makes
   * one. Asking again answers the same.
   */
  settle(owner: Owner, idempotencyKey: string): Promise<Settlement>;
  /** The customer's orders, newest first. */
  list(owner: Owner, page?: OrderPage): Promise<{ orders: Order[]; next: string | null }>;
  /** Null for an id that is not one of theirs. */
  find(owner: Owner, id: string): Promise<Order | null>;
  cancel(owner: Owner, id: string): Promise<StatusChange<'canceled'>>;
  /** How many of the customer's orders stand in each status. */
  counts(owner: Owner): Promise<StatusCounts>;
  /** For the person who runs the shop. */
  admin: OrderAdmin;
}

/** Orders of one account, and of one network, which may be a whole neighbourhood behind one telephone company. */
const ORDERS_OF_AN_ACCOUNT: Limit = { most: 30, seconds: 60 * 60 };
const ORDERS_OF_A_NETWORK: Limit = { most: 300, seconds: 60 * 60 };
/** Keys that are made void; each is kept for as long as its account. */
const VOID_ATTEMPTS_OF_AN_ACCOUNT: Limit = { most: 100, seconds: 60 * 60 };

function orderCounters(userId: string, address: string | null): Counter[] {
  return [
    { key: limitKey('order-account', userId), limit: ORDERS_OF_AN_ACCOUNT },
    { key: limitKey('order-network', networkOf(address)), limit: ORDERS_OF_A_NETWORK },
  ];
}

/**
 * The orders of a database. `hooks` take part in the transactions: see OrderHooks. With `limits` only so many are made in an
 * hour; requests that repeat one or are refused do not count.
 */
export function createOrders(
  { kysely }: Pick<Database, 'kysely'>,
  hooks: OrderHooks = {},
  limits: Pick<RateLimits, 'count'> | null = null,
): Orders {
  const stored = kysely.selectFrom('orders').select(ORDER_COLUMNS);

  return {
    place: (customer, request, caller) =>
      retryCollisions(() =>
        kysely.transaction().execute(async (trx) => {
          const counters = orderCounters(customer.id, caller?.headers.get(CLIENT_ADDRESS) ?? null);
          const count: CountOrder = async (handle) => (await limits?.count(counters, handle)) ?? 0;
          const placement = await placeOrder(trx, customer.id, request, count);
          if (placement.kind === 'placed' && !placement.repeated) {
            await hooks.onOrderEvent?.(trx, placement.order, { kind: 'placed', customer });
            await notify(trx, 'profile', customer.id);
          }
          return placement;
        }),
      ),

    settle: ({ id: userId }, idempotencyKey) =>
      retryCollisions(() =>
        kysely.transaction().execute((trx) =>
          settleAttempt(trx, userId, idempotencyKey, async (handle) => {
            const counter = { key: limitKey('void-attempt', userId), limit: VOID_ATTEMPTS_OF_AN_ACCOUNT };
            return (await limits?.count([counter], handle)) ?? 0;
          }),
        ),
      ),

    async list({ id: userId }, { after, limit = ORDERS_OF_A_PAGE } = {}) {
      const rows = await stored
        .where('user_id', '=', userId)
        .where(olderThan(after, sql<boolean>`user_id = ${userId}`))
        .orderBy('number', 'desc')
        .limit(limit + 1)
        .execute();
      const { shown, next } = pageOf(rows, limit);
      return { orders: await ordersOf(kysely, shown), next };
    },

    async find({ id: userId }, id) {
      if (!isOrderId(id)) return null;
      const row = await stored.where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
      return row ? ((await ordersOf(kysely, [row]))[0] ?? null) : null;
    },

    cancel: ({ id: owner }, id) => changeStatus(kysely, hooks, { id, to: 'canceled', by: { actor: 'owner', owner } }),

    async counts({ id: userId }) {
      const rows = await kysely
        .selectFrom('order_counts')
        .select(['status', 'orders'])
        .where('user_id', '=', userId)
        .execute();
      const counts = Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as StatusCounts;
      for (const { status, orders } of rows) counts[status] = orders;
      return counts;
    },

    admin: createOrderAdmin(kysely, hooks),
  };
}
