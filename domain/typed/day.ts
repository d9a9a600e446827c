/** Days and times of day as people type them. */
import { asciiDigits } from '../../base/digits.ts';
import { cleanText } from './text.ts';

/** '২৫/১১/২০২৬', '25.11.2026' and '2026-11-25' → '2026-11-25': the day before the month, as Bangladesh writes. Null for no day. */
export function readDay(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const text = asciiDigits(cleanText(given)).replace(/\p{Pd}/gu, '-');
  const yearFirst = text.replace(/^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/, '$4$2$3$2$1');
  const [, year, , month = '', day = ''] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(yearFirst) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** '৯:০০' → '09:00'; null for no time of day. */
export function readTime(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const text = asciiDigits(cleanText(given)).padStart(5, '0');
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : null;
}
