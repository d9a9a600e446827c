/** Exact money in whole numbers: poisha (1 Tk = 100), hundredths of a percent, tenths of a Tk (product §9). */

export const MAX_PRICE_TK = 1_000_000;

export const FULL_DISCOUNT = 10_000;

/** 85.5 → 8550; Tk with at most 2 decimals. */
export function toPoisha(tk: number): number {
  return Math.round(tk * 100);
}

export function fromPoisha(poisha: number): number {
  return poisha / 100;
}

export function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= MAX_PRICE_TK && fromPoisha(toPoisha(value)) === value;
}

/** Hundredths of a percent: '12.5' → 1250. Null when it is not from 0 to below 100 with at most 2 decimals. */
export function parseDiscount(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** The shortest text of a discount in hundredths of a percent: 1250 → '12.5', 0 → '0'. */
export function discountText(hundredths: number): string {
  return String(hundredths / 100);
}

/** Tenths of a Tk in Tk: 12345 → 1234.5. The nearest double when the amount is above 2^53 tenths. */
export function fromTenths(tenths: number | bigint): number {
  return Number(tenths) / 10;
}

/** Tenths of a Tk as text with 1 decimal, exact at any size: 12345n → '1234.5'. Not for negative amounts. */
export function formatTenths(tenths: bigint): string {
  return `${tenths / 10n}.${tenths % 10n}`;
}

/** A price that is so many percent higher, in whole Tk as a price tag has it. */
export function raisedPrice(tk: number, percent: number): number {
  return Math.min(MAX_PRICE_TK, Math.max(1, Math.round(tk * (1 + percent / 100))));
}
