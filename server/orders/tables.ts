/** The tables of orders and of what is left to do for them (see db/tables.ts), and orders as their rows. */
import type { ColumnType, Generated, GeneratedAlways, Kysely, RawBuilder, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Language } from '../../base/language.ts';
import type { Division } from '../../domain/accounts/address.ts';
import { fromPoisha, toPoisha } from '../../domain/money.ts';
import type { CartItem } from '../../domain/orders/cart.ts';
import type { OrderPosition } from '../../domain/orders/change-order.ts';
import type { ChangeName } from '../../domain/orders/changes.ts';
import type { PaymentMethod } from '../../domain/orders/checkout.ts';
import { type Missing, parsePlacedShippingInfo } from '../../domain/orders/checkout-state.ts';
import type { HistoryEntry } from '../../domain/orders/history.ts';
import type { How, MoneyKind, StoredEntry } from '../../domain/orders/ledger.ts';
import type { OrderActor, OrderSource, OrderStatus, PaymentStatus } from '../../domain/orders/order.ts';
import { type OperatorOrder, type Order, isOrderId } from '../../domain/orders/order.ts';
import { linePoisha, type Totals } from '../../domain/orders/pricing.ts';
import type { CancelReason } from '../../domain/orders/reasons.ts';
import type { Slot } from '../../domain/shop/slots.ts';
import { isTold, NEW_STAGE, type OrderStage } from '../../domain/orders/stages.ts';
import { type ProductFields, productFieldsOf, productOf } from '../catalogue/tables.ts';
import type { Json, JsonByDefault, Timestamp, TimestampByDefault, TimestampOrNull } from '../db/column-types.ts';
import type { Tables } from '../db/tables.ts';
import { hashToken } from '../identity/tokens.ts';

