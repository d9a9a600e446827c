/** A message in which somebody orders, as people write it: '২ কেজি আলু, 1 dozen egg, piaj 500g'. */
import { asciiDigits } from '../../base/digits.ts';
import type { Product } from '../catalogue/product.ts';
import { readPhone } from '../typed/phone.ts';
import { cleanText, fold } from '../typed/text.ts';
import { MAX_ORDER_QUANTITY } from './cart.ts';

/** What a unit measures, and how much of it: 'g', 'ml' or pieces. */
const UNITS = {
  kg: ['g', 1000, 'kg kgs kilo kilos কেজি কিলো'],
  g: ['g', 1, 'g gm gms gram grams গ্রাম'],
  L: ['ml', 1000, 'l lt ltr liter liters litre litres লিটার'],
  ml: ['ml', 1, 'ml মিলি'],
  dozen: ['pcs', 12, 'dozen dozens doz ডজন'],
  hali: ['pcs', 4, 'hali হালি'],
  pcs: ['pcs', 1, 'pcs pc pc(s) piece pieces ta ti টা টি পিস'],
  // As the shop sells it.
  pack: ['pack', 1, 'pack packs packet packets pkt প্যাকেট bottle bottles বোতল bunch আঁটি'],
} as const;
type Unit = keyof typeof UNITS;

const NUMBERS: readonly (readonly [number, string])[] = [
  [0.25, '¼ পোয়া'],
  [0.5, '½ half adha আধা হাফ'],
  [0.75, '¾'],
  [1.5, 'der দেড়'],
  [2.5, 'arai আড়াই'],
  ...['one ek এক', 'two dui দুই', 'three tin তিন', 'four char চার', 'five পাঁচ', 'six ছয়', 'seven সাত', 'eight আট']
    .concat('nine নয়', 'ten দশ')
    .map((words, at) => [at + 1, words] as const),
];

const byWord = <T>(table: readonly (readonly [T, string])[]): ReadonlyMap<string, T> =>
  new Map(table.flatMap(([value, words]) => words.split(' ').map((word) => [fold(word), value] as const)));
const UNIT_CALLED = byWord(Object.entries(UNITS).map(([unit, [, , words]]) => [unit as Unit, words] as const));
const NUMBER_CALLED = byWord(NUMBERS);

/** Part of a message. Without `words` it asks for nothing that could be found. */
export interface Wish {
  /** As it was written. */
  text: string;
  /** What to look for. */
  words: string;
  amount: number | null;
  unit: Unit | null;
}

const PHONE = /(?<![\d+])(?:(?:\+|00)?88[ -]?)?(01[ -]?[1-9](?:[ -]?\d){8})(?!\d)/;
/** Commas and points within a number are none. */
const SEPARATORS = /[\n\r;।]|,(?!\p{Nd})|(?<!\p{Nd}),|(?<!\p{Nd})\.(?=\s|$)/u;
const CONJUNCTIONS = new Set(['and', 'ar', '&', '+', 'আর', 'ও', 'এবং'].map(fold));
const LIST_NUMBER = /^\s*\p{Nd}{1,2}(?:\)|[.।](?=\s))/u;
/** Without an amount more of them are a sentence. */
const MOST_WORDS = 3;

/** Everything that is written is in `phone` or in a wish. */
export function readChat(message: string): { phone: string | null; wishes: Wish[] } {
  const found = PHONE.exec(asciiDigits(message));
  const phone = found && readPhone(found[1] ?? '');
  const [start, end] = found ? [found.index, found.index + found[0].length] : [0, 0];
  const lines = `${message.slice(0, start)}\n${message.slice(end)}`.split(/[\n\r]/);
  const wishes = lines.flatMap((line) => {
    const [number = ''] = LIST_NUMBER.exec(line) ?? [];
    const [first, ...others] = line.slice(number.length).split(SEPARATORS).flatMap(wishesIn);
    if (!first) return number ? [wishOf([number.trim()])] : [];
    return [Object.assign(first, { text: `${number.trim()} ${first.text}`.trim() })].concat(others);
  });
  return { phone, wishes };
}

