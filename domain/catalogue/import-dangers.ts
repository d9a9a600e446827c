/** What an import would do that is seldom meant, which people see before anything else; and prices that may be slips. */
import { readPoisha } from '../typed/number.ts';

type Product = Readonly<{ id: string; name: string }>;

/** `what`: what was and what would be. */
type DangerousChange = Product & Readonly<{ what?: string }>;

/** In the order in which they are shown. Of each kind how many, and the first of them. */
export type Dangers = Partial<Record<DangerKind, { count: number; first: DangerousChange[] }>>;

type DangerKind = keyof typeof DANGERS;

/** What they are, and what to do. */
const DANGERS = {
  price: ['Prices more than 3 times as high, or less than a third', 'Look whether a digit is missing, or is too much.'],
  picture: ['Products that lose their picture', 'The file says “none” there. An empty cell would keep it.'],
  id: ['New products with nearly the id of another', 'If it is the same product, give it the id that the shop has.'],
  discount: ['Discounts of less than 1 %', 'Ten percent is 10, not 0.1.'],
  images: ['Rows with several pictures', 'Only the first one is taken.'],
} as const;

const NAMED = 10;

export function noteDanger(dangers: Dangers, kind: DangerKind, change: DangerousChange): void {
  const noted = (dangers[kind] ??= { count: 0, first: [] });
  noted.count += 1;
  if (noted.first.length < NAMED) noted.first.push(change);
}

/** How many times as much, or as little, makes a price doubtful. */
const MAX_TIMES = 3;

/** Whether a new price, before it is saved, is so far from the old one. Both in Tk, as they are typed. */
export function isFarPrice(before: unknown, now: unknown): boolean {
  const [old, wanted] = [readPoisha(before) ?? 0, readPoisha(now) ?? 0];
  return old > 0 && wanted > 0 && Math.max(wanted / old, old / wanted) >= MAX_TIMES;
}

type Before = Readonly<{ name: string; price: number; discount: string; image: string }>;

/** `before`: null for a new product. */
export function noteDangers(dangers: Dangers, before: Before | null, after: Before & Product): void {
  const { id, name, price } = after;
  const percent = Number(after.discount);
  if (before && Math.max(price / before.price, before.price / price) > MAX_TIMES)
    noteDanger(dangers, 'price', { id, name, what: `Tk ${before.price} → Tk ${price}` });
  if (before && before.image !== '' && after.image === '') noteDanger(dangers, 'picture', { id, name });
  if (percent > 0 && percent < 1 && before?.discount !== after.discount)
    noteDanger(dangers, 'discount', { id, name, what: `${after.discount} %` });
}

/** As people read it. */
export function shownDangers(dangers: Dangers): { heading: string; advice: string; lines: string[] }[] {
  return (Object.keys(DANGERS) as DangerKind[]).flatMap((kind) => {
    const { count, first } = dangers[kind] ?? { count: 0, first: [] };
    const [what, advice] = DANGERS[kind];
    const lines = first.map(({ id, name, what }) => `${name} (${id})${what ? `: ${what}` : ''}`);
    if (count > first.length) lines.push(`and ${(count - first.length).toLocaleString('en')} more`);
    return count === 0 ? [] : [{ heading: `${what}: ${count.toLocaleString('en')}`, advice, lines }];
  });
}