export interface OrdersTables {
  orders: {
    id: string;
    number: GeneratedAlways<number>;
    /** Null after the account was deleted. */
    user_id: string | null;
    idempotency_key: string;
    request_hash: string;
    status: OrderStatus;
    payment_method: PaymentMethod;
    payment_status: PaymentStatus;
    sub_total_poisha: number;
    shipping_cost_poisha: number;
    discount_poisha: number;
    total_cost_poisha: number;
    shipping_info: Json;
    placed_at: TimestampByDefault;
    /** Of the address, for the figures: it stays when the address is deleted. '' when it is not known. */
    division: Generated<Division | ''>;
    /** The id of the shop's area, in the same way. */
    area: Generated<string>;
    stage: Generated<OrderStage>;
    source: Generated<OrderSource>;
    /** 'YYYY-MM-DD' */
    delivery_day: string | null;
    /** 'HH:MM': its delivery time, of a shop with some. */
    slot_from: string | null;
    slot_to: string | null;
    cancel_reason: CancelReason | null;
    rider_id: string | null;
    printed_at: TimestampOrNull;
    /** What it had of counted products is in stock again (`OrderPosition`). */
    returned: Generated<boolean>;
    revision: Generated<number>;
    missing: Generated<Missing>;
    /** SHA-256 of the token of its page; null: no link opens it. */
    link_hash: string | null;
    /** In which its customer reads who has no account. */
    language: Language | null;
    /** Whether anything of it is still to be paid: the database keeps it for an index (who_owes.sql). */
    owes: GeneratedAlways<boolean>;
  };
  order_lines: ProductFields & {
    order_number: number;
    line: number;
    product_id: string;
    quantity: number;
    /** What the whole line costs (domain/orders/pricing.ts). */
    paid_poisha: number;
    /** In thousandths of its unit. */
    weighed: number | null;
    instead_of: CartItem['instead'] | null;
  };
  order_history: {
    id: GeneratedAlways<number>;
    order_number: number;
    at: TimestampByDefault;
    actor: OrderActor;
    from_status: OrderStatus | null;
    to_status: OrderStatus;
    /** The operator's e-mail address; null for the API's token and for owners. */
    operator: ColumnType<string | null, string | null, never>;
    /** Null: placed, or its status was changed before this was stored. */
    change: ColumnType<ChangeName | null, ChangeName | null, never>;
    from_stage: ColumnType<OrderStage | null, OrderStage | null, never>;
    to_stage: ColumnType<OrderStage | null, OrderStage | null, never>;
    reason: Generated<string>;
    details: JsonByDefault;
    /** What the order was, when its content changed: for the figures. */
    before: ColumnType<unknown, string | undefined, string>;
    was: ColumnType<OrderPosition | null, string | undefined, never>;
    undoes: ColumnType<number | null, number | null, never>;
    key: ColumnType<string | null, string | null, never>;
    /** Of what was asked with the key. */
    request_hash: ColumnType<string | null, string | null, never>;
  };
  order_money: {
    id: GeneratedAlways<number>;
    order_number: number;
    history_id: number;
    at: TimestampByDefault;
    day: string;
    rider_id: string | null;
    kind: MoneyKind;
    amount_poisha: number;
    how: Generated<How>;
    reference: Generated<string>;
    operator: string | null;
  };
  /** `phone` as `search_phone` writes it. */
  due_limits: { phone: string; limit_poisha: number | null };
  handovers: {
    id: GeneratedAlways<number>;
    day: string;
    rider_id: string | null;
    amount_poisha: number;
    /** The last row of order_money by then. */
    counted: number;
    at: TimestampByDefault;
    operator: string | null;
  };
  riders: { id: string; name: string; phone: string; user_id: string | null; active: Generated<boolean> };
  notes: {
    id: GeneratedAlways<number>;
    order_number: number | null;
    user_id: string | null;
    /** As `search_phone` writes it. */
    phone: string | null;
    text: string;
    at: TimestampByDefault;
    author: string;
  };
  /** What was bought at the bazaar for the deliveries of a day. */
  purchases: {
    day: string;
    product_id: string;
    bought: Generated<boolean>;
    pieces: ColumnType<number | null, number | null | undefined, number | null>;
    paid_poisha: ColumnType<number | null, number | null | undefined, number | null>;
    stocked: Generated<number>;
  };
  /** Whose orders are refused. */
  blocks: {
    id: GeneratedAlways<number>;
    /** As `search_phone` writes it. */
    phone: string | null;
    user_id: string | null;
    reason: string;
    until: TimestampOrNull;
    at: TimestampByDefault;
    author: string;
  };
  /** How many orders each delivery time has. Filled by triggers. */
  slot_orders: { day: string; slot_from: string; orders: number };
  order_counts: { user_id: string; status: OrderStatus; orders: number };
  /** Rows of order_history that are still to be followed (server/orders/follow-up.ts). Filled by a trigger. */
  order_changes: { history_id: number };
  /** New orders that an operator will get a mail about. */
  order_mail_queue: { user_id: string; order_number: number };
  /** When an operator gets the next mail about new orders at the earliest. */
  order_mail_times: { user_id: string; next_at: Timestamp };
  /** Keys that will never make an order. */
  /** Without a user: of orders without an account. */
  void_order_attempts: { user_id: string | null; idempotency_key: string; voided_at: TimestampByDefault };
}

export type OrderRow = Selectable<OrdersTables['orders']>;
export type OrderLineRow = Selectable<OrdersTables['order_lines']>;

/** A row with its lines. */
export type StoredOrder = OrderRow & { lines: CartItem[] };
/** When it comes. */
export type Placed = Pick<OrderRow, 'delivery_day' | 'slot_from' | 'slot_to'>;
/** One that is still to be stored. */
export type NewOrder = Omit<StoredOrder, 'number' | 'owes'>;

/** Whose an order is: an account's, or of whoever has the token of its link. */
export type Owner = { readonly id: string } | { readonly token: string };

export function isOf(owner: Owner): RawBuilder<boolean> {
  return 'token' in owner ? sql<boolean>`link_hash = ${hashToken(owner.token)}` : sql<boolean>`user_id = ${owner.id}`;
}

/** An order's entries of money, the oldest first; null: none. */
export const LEDGER = sql<StoredEntry[] | null>`(
  select jsonb_agg(jsonb_build_object('day', day, 'rider', rider_id, 'kind', kind, 'amount', amount_poisha,
    'how', how, 'reference', reference, 'handedOver', was_handed_over(order_money)) order by id)
  from order_money where order_number = number)`;

/** When the delivery was noted that nobody took back. */
export const DELIVERED_AT = sql<Date | null>`case when status = 'delivered' then (
  select max(at) from order_history
  where order_number = number and to_status = 'delivered' and from_status is distinct from 'delivered'
) end`;

export const ORDERS_PER_PAGE = 20;

const ABOVE_ALL_NUMBERS = Number.MAX_SAFE_INTEGER;

