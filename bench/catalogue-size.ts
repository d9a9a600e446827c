/**
 * The cost of 1,000,000 products and orders compared with 10,000: the same queries on both, alternating, directly on
 * the services.
 */
import { randomUUID } from 'node:crypto';
import { CATEGORIES, groupOf, LISTINGS, listingOf } from '../test/support/first-categories.ts';
import { FIGURE_DAYS } from '../domain/orders/figures.ts';
import { totalsOf } from '../domain/orders/pricing.ts';
import { BUSY, type SizedShop, withSizedShops } from './big-shops.ts';
import { createDraw } from './browsing.ts';
import { generatedProduct } from './products.ts';
import { type SuggestionTimes, timeOwnSuggestions, timeSuggestions } from './suggestions.ts';
import { atMost, type Bench, median, quantile, rounded } from './report.ts';
import { SHIPPING } from '../test/support/factories.ts';
import { USUAL_FEE } from '../test/support/usual-fee.ts';

const SIZES = [
  { name: 'small', products: 10_000, orders: 10_000, busyOrders: 10 },
  { name: 'large', products: 1_000_000, orders: 1_000_000, busyOrders: 10_000 },
];
/** Products of the shop with a server of its own that suggestions are measured in. */
const OWN_PRODUCTS = 100_000;
/** Both shops are measured alternately; the median of the rounds' ratios counts. */
const ROUNDS = 7;
const QUERIES_PER_ROUND = 60;
/** Within which products are found, in ms. */
const SEARCH_MS = 300;
/** Within which an operator finds orders, in ms. */
const ORDER_SEARCH_MS = 50;
/** Within which an operator sees figures, in ms. */
const FIGURES_MS = 300;

interface Query {
  name: string;
  run(shop: SizedShop, draw: () => number): Promise<unknown>;
  /** Whether the ratio of this query has a goal. */
  goal: boolean;
  /** The goal of p95 in the large shop, in ms: instead of a ratio. */
  limit?: number;
}

const pick = <T>(list: readonly T[], draw: () => number): T | undefined => list[Math.floor(draw() * list.length)];
const randomCursor = ({ products }: SizedShop, draw: () => number): string => String(Math.floor(draw() * products));

