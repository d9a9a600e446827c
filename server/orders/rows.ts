import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CartItem } from '../../domain/orders/cart.ts';
import { type PlacedShippingInfo, parsePlacedShippingInfo } from '../../domain/orders/checkout-state.ts';
import { fromPoisha } from '../../domain/catalogue/money.ts';
import type { OrderMoney } from '../../domain/orders/change-order.ts';
import { type OperatorOrder, type Order, isOrderId, orderTime } from '../../domain/orders/order.ts';
import type { HistoryEntry } from '../../domain/orders/history.ts';
import type { Tables } from '../db/tables.ts';
import type { OrderLineRow, OrderRow } from './tables.ts';
import { linePoisha } from '../../domain/orders/pricing.ts';
import { productFieldsOf, productOf } from '../catalogue/rows.ts';

export type StoredOrder = Omit<OrderRow, 'idempotency_key' | 'request_hash' | 'division' | 'area'>;
type ShownOrder = Omit<
  StoredOrder,
  'number' | 'user_id' | 'stage' | 'source' | 'cancel_reason' | 'rider_id' | 'printed_at' | 'revision'
>;

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
  'stage',
  'source',
  'delivery_day',
  'cancel_reason',
  'rider_id',
  'printed_at',
  'revision',
] as const;

/** The sums of an order's entries, in poisha. */
export const MONEY = sql<Partial<OrderMoney> | null>`(
  select jsonb_object_agg(kind, sum) from (
    select kind, sum(amount_poisha) from order_money where order_number = number group by kind
  ) as sums)`;

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
  const lines = await linesOf(executor, rows);
  return rows.map((row) => orderOf(row, lines.get(row.number) ?? []));
}

export async function operatorOrdersOf(
  executor: Kysely<Tables>,
  rows: readonly StoredOrder[],
): Promise<OperatorOrder[]> {
  const lines = await linesOf(executor, rows);
  return rows.map((row) => operatorOrderOf(row, lines.get(row.number) ?? []));
}

/** By the orders' numbers. */
export async function linesOf(
  executor: Kysely<Tables>,
  rows: readonly Pick<StoredOrder, 'number'>[],
): Promise<ReadonlyMap<number, CartItem[]>> {
  if (rows.length === 0) return new Map();
  const lines = await executor
    .selectFrom('order_lines')
    .selectAll()
    .where('order_number', '=', sql<number>`any(${rows.map(({ number }) => number)}::bigint[])`)
    .orderBy('order_number')
    .orderBy('line')
    .execute();
  const byOrder = new Map<number, CartItem[]>(rows.map(({ number }) => [number, []]));
  for (const line of lines) byOrder.get(line.order_number)?.push(itemOf(line));
  return byOrder;
}

export function operatorOrderOf(row: Omit<StoredOrder, 'number' | 'user_id'>, orderItems: CartItem[]): OperatorOrder {
  const { source, stage, cancel_reason: reason, rider_id: rider, printed_at, revision } = row;
  return { ...orderOf(row, orderItems), source, stage, reason, rider, printed: printed_at !== null, revision };
}

/** Without what is the shop's business. */
export function ownerOrderOf(order: OperatorOrder): Order {
  const {
    source: _,
    stage: _stage,
    reason: _reason,
    rider: _rider,
    printed: _printed,
    revision: _revision,
    ...own
  } = order;
  return own;
}

export function orderOf(row: ShownOrder, orderItems: CartItem[]): Order {
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
    deliveryDay: row.delivery_day,
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

export function itemOf({ product_id, quantity, ...line }: OrderLineRow): CartItem {
  // What was ordered was available then.
  return { ...productOf({ ...line, id: product_id, available: true }), quantity };
}

/** A change as operators see it: with who of them made it. Customers must not see that. */
export interface AdminHistoryEntry extends HistoryEntry {
  /** An e-mail address; null for the API's token and for owners. */
  operator: string | null;
}

/** Oldest first. */
export function historyOf(executor: Kysely<Tables>, orderNumber: number) {
  const undone = sql<boolean>`exists (select from order_history as later where later.order_number = entry.order_number and later.undoes = entry.id)`;
  return executor
    .selectFrom('order_history as entry')
    .select(['at', 'actor', 'change', 'from_status as from', 'to_status as to', 'to_stage as stage', 'reason'])
    .select([sql<HistoryEntry['details']>`details`.as('details'), undone.as('undone')])
    .where('order_number', '=', orderNumber)
    .orderBy('id');
}
