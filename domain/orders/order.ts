import { isOneOf, type NamesWith } from '../../base/record.ts';
import type { CartItem } from './cart.ts';
import type { PaymentMethod } from './checkout.ts';
import type { Missing, PlacedShippingInfo } from './checkout-state.ts';
import type { Totals } from './pricing.ts';
import type { CancelReason } from './reasons.ts';
import type { Slot } from '../shop/slots.ts';
import type { OrderStage } from './stages.ts';

export type OrderActor = 'owner' | 'operator';

interface StatusRules {
  from: readonly string[];
  by: readonly OrderActor[];
  /** The verb of that change: in the operator's API, command line and console. Null for the status of a new order. */
  change: string | null;
  asks: boolean;
  /** Something is still to be done, all is well, or it came to nothing. */
  look: StatusLook;
}

export type StatusLook = 'open' | 'done' | 'stopped';

/** All statuses, in the order of tabs and lists. Each also has texts in each language; the compiler asks for them. */
const STATUS_RULES = {
  pending: { from: [], by: [], change: null, asks: false, look: 'open' },
  delivered: { from: ['pending'], by: ['operator'], change: 'deliver', asks: false, look: 'done' },
  canceled: { from: ['pending'], by: ['owner', 'operator'], change: 'cancel', asks: true, look: 'stopped' },
} as const satisfies Record<string, StatusRules>;

export type OrderStatus = keyof typeof STATUS_RULES;
export const ORDER_STATUSES = Object.keys(STATUS_RULES) as OrderStatus[];
export const isOrderStatus = isOneOf(ORDER_STATUSES);

const RULES: Readonly<Record<OrderStatus, StatusRules>> = STATUS_RULES;

// Pure: a page that does not use it leaves it out.
export const OPEN_STATUSES = /* @__PURE__ */ ORDER_STATUSES.filter(isOpen);

export function isOpen(status: OrderStatus): boolean {
  return RULES[status].look === 'open';
}

export function lookOf(status: OrderStatus): StatusLook {
  return RULES[status].look;
}

export type ChangedStatus = NamesWith<typeof STATUS_RULES, { change: string }>;

export type StatusVerb = (typeof STATUS_RULES)[ChangedStatus]['change'];

export function statusOfChange(change: string): ChangedStatus | null {
  return STATUS_CHANGES.find((one) => one.change === change)?.to ?? null;
}

export const STATUS_CHANGES = /* @__PURE__ */ ORDER_STATUSES.flatMap((to) => {
  const { change, asks } = STATUS_RULES[to];
  return change === null ? [] : [{ change, to: to as ChangedStatus, asks }];
});

/** `paid`: it was delivered, and all of its cash was collected. */
export type PaymentStatus = 'unpaid' | 'paid';

/** From an account, taken by an operator on the phone, or from a visitor. */
export type OrderSource = 'shop' | 'phone' | 'guest';

/** An order as its owner sees it. */
export interface Order extends Totals {
  /** 20 or more of `a-z 0-9`. */
  id: string;
  status: OrderStatus;
  orderItems: CartItem[];
  /** When it was placed, as UTC date text: 'Sat, 21 Nov 2026 12:30:00 GMT'. */
  time: string;
  paymentMethod: PaymentMethod;
  paymentStatus: PaymentStatus;
  shippingInfo: PlacedShippingInfo;
  /** 'YYYY-MM-DD', as the shopper was told; null for orders of before that was stored. */
  deliveryDay: string | null;
  /** In a shop with delivery times: the one of that day. */
  slot?: Slot;
  /** For its owner 'new' until there is a stage to tell. */
  stage: OrderStage;
  /** What its customer wants when something is missing. */
  missing: Missing;
  /** Of an order without an account, for whoever placed it: the address of its page, '/o/TOKEN'. */
  link?: string;
}

/** What operators see of an order besides. */
export interface OperatorOrder extends Order {
  source: OrderSource;
  reason: CancelReason | null;
  /** An id. */
  rider: string | null;
  /** Whether its packing slip was printed. */
  printed: boolean;
  /** How often it was changed. */
  revision: number;
}

/** What a customer has ordered, without the canceled ones. */
export type KnownOrders = 'none' | 'earlier' | 'open';

export const NEW_ORDER = { status: 'pending', paymentStatus: 'unpaid' } as const;

export function canTransition(from: OrderStatus, to: OrderStatus, actor: OrderActor): boolean {
  return RULES[to].from.includes(from) && RULES[to].by.includes(actor);
}

export function isOrderId(text: string): boolean {
  return /^[a-z0-9]{20,64}$/.test(text);
}

export type StatusCounts = Record<OrderStatus, number>;

export function countsByStatus(rows: readonly { status: OrderStatus; orders: number }[]): StatusCounts {
  const none = ORDER_STATUSES.map((status) => [status, 0]);
  return Object.fromEntries([...none, ...rows.map(({ status, orders }) => [status, orders])]);
}

export function orderCount(counts: Readonly<StatusCounts>): number {
  return ORDER_STATUSES.reduce((total, status) => total + counts[status], 0);
}

export function profileCounts(counts: Readonly<StatusCounts>) {
  const { pending, delivered } = counts;
  const sum = (looks: readonly StatusLook[]): number =>
    ORDER_STATUSES.reduce((total, status) => total + (looks.includes(lookOf(status)) ? counts[status] : 0), 0);
  return { totalOrders: sum(['open', 'done']), pending, delivered, paymentDue: sum(['open']) };
}

export function shortOrderId(id: string): string {
  return `#${id.slice(0, 6)}`;
}

export function padCount(count: number): string {
  return String(count).padStart(2, '0');
}

/** Of a note on an order or a customer, for operators only. In characters. */
export const MAX_NOTE_LENGTH = 1_000;
