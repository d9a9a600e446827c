/**
 * What one process does with more shoppers than it can serve: first its sustained rate, then 150 % of it for ten
 * minutes, from shoppers who do not wait for each other, then what is left of that afterwards.
 */
import { randomUUID } from 'node:crypto';
import { createBrowsing, createDraw } from './browsing.ts';
import { requestBytes } from './connection.ts';
import { registerCustomer } from './customers.ts';
import { runLoad } from './load.ts';
import { type OpenLoadResult, runOpenLoad, type Second } from './open-load.ts';
import { orderOf, someProducts } from './ordering.ts';
import { atLeast, atMost, type Bench, quantile, rounded } from './report.ts';
import { type MeasuredShop, memoryOf, withShop, withShopData } from './shop.ts';

const CUSTOMERS = 32;
/** The share of requests that place an order. */
const ORDERS = 0.01;
const SUSTAINED_MS = 20_000;
const CALM_MS = 15_000;
/** Minutes of overload; fewer only to try it. */
const OVERLOAD_MS = Number(process.env.OVERLOAD_MINUTES ?? 10) * 60_000;
const OVER = 1.5;
/** Of the sustained rate: a shop that is not busy. */
const CALM = 0.5;
/** Memory is compared with what it is after this part of the overload, in ms. */
const WARM_MS = Math.min(60_000, OVERLOAD_MS / 2);

interface Measured {
  sustained: number;
  before: OpenLoadResult;
  overload: OpenLoadResult;
  after: OpenLoadResult;
  /** In MiB. */
  memory: { warm: number; most: number };
}

export const bench: Bench = {
  name: 'overload',
  about: 'ten minutes at 150 % of the sustained rate',
  run: (show) =>
    withShopData('given', (data) =>
      withShop(data, async (shop) => {
        const next = await shoppers(shop);
        show('the sustained rate', 0, 4);
        const { perSecond, unexpected } = await runLoad({
          ...shop,
          next,
          expect: [200, 201],
          ms: SUSTAINED_MS,
          warmUpMs: 5_000,
        });
        if (Object.keys(unexpected).length > 0) throw new Error(`refused: ${JSON.stringify(unexpected)}`);
        const { port } = shop;
        show('a calm shop', 1, 4);
        const before = await runOpenLoad({ port, next, rate: CALM * perSecond, ms: CALM_MS });
        let warm = 0;
        let most = 0;
        let second = 0;
        const onSecond = (): void => {
          second += 1;
          const { now } = memoryOf(shop.pid);
          if (second * 1000 <= WARM_MS) warm = Math.max(warm, now);
          else most = Math.max(most, now);
          show(`too many shoppers, second ${second}`, 2, 4);
        };
        const overload = await runOpenLoad({ port, next, rate: OVER * perSecond, ms: OVERLOAD_MS, onSecond });
        show('afterwards', 3, 4);
        const after = await runOpenLoad({ port, next, rate: CALM * perSecond, ms: CALM_MS });
        return reportOf({ sustained: perSecond, before, overload, after, memory: { warm, most } });
      }),
    ),
};

/** Generates the requests: pages, of which every fifth is new, and some orders. */
async function shoppers({ port, url }: MeasuredShop): Promise<() => Buffer> {
  const cookies: string[] = [];
  for (let customer = 0; customer < CUSTOMERS; customer += 1) cookies.push(await registerCustomer(port, url));
  const order = orderOf(await someProducts(port));
  const browse = createBrowsing(1);
  const draw = createDraw(2);
  return () => {
    if (draw() >= ORDERS) return browse();
    const headers = { Origin: url, Cookie: cookies[Math.floor(draw() * CUSTOMERS)] ?? '' };
    return requestBytes('/api/orders', { method: 'POST', headers, json: { ...order, idempotencyKey: randomUUID() } });
  };
}

/** The seconds until the 99th percentile is at most twice that of the calm shop, or 20 ms more. */
function recovery(before: OpenLoadResult, after: readonly Second[]): number {
  const calm = quantile(
    before.seconds.map(({ p99 }) => p99),
    0.5,
  );
  const normal = Math.max(2 * calm, calm + 20);
  const last = after.findLastIndex(({ p99, refused }) => p99 > normal || refused > 0);
  return last + 1;
}

function reportOf({ sustained, before, overload, after, memory }: Measured) {
  const faults = [before, overload, after].flatMap((each) => Object.values(each.faults));
  const seconds = OVERLOAD_MS / 1000;
  const goodput = overload.served / seconds;
  const phases = [
    { name: 'calm, before', result: before, ms: CALM_MS },
    { name: '150 %', result: overload, ms: OVERLOAD_MS },
    { name: 'calm, after', result: after, ms: CALM_MS },
  ];
  return {
    title: `Too many shoppers: ${OVER * 100} % of the sustained rate for ${rounded(seconds / 60)} minutes, one process, PostgreSQL`,
    goals: [
      atMost(
        'answers that are neither served nor 503 with Retry-After',
        faults.reduce((sum, count) => sum + count, 0),
        0,
      ),
      atMost('most memory after the first minute, against the most within it', memory.most / memory.warm, 1.1, 'times'),
      atMost('back to normal after', recovery(before, after.seconds), 5, 's'),
      atLeast('served, of the sustained rate', goodput / sustained, 0.8, 'times'),
    ],
    tables: [
      {
        title: 'Requests at a fixed rate, whatever the answers',
        columns: ['phase', 'asked, 1/s', 'served, 1/s', 'refused, 1/s', 'other', 'p50, ms', 'p99, ms', 'longest, ms'],
        rows: phases.map(({ name, result, ms }) => [
          name,
          Math.round((result.sent / ms) * 1000),
          Math.round((result.served / ms) * 1000),
          Math.round((result.refused / ms) * 1000),
          Object.entries(result.faults)
            .map(([what, count]) => `${count} × ${what}`)
            .join(', ') || 0,
          rounded(result.p50),
          rounded(result.p99),
          rounded(result.longest),
        ]),
      },
      {
        title: 'Memory of the shop’s process during the overload, MiB',
        columns: ['first part', 'most after it'],
        rows: [[Math.round(memory.warm), Math.round(memory.most)]],
      },
    ],
    plot: {
      panels: [
        {
          title: 'Requests',
          unit: '1/s',
          bars: [
            { label: 'sustained rate', value: sustained, other: true },
            { label: 'asked', value: overload.sent / seconds, other: true },
            { label: 'served', value: goodput },
            { label: 'refused, 503', value: overload.refused / seconds },
          ],
        },
        {
          title: '99 of 100 that are served, within',
          unit: 'ms',
          bars: phases.map(({ name, result }) => ({ label: name, value: result.p99 })),
        },
      ],
    },
    notes: [
      `The sustained rate, ${Math.round(sustained)} requests a second, is what 64 connections get that wait for their answers.`,
      'Four of five pages are in the cache, the fifth is new, and one request in a hundred is an order. Shoppers, shop and database share the machine.',
      'Normal is a 99th percentile for a second of at most twice that of before, or 20 ms more, and nothing refused.',
    ],
  };
}
