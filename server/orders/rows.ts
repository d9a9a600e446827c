import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CartItem } from '../../domain/orders/cart.ts';
import { type PlacedShippingInfo, parsePlacedShippingInfo } from '../../domain/orders/checkout-state.ts';
import { fromPoisha } from '../../domain/catalogue/money.ts';
import { type Order, type OrderActor, type OrderStatus, isOrderId, orderTime } from '../../domain/orders/order.ts';
import type { Tables } from '../db/tables.ts';
import type { OrderLineRow, OrderRow } from './tables.ts';
import { linePoisha } from '../../domain/orders/pricing.ts';
import { productFieldsOf, productOf } from '../catalogue/rows.ts';

export type StoredOrder = Omit<OrderRow, 'idempotency_key' | 'request_hash' | 'division' | 'area'>;

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

export const ORDERS_PER_PAGE = 20;

/** Which page: `after` is the previous page's `next`; any other value gives the first page. */
export interface OrderPage {
  after?: string | null | undefined;
  limit?: number | undefined;
}

/** The orders after a cursor, oldest first; `after` as in `olderThan`. */
export function newerThan(after: string | null | undefined): RawBuilder<boolean> {
  if (!after || !isOrderId(after)) return sql<boolean>`true`;
  return sql<boolean>`number > coalesce((select number from orders where id = ${after}), 0)`;
}

/** The cursor is the last order's id: its number would show customers how much the shop sells. `visible`: what the caller may see. */
export function olderThan(after: string | null | undefined, visible = sql<boolean>`true`): RawBuilder<boolean> {
  if (!after || !isOrderId(after)) return sql<boolean>`true`;
  return sql<boolean>`number < coalesce((select number from orders where id = ${after} and ${visible}), ${ABOVE_ALL_NUMBERS})`;
}

const ABOVE_ALL_NUMBERS = Number.MAX_SAFE_INTEGER;

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

/** The fields in the form's order. jsonb changes the order of keys, but an order must always have the same JSON text. */
function shippingInfoOf(stored: unknown): PlacedShippingInfo {
  const info = parsePlacedShippingInfo(stored);
  if (!info) throw new TypeError('an order without shipping info');
  return info;
}

/** The line of a new order, without its number. */
export function lineOf({ quantity, ...product }: CartItem, line: number): Omit<OrderLineRow, 'order_number'> {
  const paid_poisha = linePoisha({ ...product, quantity });
  return { line, product_id: product.id, ...productFieldsOf(product), quantity, paid_poisha };
}

function itemOf({ product_id, quantity, ...line }: OrderLineRow): CartItem {
  // What was ordered was available then.
  return { ...productOf({ ...line, id: product_id, available: true }), quantity };
}

/** One change of an order's status; the first one has no `from`. */
export interface OrderHistoryEntry {
  at: Date;
  actor: OrderActor;
  from: OrderStatus | null;
  to: OrderStatus;
}

/** A change as operators see it: with who of them made it. Customers must not see that. */
export interface AdminHistoryEntry extends OrderHistoryEntry {
  /** An e-mail address; null for the API's token and for owners. */
  operator: string | null;
}

export function historyOf(executor: Kysely<Tables>, orderNumber: number) {
  return executor
    .selectFrom('order_history')
    .select(['at', 'actor', 'from_status as from', 'to_status as to'])
    .where('order_number', '=', orderNumber)
    .orderBy('id');
}
