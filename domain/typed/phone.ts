import { asciiDigits } from '../../base/digits.ts';
import { cleanText } from './text.ts';

/** '+88 ০১৭১১-০০০ ১০১' → '+8801711000101': without what stands between the digits. Any other text is only cleaned. */
export function readPhone(text: string): string {
  return asciiDigits(cleanText(text)).replace(/[\s\p{Pd}]/gu, '');
}
