/** What things cost (product §9). Browser and server price with these same functions. */
import type { Product } from './product.ts';
import { WHOLE_DISCOUNT, formatTenths, fromTenths, parseDiscount, toPoisha } from './money.ts';

/** Shipping of an order, in Tk, whatever is in it. */
export const SHIPPING_TK = 60;

const SHIPPING_TENTHS = BigInt(SHIPPING_TK) * 10n;

/** A tenth of a Tk in the exact unit of a line, 1/10000 poisha. */
const TENTH = 100_000n;

/** The part of a product that its price follows from. */
export type Priced = Pick<Product, 'price' | 'discount'>;

/** A product some number of times; `quantity` is a whole number of at least 1, without an upper bound. */
export type PricedLine = Priced & { quantity: number };

/** Cart values in Tk with 1 decimal. */
export interface Totals {
  subTotal: number;
  shippingCost: number;
  discount: number;
  totalCost: number;
}

/** Discount in hundredths of a percent. An unreadable text counts as none; parsers never let one in. */
function discountOf(product: Priced): number {
  return parseDiscount(product.discount) ?? 0;
}

/** What one piece costs, in whole Tk, truncated: the price on cards and in an order's lines. */
export function displayedPrice(product: Priced): number {
  const exact = toPoisha(product.price) * (WHOLE_DISCOUNT - discountOf(product));
  return Math.floor(exact / (100 * WHOLE_DISCOUNT));
}

/** Whether the original price is struck through and a badge shown. */
export function isDiscounted(product: Priced): boolean {
  return discountOf(product) !== 0;
}

/** A price as the shop writes it: '85', '85.5'. */
export function formatPrice(tk: number): string {
  return String(tk);
}

/** A cart value or an order's amount with its 1 decimal: 1234.5 → '1234.5', 60 → '60.0'. */
export function formatAmount(tk: number): string {
  return tk.toFixed(1);
}

/** What a line costs (`paid`) and saves, exactly, in 1/10000 poisha. */
function exactLine(line: PricedLine): { paid: bigint; saved: bigint } {
  const discount = discountOf(line);
  const full = BigInt(toPoisha(line.price)) * BigInt(line.quantity);
  return { paid: full * BigInt(WHOLE_DISCOUNT - discount), saved: full * BigInt(discount) };
}

/** Rounds an exact amount half up to tenths of a Tk. */
function roundToTenths(exact: bigint): bigint {
  return (exact + TENTH / 2n) / TENTH;
}

/** What a line costs, as shown: '127.5'. */
export function shownLinePrice(line: PricedLine): string {
  return formatTenths(roundToTenths(exactLine(line).paid));
}

/** Each sum is exact over the lines and rounded once; the total is the sum of what is shown. In tenths of a Tk. */
function totalsInTenths(lines: readonly PricedLine[]): Record<keyof Totals, bigint> {
  let paid = 0n;
  let saved = 0n;
  for (const line of lines) {
    const exact = exactLine(line);
    paid += exact.paid;
    saved += exact.saved;
  }
  const subTotal = roundToTenths(paid);
  return {
    subTotal,
    shippingCost: SHIPPING_TENTHS,
    discount: roundToTenths(saved),
    totalCost: SHIPPING_TENTHS + subTotal,
  };
}

/** The totals of a cart or an order, in Tk. */
export function totalsOf(lines: readonly PricedLine[]): Totals {
  const tenths = totalsInTenths(lines);
  return {
    subTotal: fromTenths(tenths.subTotal),
    shippingCost: fromTenths(tenths.shippingCost),
    discount: fromTenths(tenths.discount),
    totalCost: fromTenths(tenths.totalCost),
  };
}

/** The same totals as texts with 1 decimal, exact for quantities of any size: `{subTotal: '127.5', …}`. */
export function shownTotals(lines: readonly PricedLine[]): Record<keyof Totals, string> {
  const tenths = totalsInTenths(lines);
  return {
    subTotal: formatTenths(tenths.subTotal),
    shippingCost: formatTenths(tenths.shippingCost),
    discount: formatTenths(tenths.discount),
    totalCost: formatTenths(tenths.totalCost),
  };
}

/** Whether a total that a client expects is the one the shop charges; both in Tk, to 1 decimal. */
export function isExpectedTotal(expectedTk: number, chargedTk: number): boolean {
  return Math.abs(expectedTk - chargedTk) < 0.001;
}
