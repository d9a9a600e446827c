/** Orders, and what is left to do for them. See db/tables.ts. */
import type { Division } from '../../domain/accounts/address.ts';
import type { PaymentMethod } from '../../domain/orders/checkout.ts';
import type { ChangeName, MoneyKind, OrderPosition } from '../../domain/orders/change-order.ts';
import type { OrderActor, OrderSource, OrderStatus, PaymentStatus } from '../../domain/orders/order.ts';
import type { CancelReason } from '../../domain/orders/reasons.ts';
import type { OrderStage } from '../../domain/orders/stages.ts';
import type { Timestamp, TimestampByDefault, TimestampOrNull, Json, JsonByDefault } from '../db/column-types.ts';
import type { ProductFields } from '../catalogue/tables.ts';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

export interface OrdersTable {
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
  delivery_day: ColumnType<string | null, string | null | undefined, string | null>;
  cancel_reason: ColumnType<CancelReason | null, CancelReason | null | undefined, CancelReason | null>;
  rider_id: ColumnType<string | null, string | null | undefined, string | null>;
  printed_at: TimestampOrNull;
  revision: Generated<number>;
}

export interface OrderLinesTable extends ProductFields {
  order_number: number;
  line: number;
  product_id: string;
  quantity: number;
  /** What the whole line costs (domain/orders/pricing.ts). */
  paid_poisha: number;
}

export interface OrdersTables {
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  order_history: {
    id: GeneratedAlways<number>;
    order_number: number;
    at: TimestampByDefault;
    actor: OrderActor;
    from_status: OrderStatus | null;
    to_status: OrderStatus;
    /** The operator's e-mail address; null for the API's token and for owners. */
    operator: ColumnType<string | null, string | null | undefined, never>;
    /** Null: placed, or its status was changed before this was stored. */
    change: ColumnType<ChangeName | null, ChangeName | null | undefined, never>;
    from_stage: ColumnType<OrderStage | null, OrderStage | null | undefined, never>;
    to_stage: ColumnType<OrderStage | null, OrderStage | null | undefined, never>;
    reason: Generated<string>;
    details: JsonByDefault;
    /** What the order was, when its content changed: for the figures. */
    before: ColumnType<unknown, string | undefined, string>;
    was: ColumnType<OrderPosition | null, string | undefined, never>;
    undoes: ColumnType<number | null, number | null | undefined, never>;
    key: ColumnType<string | null, string | null | undefined, never>;
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
    operator: string | null;
  };
  handovers: {
    id: GeneratedAlways<number>;
    day: string;
    rider_id: string | null;
    amount_poisha: number;
    at: TimestampByDefault;
    operator: string | null;
  };
  riders: { id: string; name: string; phone: string; user_id: string | null; active: Generated<boolean> };
  notes: {
    id: GeneratedAlways<number>;
    order_number: number | null;
    user_id: string | null;
    text: string;
    at: TimestampByDefault;
    author: string;
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
  order_counts: { user_id: string; status: OrderStatus; orders: number };
  /** Rows of order_history that are still to be followed (server/orders/changes.ts). Filled by a trigger. */
  order_changes: { history_id: number };
  /** New orders that an operator will get a mail about. */
  order_mail_queue: { user_id: string; order_number: number };
  /** When an operator gets the next mail about new orders at the earliest. */
  order_mail_times: { user_id: string; next_at: Timestamp };
  /** Keys that will never make an order. */
  void_order_attempts: { user_id: string; idempotency_key: string; voided_at: TimestampByDefault };
}

export type OrderRow = Selectable<OrdersTable>;
export type OrderLineRow = Selectable<OrderLinesTable>;
