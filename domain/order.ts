/** Orders: their states, their counts and how they are shown (product §3, §4, §9). */
import type { CartItem } from './cart.ts';
import type { PaymentMethod, ShippingInfo } from './checkout.ts';
import type { Totals } from './pricing.ts';

export const ORDER_STATUSES = ['pending', 'canceled', 'delivered'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Nothing is ever paid online, so an order stays unpaid in the shop's books. */
export type PaymentStatus = 'unpaid';

/** An order as its owner sees it. Its lines and amounts are those of the moment it was placed. */
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

/** What an order starts with. */
export const NEW_ORDER = { status: 'pending', paymentStatus: 'unpaid' } as const;

/** Who changes an order: the customer it belongs to, or the person who runs the shop. */
export type OrderActor = 'owner' | 'operator';

/** Whether `actor` may take an order from one status to another: pending → canceled (both), → delivered (operator). */
export function canTransition(from: OrderStatus, to: OrderStatus, actor: OrderActor): boolean {
  return from === 'pending' && (to === 'canceled' || (to === 'delivered' && actor === 'operator'));
}

/** Whether a text is an order status. */
export function isOrderStatus(text: unknown): text is OrderStatus {
  return ORDER_STATUSES.some((status) => status === text);
}

/** Whether a text looks like an order's id; anything else need not be looked up. */
export function isOrderId(text: string): boolean {
  return /^[a-z0-9]{20,64}$/.test(text);
}

/** How many orders stand in each status. */
export type StatusCounts = Record<OrderStatus, number>;

/** The profile's summary of orders. */
export interface ProfileCounts {
  totalOrders: number;
  pending: number;
  shipped: number;
  paymentDue: number;
}

/** Total: not canceled. Shipped: delivered. Payment due: neither delivered nor canceled. */
export function profileCounts(counts: Readonly<StatusCounts>): ProfileCounts {
  return {
    totalOrders: counts.pending + counts.delivered,
    pending: counts.pending,
    shipped: counts.delivered,
    paymentDue: counts.pending,
  };
}

/** How an order is called in lists: '#' and the first 6 characters of its id. */
export function shortOrderId(id: string): string {
  return `#${id.slice(0, 6)}`;
}

/** A count in at least 2 digits: 7 → '07'. */
export function padCount(count: number): string {
  return String(count).padStart(2, '0');
}

/** An order's `time` for the moment it was placed. */
export function orderTime(placedAt: Date): string {
  return placedAt.toUTCString();
}
