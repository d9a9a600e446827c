/** Numbers as people type them and as sheets write them. */
import { asciiDigits } from '../../base/digits.ts';
import { cleanText } from './text.ts';

/** What stands around an amount of money, and around a percentage. */
const AROUND = { Tk: /^(?:tk\.?|৳|টাকা|bdt)|(?:tk\.?|taka|৳|টাকা|bdt|\/[-=])$/gi, '%': /[%٪]$/, '': /^$/ };

const GROUP = /(?<=\d)[ '’](?=\d{3}(?:\D|$))/g;

/**
 * '১,২৫০', 'Tk 1,250.00', '৳1.250,00' and '60/-' as plain decimals: '1250', '1250.00', '60'. A comma or a point before
 * three digits separates thousands when another sign says so or nothing else can be meant. Null for what is no number,
 * and for what could be two.
 */
export function readNumber(given: unknown, around: keyof typeof AROUND = ''): string | null {
  if (typeof given === 'number') return Number.isFinite(given) ? plain(String(given)) : null;
  if (typeof given !== 'string') return null;
  const text = asciiDigits(cleanText(given))
    .replace(AROUND[around], '')
    .trim()
    .replace(/^[−–](?=\d)/, '-');
  const digits = text.replace(GROUP, '');
  if (/^-?[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(digits)) return digits.replaceAll(',', '');
  if (/^-?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/.test(digits)) return digits.replaceAll('.', '').replace(',', '.');
  if (/^-?(?:\d+,\d{1,2}|0,\d+)$/.test(digits)) return digits.replace(',', '.');
  return plain(digits);
}

function plain(digits: string): string | null {
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(digits) ? digits.replace(/\.$/, '').replace(/^(-?)\./, '$10.') : null;
}

/** For a schema of a whole number, which refuses what is left as it is. */
export function readCount(given: unknown): unknown {
  const digits = readNumber(given);
  return digits === null ? given : Number(digits);
}

/** Tk in poisha, as `readNumber` reads them. Null also with more than 2 decimals. */
export function readPoisha(given: unknown): number | null {
  const [, sign = '', whole = '', fraction = ''] =
    /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(readNumber(given, 'Tk') ?? '') ?? [];
  return whole === '' ? null : Number(sign + whole + fraction.padEnd(2, '0'));
}
