/**
 * How many pages a second one process serves, cached and rendered, compared with bare node:http that sends the same
 * bytes.
 */
import { headerOf } from './connection.ts';
import { withBareServer } from './bare.ts';
import { registerCustomer } from './customers.ts';
import { loadOnce, loadPage } from './page-load.ts';
import type { LoadResult } from './load.ts';
import { atLeast, atMost, type Bench, median, rounded } from './report.ts';
import { withShop, withShopData } from './shop.ts';

/** What is compared alternates, so that both have the same conditions; the median of the ratios counts. */
const ROUNDS = 5;
const ROUND_MS = 2_000;
const OTHERS_MS = 4_000;

/** Home pages a second of other shop systems, as production builds on such a machine. */
const OTHER_SHOPS = [
  { label: 'NextFaster', value: 87, other: true },
  { label: 'Medusa with its storefront', value: 24, other: true },
  { label: 'EverShop', value: 23, other: true },
];
const EVERSHOP = 23;

const PAGES = [
  { name: 'home', path: '/' },
  { name: 'listing', path: '/groceries/raw-products/vegetables' },
] as const;

interface Comparison {
  name: string;
  shop: LoadResult;
  limit: LoadResult;
  /** The shop's answers a second divided by the bare server's. */
  ratio: number;
}

export const bench: Bench = {
  name: 'pages',
  about: 'pages a second, cached and rendered anew',
  run: (show) =>
    withShopData('given', async (data) => {
      let done = 0;
      const step = (label: string): void => show(label, done++, PAGES.length * (ROUNDS + 2) + ROUNDS + 1);
      const compared: Comparison[] = [];
      const others: { name: string; result: LoadResult }[] = [];
      const signedIn: number[] = [];
      await withShop(data, async ({ port, pid, url }) => {
        for (const page of PAGES) compared.push(await compare(page, { port, pid }, step));
        step('home, unchanged');
        const etag = headerOf(await loadOnce(port, '/'), 'etag') ?? '';
        const unchanged = { port, pid, path: '/', headers: { 'if-none-match': etag }, ms: OTHERS_MS, status: 304 };
        others.push({ name: 'home, unchanged (304)', result: await loadPage(unchanged) });
        const cookie = await registerCustomer(port, url);
        for (let round = 0; round < ROUNDS; round += 1) {
          step('home, signed in');
          const cached = await loadPage({ port, pid, path: '/', ms: ROUND_MS });
          const result = await loadPage({ port, pid, path: '/', headers: { cookie }, ms: ROUND_MS });
          signedIn.push(result.perSecond / cached.perSecond);
          if (round === ROUNDS - 1) others.push({ name: 'home, signed in (the session is looked up)', result });
        }
      });
      const entry = 'bench/uncached-shop.ts';
      const rendered = await withShop(data, ({ port, pid }) => measureRendered({ port, pid }, step), { entry });
      return reportOf(compared, rendered, others, median(signedIn));
    }),
};

/** Measures a cached page and the same bytes from bare node:http, alternating. */
async function compare(page: (typeof PAGES)[number], shop: Server, step: (label: string) => void): Promise<Comparison> {
  const { path, name } = page;
  return withBareServer(await loadOnce(shop.port, path), async (bare) => {
    step(`${name}, warming up`);
    await loadPage({ ...shop, path, ms: 1_500 });
    await loadPage({ ...bare, path, ms: 1_500 });
    const rounds: { shop: LoadResult; limit: LoadResult; ratio: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      step(name);
      const one = await loadPage({ ...shop, path, ms: ROUND_MS });
      const other = await loadPage({ ...bare, path, ms: ROUND_MS });
      rounds.push({ shop: one, limit: other, ratio: one.perSecond / other.perSecond });
    }
    const ratio = median(rounds.map(({ ratio }) => ratio));
    const typical = rounds.find((round) => round.ratio === ratio) ?? rounds[0];
    if (!typical) throw new Error('no round');
    return { name, ...typical };
  });
}

interface Server {
  port: number;
  pid: number;
}

async function measureRendered(server: Server, step: (label: string) => void) {
  const results: { name: string; result: LoadResult }[] = [];
  for (const { name, path } of PAGES) {
    step(`${name}, rendered anew`);
    await loadPage({ ...server, path, ms: 3_000 });
    results.push({ name: `${name}, rendered anew`, result: await loadPage({ ...server, path, ms: OTHERS_MS }) });
  }
  return results;
}

type Named = { name: string; result: LoadResult };

function reportOf(
  compared: readonly Comparison[],
  rendered: readonly Named[],
  others: readonly Named[],
  signedIn: number,
) {
  const { perSecond: home = 0, busy = Number.NaN } = rendered[0]?.result ?? {};
  return {
    title: 'Pages a second, one process, 64 keep-alive connections',
    goals: [
      ...compared.map(({ name, ratio }) => atLeast(`cached ${name} against bare node:http`, ratio, 0.85)),
      atLeast('home signed in against the cached one', signedIn, 0.25),
      atMost('processor time of home rendered anew', busy / 1000, 3, 'ms'),
      atLeast('home rendered anew', home, 330, 'pages/s'),
      atLeast("home rendered anew against EverShop's 23 pages/s", home / EVERSHOP, 10, 'times'),
    ],
    tables: [
      {
        title: 'Finished pages (µs: how long one answer keeps a processor of the server busy)',
        columns: ['page', 'shop, 1/s', 'bare, 1/s', 'ratio', 'p99, ms', 'shop, µs', 'bare, µs', 'bytes'],
        rows: compared.map(({ name, shop, limit, ratio }) => [
          name,
          Math.round(shop.perSecond),
          Math.round(limit.perSecond),
          ratio.toFixed(2),
          rounded(shop.p99),
          Math.round(shop.busy),
          Math.round(limit.busy),
          Math.round(shop.bytes),
        ]),
      },
      {
        title: 'Other answers',
        columns: ['what', 'shop, 1/s', 'p50, ms', 'p99, ms', 'µs', 'bytes'],
        rows: [...rendered, ...others].map(({ name, result: { perSecond, p50, p99, busy, bytes } }) => [
          name,
          Math.round(perSecond),
          rounded(p50),
          rounded(p99),
          Math.round(busy),
          Math.round(bytes),
        ]),
      },
    ],
    plot: {
      panels: [
        {
          title: 'Home page',
          unit: 'answers a second',
          logarithmic: true,
          bars: [
            { label: 'bare node:http, same bytes', value: compared[0]?.limit.perSecond ?? 0, other: true },
            { label: 'Sodai, finished page', value: compared[0]?.shop.perSecond ?? 0 },
            { label: 'Sodai, rendered anew', value: home },
            ...OTHER_SHOPS,
          ],
        },
        {
          title: 'Finished page against bare node:http',
          unit: 'ratio',
          goal: 0.85,
          bars: compared.map(({ name, ratio }) => ({ label: name, value: ratio })),
        },
      ],
    },
    notes: [
      `Shop and limit take turns, ${ROUNDS} times ${ROUND_MS / 1000} s each; the ratio is the middle one of the rounds.`,
      'The limit writes the very same answer: the same headers and the same brotli bytes.',
      'EverShop 2.2.1, Medusa 2.18 with its Next storefront and NextFaster: production builds, on such a machine.',
    ],
  };
}
