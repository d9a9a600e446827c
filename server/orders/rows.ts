/** Orders between their tables and the domain. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { CartItem } from '../../domain/cart.ts';
import { parseShippingInfo } from '../../domain/checkout.ts';
import type { ShippingInfo } from '../../domain/checkout.ts';
import { fromPoisha } from '../../domain/money.ts';
import { isOrderId, orderTime } from '../../domain/order.ts';
import type { Order } from '../../domain/order.ts';
import type { OrderLineRow, OrderRow, Tables } from '../db/tables.ts';
import { productOf } from '../catalogue/rows.ts';

/** An order's columns but for what only its placing needs. */
export type StoredOrder = Omit<OrderRow, 'idempotency_key' | 'request_hash'>;

export const ORDER_COLUMNS = [
  'id',
  'number',
  'user_id',
  'status',
  'payment_method',
  'payment_status',
  'sub_total_poisha',
  'shipping_cost_poisha',
  'discount_poisha',
  'total_cost_poisha',
  'shipping_info',
  'placed_at',
] as const;

/** Orders of one page where the caller does not say. */
export const ORDERS_OF_A_PAGE = 20;

/** Which page: `after` is the one before's `next`; anything else is the first. */
export interface OrderPage {
  after?: string | null | undefined;
  limit?: number | undefined;
}

/**
 * What comes after a cursor, newest first. The cursor is the last order's id: its number would tell customers how much
 * the shop sells. `visible` is what the asker may see.
 */
export function olderThan(after: string | null | undefined, visible = sql<boolean>`true`): RawBuilder<boolean> {
  if (!after || !isOrderId(after)) return sql<boolean>`true`;
  return sql<boolean>`number < coalesce((select number from orders where id = ${after} and ${visible}), ${LAST_NUMBER})`;
}

/** Above every order's number. */
const LAST_NUMBER = Number.MAX_SAFE_INTEGER;

/** The rows of a page and the next one's cursor; one row more tells that it goes on. */
export function pageOf<Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit);
  return { shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** The orders of some rows, in their order, with their lines. One query. */
export async function ordersOf(executor: Kysely<Tables>, rows: readonly StoredOrder[]): Promise<Order[]> {
  if (rows.length === 0) return [];
  const lines = await executor
    .selectFrom('order_lines')
    .selectAll()
    .where('order_number', '=', sql<number>`any(${rows.map(({ number }) => number)}::bigint[])`)
    .orderBy('order_number')
    .orderBy('line')
    .execute();
  const byOrder = Map.groupBy(lines, (line) => line.order_number);
  return rows.map((row) => orderOf(row, (byOrder.get(row.number) ?? []).map(itemOf)));
}

/** The order of a row and its lines. */
export function orderOf(row: Omit<StoredOrder, 'number' | 'user_id'>, orderItems: CartItem[]): Order {
  return {
    id: row.id,
    status: row.status,
    orderItems,
    subTotal: fromPoisha(row.sub_total_poisha),
    shippingCost: fromPoisha(row.shipping_cost_poisha),
    discount: fromPoisha(row.discount_poisha),
    totalCost: fromPoisha(row.total_cost_poisha),
    time: orderTime(row.placed_at),
    paymentMethod: row.payment_method,
    paymentStatus: row.payment_status,
    shippingInfo: shippingInfoOf(row.shipping_info),
  };
}

/** The fields in the form's order, whatever jsonb makes of it, so that an order reads the same each time. */
function shippingInfoOf(stored: unknown): ShippingInfo {
  const info = parseShippingInfo(stored);
  if (!info) throw new TypeError('an order without shipping info');
  return info;
}

function itemOf({ product_id, quantity, ...line }: OrderLineRow): CartItem {
  return { ...productOf({ ...line, id: product_id }), quantity };
}