const lookedUp = (token: string): string =>
  fold(asciiDigits(token)).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N})]+$/gu, '');

function numberOf(token: string): number | null {
  const text = lookedUp(token).replace(',', '.');
  const [, above, below] = /^(\d{1,4})\/(\d{1,2})$/.exec(text) ?? [];
  const number = above ? Number(above) / Number(below) : /^\d{1,6}(?:\.\d{1,3})?$/.test(text) ? Number(text) : null;
  return number === null ? (NUMBER_CALLED.get(text) ?? null) : number > 0 && number < Infinity ? number : null;
}

/** The wishes between two separators: '2 kg alu 1 kg piaj' is two. */
function wishesIn(part: string): Wish[] {
  const spaced = part.replace(/(?<=[\p{Nd}½¼¾])(?=[\p{L}½¼¾])|(?<=[\p{L}\p{M}])(?=[\p{Nd}½¼¾])/gu, ' ');
  const wishes: string[][] = [[]];
  const isAmount = (token: string | undefined): boolean => token !== undefined && numberOf(token) !== null;
  const isUnit = (token: string | undefined): boolean => token !== undefined && UNIT_CALLED.has(lookedUp(token));
  let isAmountFirst: boolean | null = null;
  for (const token of cleanText(spaced).split(' ').filter(Boolean)) {
    const now = wishes.at(-1) ?? [];
    const hasAmount = now.some(isAmount);
    const isNext = isAmountFirst
      ? isAmount(token) && !isAmount(now.at(-1))
      : !isAmount(token) && !(isUnit(token) && isAmount(now.at(-1)));
    if (CONJUNCTIONS.has(fold(token))) wishes.push([]);
    else if (hasAmount && isNext) wishes.push([token]);
    else now.push(token);
    if (isAmount(token)) isAmountFirst ??= now.length === 1;
  }
  return wishes.filter(({ length }) => length > 0).map(wishOf);
}

function wishOf(tokens: string[]): Wish {
  const at = tokens.findIndex((token) => numberOf(token) !== null);
  const numbers = at === -1 ? [] : tokens.slice(at, at + 2).flatMap((token) => numberOf(token) ?? []);
  // '1 ½ kg'
  const [whole = null, more = 1] = numbers;
  const isMixed = whole !== null && numbers.length === 2 && more < 1;
  const end = at + (isMixed ? 2 : 1);
  const unit = at === -1 ? null : (UNIT_CALLED.get(lookedUp(tokens[end] ?? '')) ?? null);
  const rest = at === -1 ? tokens : [...tokens.slice(0, at), ...tokens.slice(unit ? end + 1 : end)];
  const words = rest.map(lookedUp).filter(Boolean);
  const isSentence = at === -1 && words.length > MOST_WORDS;
  return {
    text: tokens.join(' '),
    words: isSentence ? '' : words.join(' '),
    amount: isMixed ? whole + more : whole,
    unit,
  };
}

/** How many of a product give so much, at least: 2 kg are two of '1 kg', a dozen is three of '4 pcs'. */
export function piecesFor({ amount, unit }: Wish, product: Pick<Product, 'weight' | 'unit'>): number {
  const [wanted, many] = unit ? UNITS[unit] : [];
  const [measured, each] = UNITS[UNIT_CALLED.get(fold(product.unit)) ?? 'pack'];
  const weight = Number(product.weight);
  const isCounted = !unit || unit === 'pcs' || unit === 'pack';
  const pieces =
    wanted && many && wanted === measured && weight > 0
      ? ((amount ?? 1) * many) / (weight * each)
      : isCounted
        ? (amount ?? 1)
        : 1;
  return Math.min(Math.max(Math.ceil(pieces - 1e-6), 1), MAX_ORDER_QUANTITY);
}
