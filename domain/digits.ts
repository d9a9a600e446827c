import type { Language } from './language.ts';

const BANGLA_ZERO = 0x09e6;

/** A text with ASCII digits in place of Bangla ones: '১২০৭' → '1207'. */
export function asciiDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BANGLA_ZERO));
}

/** A number, or a text with digits, as a language writes it: '85.0' → '৮৫.০' in Bangla. Numbers get no separators of thousands. */
export function localDigits(language: Language, text: string | number): string {
  const plain = String(text);
  if (language !== 'bn') return plain;
  return plain.replace(/[0-9]/g, (digit) => String.fromCharCode(BANGLA_ZERO + Number(digit)));
}
