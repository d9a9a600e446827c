/** Orders: their statuses, their counts and how they are shown (product §3, §4, §9). */
import type { CartItem } from './cart.ts';
import type { PaymentMethod } from './checkout.ts';
import type { ShippingInfo } from './checkout-state.ts';
import type { Totals } from './pricing.ts';

export type OrderActor = 'owner' | 'operator';

interface StatusRules {
  /** The statuses from which an order can change to this one. */
  from: readonly string[];
  /** Who may give an order this status. */
  by: readonly OrderActor[];
  /** The name of that change in the operator's API and command line; null for the status of a new order. */
  change: string | null;
  open: boolean;
  /** The counts of the profile that include it (product §4). 'Payment Due' includes all open orders. */
  counted: readonly Exclude<keyof ProfileCounts, 'paymentDue'>[];
}

/**
 * All statuses. A status also has its texts (app/messages/), a look (app/components/order-status.tsx) and the help of its command
 * (cli/orders.ts); the compiler reports a missing one.
 */
const STATUS_RULES = {
  pending: { from: [], by: [], change: null, open: true, counted: ['totalOrders', 'pending'] },
  canceled: { from: ['pending'], by: ['owner', 'operator'], change: 'cancel', open: false, counted: [] },
  delivered: {
    from: ['pending'],
    by: ['operator'],
    change: 'deliver',
    open: false,
    counted: ['totalOrders', 'shipped'],
  },
} as const satisfies Record<string, StatusRules>;

export type OrderStatus = keyof typeof STATUS_RULES;
export const ORDER_STATUSES = Object.keys(STATUS_RULES) as OrderStatus[];

/** The same table with the wide types of `StatusRules` instead of literal types. */
const RULES: Readonly<Record<OrderStatus, StatusRules>> = STATUS_RULES;

export const OPEN_STATUSES = ORDER_STATUSES.filter((status) => RULES[status].open);

export type ChangedStatus = {
  [Status in OrderStatus]: (typeof STATUS_RULES)[Status]['change'] extends null ? never : Status;
}[OrderStatus];

export type OrderChange = (typeof STATUS_RULES)[ChangedStatus]['change'];

/** The status after a change; null when the text names no change. */
export function statusOfChange(change: string): ChangedStatus | null {
  return ORDER_STATUSES.filter(isChanged).find((status) => RULES[status].change === change) ?? null;
}

function isChanged(status: OrderStatus): status is ChangedStatus {
  return RULES[status].change !== null;
}

/** No order is paid online, so every order stays unpaid in the shop's records. */
export type PaymentStatus = 'unpaid';

/** An order as its owner sees it. Its lines and amounts do not change after it was placed. */
export interface Order extends Totals {
  /** 20 or more of `a-z 0-9`. */
  id: string;
  status: OrderStatus;
  orderItems: CartItem[];
  /** When it was placed, as UTC date text: 'Sat, 21 Nov 2026 12:30:00 GMT'. */
  time: string;
  paymentMethod: PaymentMethod;
  paymentStatus: PaymentStatus;
  shippingInfo: ShippingInfo;
}

export const NEW_ORDER = { status: 'pending', paymentStatus: 'unpaid' } as const;

export function canTransition(from: OrderStatus, to: OrderStatus, actor: OrderActor): boolean {
  return RULES[to].from.includes(from) && RULES[to].by.includes(actor);
}

export function isOrderStatus(text: unknown): text is OrderStatus {
  return ORDER_STATUSES.some((status) => status === text);
}

/** Whether a text has the format of an order id. Anything else needs no query. */
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

export interface ProfileCounts {
  totalOrders: number;
  pending: number;
  shipped: number;
  paymentDue: number;
}

export function profileCounts(counts: Readonly<StatusCounts>): ProfileCounts {
  const sum = (counted: (rules: StatusRules) => boolean): number =>
    ORDER_STATUSES.reduce((total, status) => total + (counted(RULES[status]) ? counts[status] : 0), 0);
  return {
    totalOrders: sum((rules) => rules.counted.includes('totalOrders')),
    pending: sum((rules) => rules.counted.includes('pending')),
    shipped: sum((rules) => rules.counted.includes('shipped')),
    paymentDue: sum((rules) => rules.open),
  };
}

/** The short form of an id in lists: '#' and its first 6 characters. */
export function shortOrderId(id: string): string {
  return `#${id.slice(0, 6)}`;
}

export function padCount(count: number): string {
  return String(count).padStart(2, '0');
}

export function orderTime(placedAt: Date): string {
  return placedAt.toUTCString();
}
