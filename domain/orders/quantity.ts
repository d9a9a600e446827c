import { asciiDigits } from '../../base/digits.ts';

export function pieces(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** A typed quantity, also in Bangla digits; null when it is no whole number from 1. */
export function parseQuantity(text: string): number | null {
  const digits = asciiDigits(text.trim());
  return /^0*[1-9]\d{0,6}$/.test(digits) ? Number(digits) : null;
}

export const MAX_ORDER_LINES = 200;

/** Of one product; the cart itself has no such limit. */
export const MAX_ORDER_QUANTITY = 9_999;
