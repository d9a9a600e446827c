/** What an import would do that is seldom meant: people see it before anything else. */

type Product = Readonly<{ id: string; name: string }>;

/** `what`: what was and what would be. */
type DangerousChange = Product & Readonly<{ what?: string }>;

/** In the order in which they are shown. Of each kind how many, and the first of them. */
export type Dangers = Partial<Record<DangerKind, { count: number; first: DangerousChange[] }>>;

type DangerKind = keyof typeof DANGERS;

interface Danger {
  one: string;
  many: string;
  advice: string;
}

const DANGERS = {
  price: {
    one: 'price would become more than 3 times as high, or less than a third',
    many: 'prices would become more than 3 times as high, or less than a third',
    advice: 'Look whether a digit is missing or one too many.',
  },
  picture: {
    one: 'product would lose its picture',
    many: 'products would lose their pictures',
    advice: 'The file says “none” there. An empty cell keeps the picture.',
  },
  id: {
    one: 'new product has nearly the id of one in the shop',
    many: 'new products have nearly the ids of others in the shop',
    advice: 'If the same product is meant, give it the id that the shop has, or there will be two.',
  },
  discount: {
    one: 'discount would be less than 1 %',
    many: 'discounts would be less than 1 %',
    advice: 'A discount of ten percent is 10, not 0.1.',
  },
  images: {
    one: 'row has several pictures',
    many: 'rows have several pictures',
    advice: 'The first of each is taken.',
  },
} as const satisfies Record<string, Danger>;

const NAMED = 10;

export function noteDanger(dangers: Dangers, kind: DangerKind, change: DangerousChange): void {
  const noted = (dangers[kind] ??= { count: 0, first: [] });
  noted.count += 1;
  if (noted.first.length < NAMED) noted.first.push(change);
}

const MAX_TIMES = 3;

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

/** As people read it: a heading, what to do, the first products, and how many there are besides. */
export function shownDangers(dangers: Dangers): { heading: string; advice: string; lines: string[]; more: number }[] {
  return (Object.keys(DANGERS) as DangerKind[]).flatMap((kind) => {
    const { count, first } = dangers[kind] ?? { count: 0, first: [] };
    if (count === 0) return [];
    const { one, many, advice } = DANGERS[kind];
    const heading = `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
    const lines = first.map(({ id, name, what }) => `${name} (${id})${what ? `: ${what}` : ''}`);
    return [{ heading, advice, lines, more: count - first.length }];
  });
}