const QUERIES: readonly Query[] = [
  {
    name: 'listing, first products',
    goal: true,
    run: ({ catalogue }, draw) => catalogue.listing(pick(LISTINGS, draw) ?? listingOf('rice')),
  },
  {
    name: 'listing, anywhere in it',
    goal: true,
    run: (shop, draw) =>
      shop.catalogue.listing(pick(LISTINGS, draw) ?? listingOf('rice'), { after: randomCursor(shop, draw) }),
  },
  { name: 'offers, first products', goal: true, run: ({ catalogue }) => catalogue.offers() },
  {
    name: 'offers, anywhere',
    goal: true,
    run: (shop, draw) => shop.catalogue.offers({ after: randomCursor(shop, draw) }),
  },
  {
    name: 'search, a common word',
    goal: true,
    run: ({ catalogue }, draw) =>
      catalogue.search({ text: pick(['rice', 'fish', 'raw', 'bev', '1', 'oil'], draw) ?? '', category: 'all' }),
  },
  {
    name: 'search, any two letters',
    goal: false,
    limit: SEARCH_MS,
    run: ({ catalogue }, draw) =>
      catalogue.search({ text: `${pick([...'abcdefghik'], draw)}${pick([...'aeioulmnrst'], draw)}`, category: 'all' }),
  },
  {
    name: 'search, nothing found',
    goal: true,
    // In no shop of any size: the names of 1,000,000 products have all combinations of three plain letters.
    run: ({ catalogue }) => catalogue.search({ text: 'ñññ', category: 'all' }),
  },
  {
    name: 'console: all products, anywhere',
    goal: true,
    run: (shop, draw) => shop.catalogue.find({ after: randomCursor(shop, draw) }),
  },
  {
    name: 'console: a category and a word',
    goal: false,
    limit: SEARCH_MS,
    run: ({ catalogue }, draw) => catalogue.find({ text: 'rice', category: pick(CATEGORIES, draw) ?? null }),
  },
  {
    name: 'console: the whole name of a product',
    goal: false,
    run: ({ catalogue, products }, draw) =>
      catalogue.find({ text: generatedProduct(Math.floor(draw() * products)).name }),
  },
  {
    name: 'home: three sections',
    goal: false,
    run: ({ catalogue }) => catalogue.sections(LISTINGS.filter(({ group }) => group === 'trending')),
  },
  { name: 'groceries: all sections', goal: false, run: ({ catalogue }) => catalogue.sections(LISTINGS) },
  {
    name: 'a product and its neighbours',
    goal: true,
    run: ({ catalogue, products }, draw) => catalogue.product(`g-${Math.floor(draw() * products)}`),
  },
  { name: 'tiles: all counts', goal: false, run: ({ catalogue }) => catalogue.counts() },
  { name: 'My Orders', goal: false, run: ({ orderBook }) => orderBook.list(BUSY) },
  { name: 'profile: counts of orders', goal: false, run: ({ orderBook }) => orderBook.counts(BUSY) },
  {
    name: 'console: orders of each status',
    goal: false,
    limit: FIGURES_MS,
    run: ({ figures }) => figures.statusCounts(),
  },
  ...[
    { name: 'console: orders, the newest', texts: [''] },
    { name: 'console: orders, a common text', texts: ['a', '01', 'r', 'o'] },
    { name: 'console: orders, an e-mail address', texts: ['b123@', 'b9000@'] },
    { name: 'console: orders, nothing found', texts: ['qqq'] },
  ].flatMap(({ name, texts }) =>
    [undefined, 'pending' as const, 'delivered' as const].map((status) => ({
      name: status ? `${name}, ${status}` : name,
      goal: false,
      limit: ORDER_SEARCH_MS,
      run: ({ orderBook }: SizedShop, draw: () => number) =>
        orderBook.admin.list({ status, search: pick(texts, draw) ?? '' }),
    })),
  ),
  ...FIGURE_DAYS.map((days) => ({
    name: `console: figures, ${days} days`,
    goal: false,
    limit: FIGURES_MS,
    run: ({ figures }: SizedShop) => figures.overview(days),
  })),
  {
    name: 'console: stock, of which least is left',
    goal: false,
    limit: FIGURES_MS,
    run: ({ stock }) => stock.list(),
  },
  {
    name: 'console: stock, anywhere',
    goal: false,
    limit: FIGURES_MS,
    run: ({ stock }, draw) => stock.list({ after: `${Math.floor(draw() * 1000)} g` }),
  },
  { name: 'console: dues', goal: false, limit: FIGURES_MS, run: ({ dues }) => dues.list() },
  { name: 'console: bazaar of tomorrow', goal: false, limit: FIGURES_MS, run: ({ bazaar }) => bazaar.list() },
  { name: 'placing an order', goal: false, run: placeOrder },
];

interface Measurement {
  query: Query;
  /** p50 and p95 of the small and the large shop, in ms: the medians over all rounds. */
  small: { p50: number; p95: number };
  large: { p50: number; p95: number };
  ratio: number;
}

export const bench: Bench = {
  name: 'catalogue-size',
  about: '1,000,000 products and orders against 10,000',
  run: (show) =>
    withSizedShops(SIZES, show, async ([small, large]) => {
      if (!small || !large) throw new Error('two shops are compared');
      const measurements: Measurement[] = [];
      for (const [at, query] of QUERIES.entries()) {
        show(query.name, at, QUERIES.length);
        measurements.push(await compare(query, small, large));
      }
      show('suggestions', 0, 2);
      const suggestions = {
        small: await timeSuggestions(small.catalogue),
        large: await timeSuggestions(large.catalogue),
        own: await timeOwnSuggestions(OWN_PRODUCTS, show),
      };
      return reportOf(measurements, suggestions);
    }),
};

