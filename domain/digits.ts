/** Digits of Bangla and of ASCII. */

const BANGLA_ZERO = '০'.charCodeAt(0);

/** A text with ASCII digits in place of Bangla ones: '১২০৭' → '1207'. */
export function asciiDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BANGLA_ZERO));
}
