/** Prices and totals (product §9). Browser and server use these same functions. */
import { thousandthsOf } from '../catalogue/measure.ts';
import type { Product } from '../catalogue/product.ts';
import { FULL_DISCOUNT, formatTenths, fromPoisha, fromTenths, parseDiscount, toPoisha } from '../money.ts';

/** What a delivery costs, in Tk with at most 1 decimal. */
export interface DeliveryFee {
  fee: number;
  /** The subtotal from which it costs nothing; null: none does. */
  freeFrom: number | null;
  /** The smallest subtotal that is delivered; null: any. */
  minimum: number | null;
}

/** A Tk, and a tenth of one, in 1/10000 poisha, the exact unit of a line. */
const EXACT_PER_TK = 1_000_000n;
const EXACT_PER_TENTH = EXACT_PER_TK / 10n;
const EXACT_PER_POISHA = EXACT_PER_TK / 100n;

export type Priced = Pick<Product, 'price' | 'discount'>;

/** `quantity` is a whole number from 1, without an upper limit. What was `weighed` is in the unit of the `weight`. */
export type PricedLine = Priced & { quantity: number; weight?: string; weighed?: number | undefined };

/** Tk with 1 decimal. */
export type Totals = Record<'subTotal' | 'shippingCost' | 'discount' | 'totalCost', number>;

/** An unreadable text counts as none; the parsers reject such texts. */
function discountOf(product: Priced): number {
  return parseDiscount(product.discount) ?? 0;
}

/** Whole Tk, truncated: shown on cards and in an order's lines. */
export function displayedPrice(product: Priced): number {
  return Number(exactLine(onePiece(product)).paid / EXACT_PER_TK);
}

/** As ordered, whatever was weighed. */
export function onePiece({ price, discount }: Priced): PricedLine {
  return { price, discount, quantity: 1 };
}

/** What the displayed price is below the original one, in Tk. */
export function displayedSaving(product: Priced): number {
  return fromPoisha(toPoisha(product.price) - toPoisha(displayedPrice(product)));
}

export function isDiscounted(product: Priced): boolean {
  return discountOf(product) !== 0;
}

/** 1234.5 → '1234.5', 60 → '60.0'. */
export function formatAmount(tk: number): string {
  return tk.toFixed(1);
}

/**
 * The cost (`paid`) and the saving of a line, exactly, in 1/10000 poisha. One that was weighed costs in proportion to
 * what was ordered, rounded half up to a tenth of a Tk.
 */
function exactLine(line: PricedLine): { paid: bigint; saved: bigint } {
  const { quantity, weight = '', weighed = 0 } = line;
  const discount = discountOf(line);
  const full = BigInt(toPoisha(line.price)) * BigInt(quantity);
  const ordered = weighed && thousandthsOf(weight) * quantity;
  const cost = (share: number): bigint => {
    const exact = full * BigInt(share);
    if (!ordered) return exact;
    const scale = EXACT_PER_TENTH * BigInt(ordered);
    return roundTo(scale, exact * BigInt(Math.round(weighed * 1000))) * EXACT_PER_TENTH;
  };
  return { paid: cost(FULL_DISCOUNT - discount), saved: cost(discount) };
}

/** Rounds an exact amount half up to a unit of so much. */
function roundTo(unit: bigint, exact: bigint): bigint {
  return (exact + unit / 2n) / unit;
}

/** The cost of a line in poisha, which the figures add up. */
export function linePoisha(line: PricedLine): number {
  return Number(roundTo(EXACT_PER_POISHA, exactLine(line).paid));
}

export function shownLinePrice(line: PricedLine): string {
  return formatTenths(roundTo(EXACT_PER_TENTH, exactLine(line).paid));
}

/** Each sum is exact and rounded once; the total is the sum of the rounded values. */
function totalsAs<T>(lines: readonly PricedLine[], { fee, freeFrom }: DeliveryFee, as: (tenths: bigint) => T) {
  let paid = 0n;
  let saved = 0n;
  for (const line of lines) {
    const exact = exactLine(line);
    paid += exact.paid;
    saved += exact.saved;
  }
  const subTotal = roundTo(EXACT_PER_TENTH, paid);
  const shipping = freeFrom !== null && subTotal >= toTenths(freeFrom) ? 0n : toTenths(fee);
  return {
    subTotal: as(subTotal),
    shippingCost: as(shipping),
    discount: as(roundTo(EXACT_PER_TENTH, saved)),
    totalCost: as(shipping + subTotal),
  };
}

function toTenths(tk: number): bigint {
  return BigInt(Math.round(tk * 10));
}

export function totalsOf(lines: readonly PricedLine[], delivery: DeliveryFee): Totals {
  return totalsAs(lines, delivery, fromTenths);
}

/** The smallest order, in Tk, when the lines are below it. */
export function smallestOrder(lines: readonly PricedLine[], delivery: DeliveryFee): number | null {
  const { minimum } = delivery;
  return minimum !== null && totalsOf(lines, delivery).subTotal < minimum ? minimum : null;
}

/** Exact for quantities of any size: `{subTotal: '127.5', …}`. */
export function shownTotals(lines: readonly PricedLine[], delivery: DeliveryFee): Record<keyof Totals, string> {
  return totalsAs(lines, delivery, formatTenths);
}

/** Both in Tk, with 1 decimal. */
export function isExpectedTotal(expectedTk: number, chargedTk: number): boolean {
  return Math.abs(expectedTk - chargedTk) < 0.001;
}