/**
 * The orders after a cursor, the newest first if not `oldestFirst`. The cursor is the last order's id: its number would
 * show customers how much the shop sells. `visible`: what the caller may see.
 */
export function ordersAfter(
  after: string | null | undefined,
  { oldestFirst = false, visible = sql<boolean>`true` } = {},
): RawBuilder<boolean> {
  if (!after || !isOrderId(after)) return sql<boolean>`true`;
  const number = sql`(select number from orders where id = ${after} and ${visible})`;
  return oldestFirst
    ? sql<boolean>`number > coalesce(${number}, 0)`
    : sql<boolean>`number < coalesce(${number}, ${ABOVE_ALL_NUMBERS})`;
}

export async function withLines<Row extends Pick<OrderRow, 'number'>>(
  executor: Kysely<Tables>,
  rows: readonly Row[],
): Promise<(Row & Pick<StoredOrder, 'lines'>)[]> {
  if (rows.length === 0) return [];
  const stored = await executor
    .selectFrom('order_lines')
    .selectAll()
    .where('order_number', '=', sql<number>`any(${rows.map(({ number }) => number)}::bigint[])`)
    .orderBy('order_number')
    .orderBy('line')
    .execute();
  const lines = Map.groupBy(stored, (line) => line.order_number);
  return rows.map((row) => Object.assign(row, { lines: (lines.get(row.number) ?? []).map(itemOf) }));
}

export function operatorOrderOf(order: NewOrder): OperatorOrder {
  const { source, stage, cancel_reason: reason, rider_id: rider, printed_at, revision } = order;
  return { ...orderOf(order), source, stage, reason, rider, printed: printed_at !== null, revision };
}

/** The day of an order and its delivery time, if it has one. */
export function deliveryOf({ delivery_day: day, slot_from: from, slot_to: to }: Placed) {
  const slot: { slot?: Slot } = day && from && to ? { slot: { day, from, to } } : {};
  return { deliveryDay: day, ...slot };
}

/** As its owner sees it. */
export function orderOf(order: NewOrder): Order {
  return {
    id: order.id,
    status: order.status,
    orderItems: order.lines,
    subTotal: fromPoisha(order.sub_total_poisha),
    shippingCost: fromPoisha(order.shipping_cost_poisha),
    discount: fromPoisha(order.discount_poisha),
    totalCost: fromPoisha(order.total_cost_poisha),
    time: order.placed_at.toUTCString(),
    paymentMethod: order.payment_method,
    paymentStatus: order.payment_status,
    shippingInfo: parsePlacedShippingInfo(order.shipping_info),
    ...deliveryOf(order),
    stage: isTold(order.stage) ? order.stage : NEW_STAGE,
    missing: order.missing,
  };
}

export function totalsInPoisha({ subTotal, shippingCost, discount, totalCost }: Totals) {
  return {
    sub_total_poisha: toPoisha(subTotal),
    shipping_cost_poisha: toPoisha(shippingCost),
    discount_poisha: toPoisha(discount),
    total_cost_poisha: toPoisha(totalCost),
  };
}

/** The line of a new order, without its number. */
export function lineOf(item: CartItem, line: number): Omit<OrderLineRow, 'order_number'> {
  const { id: product_id, quantity, weighed, instead: instead_of = null } = item;
  const packed = { weighed: weighed === undefined ? null : Math.round(weighed * 1000), instead_of };
  return { line, product_id, ...productFieldsOf(item), quantity, paid_poisha: linePoisha(item), ...packed };
}

/** What was ordered was available then. */
export function itemOf({ product_id, quantity, weighed, instead_of, ...line }: OrderLineRow): CartItem {
  const item: CartItem = { ...productOf({ ...line, id: product_id, available: true }), quantity };
  // What an older version has kept of a line has neither.
  if (weighed) item.weighed = weighed / 1000;
  if (instead_of) item.instead = instead_of;
  return item;
}

/** Oldest first. Without the operators, whom customers must not see. */
export function historyOf(executor: Kysely<Tables>, orderNumber: number) {
  const undone = sql<boolean>`exists (select from order_history as later where later.order_number = entry.order_number and later.undoes = entry.id)`;
  return executor
    .selectFrom('order_history as entry')
    .select(['at', 'actor', 'change', 'from_status as from', 'to_status as to', 'to_stage as stage', 'reason'])
    .select([sql<HistoryEntry['details']>`details`.as('details'), undone.as('undone')])
    .where('order_number', '=', orderNumber)
    .orderBy('id');
}