async function compare(query: Query, small: SizedShop, large: SizedShop): Promise<Measurement> {
  const rounds = { small: [] as number[][], large: [] as number[][] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
    const draws = { small: createDraw(round + 7), large: createDraw(round + 7) };
    for (let count = 0; count < QUERIES_PER_ROUND; count += 1) {
      times.small.push(await time(() => query.run(small, draws.small)));
      times.large.push(await time(() => query.run(large, draws.large)));
    }
    // The first round is the warm-up.
    if (round < 0) continue;
    rounds.small.push(times.small);
    rounds.large.push(times.large);
  }
  const of = (all: readonly number[][]) => ({
    p50: median(all.map((times) => quantile(times, 0.5))),
    p95: median(all.map((times) => quantile(times, 0.95))),
  });
  const p95s = rounds.large.map((times, at) => quantile(times, 0.95) / quantile(rounds.small[at] ?? [], 0.95));
  return { query, small: of(rounds.small), large: of(rounds.large), ratio: median(p95s) };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function placeOrder({ orderBook, products }: SizedShop, draw: () => number): Promise<unknown> {
  const numbers = new Set(Array.from({ length: 5 }, () => Math.floor(draw() * products)));
  const items = [...numbers].map((number) => {
    const product = generatedProduct(number);
    return Object.assign(product, { imgUrl: '', type: groupOf(product.category), quantity: 1 });
  });
  const placed = await orderBook.place(BUSY, {
    idempotencyKey: randomUUID(),
    items: items.map(({ id, quantity }) => ({ id, quantity })),
    shippingInfo: SHIPPING,
    paymentMethod: 'cashon',
    expectedTotal: totalsOf(items, USUAL_FEE).totalCost,
  });
  if (!placed.ok) throw new Error(`an order was not placed: ${placed.reason.code}`);
  return placed;
}

function reportOf(
  measurements: readonly Measurement[],
  suggestions: Readonly<Record<'small' | 'large' | 'own', SuggestionTimes>>,
) {
  const { small, large, own } = suggestions;
  const rowOf = (shop: string, { requests, p50, p95, max }: SuggestionTimes) => [
    shop,
    requests,
    rounded(p50),
    rounded(p95),
    rounded(max),
  ];
  return {
    title: '1,000,000 products and 1,000,000 orders against 10,000 of each',
    goals: [
      ...measurements.map(({ query: { name, limit }, large: { p95 }, ratio }) =>
        limit === undefined ? atMost(name, ratio, 1.5, 'times') : atMost(`${name}, 1,000,000, p95`, p95, limit, 'ms'),
      ),
      atMost('suggestions, 1,000,000, PostgreSQL, p95', large.p95, SEARCH_MS, 'ms'),
      atMost('suggestions, 100,000, own server, p95', own.p95, 30, 'ms'),
    ],
    tables: [
      {
        title: 'PostgreSQL, one question at a time, ms',
        columns: ['question', 'p50, 10,000', 'p50, 1,000,000', 'p95, 10,000', 'p95, 1,000,000', 'p95, times'],
        rows: measurements.map(({ query, small, large, ratio }) =>
          [query.name as string | number].concat([small.p50, large.p50, small.p95, large.p95, ratio].map(rounded)),
        ),
      },
      {
        title: 'Suggestions, every keystroke, ms',
        columns: ['shop', 'keystrokes', 'p50', 'p95', 'longest'],
        rows: [
          rowOf('10,000 products, PostgreSQL', small),
          rowOf('1,000,000 products, PostgreSQL', large),
          rowOf('100,000 products, own server', own),
        ],
      },
    ],
    plot: {
      panels: [
        {
          title: 'p95 with 1,000,000 against 10,000',
          unit: 'times as long',
          goal: 1.5,
          bars: measurements
            .filter(({ query }) => query.limit === undefined)
            .map(({ query, ratio }) => ({ label: query.name, value: ratio })),
        },
      ],
    },
    notes: [
      `Both shops stand on one PostgreSQL and are asked in turn, ${ROUNDS} rounds of ${QUERIES_PER_ROUND} questions; p95 of each round, the middle one of the rounds.`,
      'Asked of the services, below HTTP and rendering, which cost the same whatever the size and would hide a difference.',
      'The customer of My Orders has 10 orders in the small shop and 10,000 in the large one.',
    ],
  };
}
