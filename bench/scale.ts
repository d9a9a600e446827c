/**
 * 1, 2 and 4 shop processes over one PostgreSQL, behind nginx: pages, orders, and changes of prices that reach the
 * pages of another process. All share one machine with the load. So what carries over to other machines is the
 * processor time of each part.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { HOST, startNginx } from '../test/support/nginx.ts';
import { createBrowsing } from './browsing.ts';
import { type LoadOptions, type LoadResult, runLoad } from './load.ts';
import { measureChange, openPages } from './open-pages.ts';
import { createOrdering, LINES, placeOrders } from './ordering.ts';
import { atMost, type Bench, quantile, rounded } from './report.ts';
import { busySeconds, busySecondsOfAll, type MeasuredShop, type ShopData, withShopData, withShops } from './shop.ts';

const PROCESSES = [1, 2, 4] as const;
const CLIENTS = 64;
const ORIGIN = `https://${HOST}`;
/** Open pages at each process. */
const OPEN_PAGES = 100;
const CHANGES = 10;
/** Longer than the minimum time between two notifications. */
const PAUSE_MS = 500;

const WORK = {
  finished: { title: 'finished pages', ms: 4_000 },
  mixed: { title: 'pages, every fifth new', ms: 6_000 },
  orders: { title: 'orders', ms: 8_000 },
} as const;
type Work = keyof typeof WORK;
/** The warm-up of each process for each work: compiling its code costs more than the first thousand answers. */
const WARM_UP_MS = 2_000;
const WORKS = Object.keys(WORK) as Work[];

/** What works for an answer. */
const PARTS = ['shop', 'nginx', 'PostgreSQL', 'load generator'] as const;
type Part = (typeof PARTS)[number];

interface Measured extends LoadResult {
  /** Processor time of each part for one answer, in ms. */
  parts: Readonly<Record<Part, number>>;
}

interface Result {
  processes: number;
  work: Readonly<Record<Work, Measured>>;
  /** From the operator's request at the first process until a page at the last one hears of the change, in ms. */
  live: number[];
}

export const bench: Bench = {
  name: 'scale',
  about: '1, 2 and 4 processes over one PostgreSQL behind nginx',
  async run(show) {
    const results: Result[] = [];
    for (const [at, processes] of PROCESSES.entries()) {
      show(`${processes} processes`, at, PROCESSES.length);
      const measured = withShopData('given', (data) => {
        const shared = { ...data, env: { ...data.env, PUBLIC_URL: ORIGIN } };
        return withShops(shared, processes, (shops) => measure(shared, shops));
      });
      results.push(await measured);
    }
    return reportOf(results);
  },
};

async function measure(data: ShopData, shops: readonly MeasuredShop[]): Promise<Result> {
  const nginx = await startNginx(shops.map(({ port }) => port));
  const busy = (): Record<Part, number> => ({
    shop: shops.reduce((sum, { pid }) => sum + busySeconds(pid), 0),
    nginx: busySecondsOfAll(nginx.pid),
    PostgreSQL: busySecondsOfAll(data.postgresPid ?? 0),
    'load generator': busySeconds(process.pid),
  });
  const load = async (work: Work, next: LoadOptions['next'], run = runLoad): Promise<Measured> => {
    const options = { port: nginx.https, certificate: nginx.certificate, next, connections: CLIENTS };
    await run({ ...options, ms: WARM_UP_MS * shops.length });
    const before = busy();
    const result = await run({ ...options, ms: WORK[work].ms });
    const after = busy();
    if (Object.keys(result.unexpected).length > 0) throw new Error(`refused: ${JSON.stringify(result.unexpected)}`);
    const msOf = (part: Part): number => ((after[part] - before[part]) / result.answered) * 1000;
    return { ...result, parts: Object.fromEntries(PARTS.map((part) => [part, msOf(part)])) as Measured['parts'] };
  };
  try {
    const [first] = shops;
    const last = shops.at(-1);
    if (!first || !last) throw new Error('no shop');
    const finished = await load('finished', createBrowsing(1, 0));
    const mixed = await load('mixed', createBrowsing(1));
    const orders = await load('orders', await createOrdering(first.port, ORIGIN, CLIENTS), placeOrders);
    const live = await measureLive(first.port, last.port);
    return { processes: shops.length, work: { finished, mixed, orders }, live };
  } finally {
    await nginx.stop();
  }
}

async function measureLive(from: number, to: number): Promise<number[]> {
  const pages = await openPages(to, OPEN_PAGES);
  try {
    const delays: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      await delay(PAUSE_MS);
      delays.push(...(await measureChange(from, pages, change)));
    }
    return delays;
  } finally {
    for (const { socket } of pages) socket.destroy();
  }
}

function reportOf(results: readonly Result[]) {
  const costOf = ({ work }: Result, part: Part): number => work.orders.parts[part];
  const [one] = results;
  const most = results.at(-1);
  if (!one || !most) throw new Error('nothing was measured');
  const name = (processes: number): string => (processes === 1 ? '1 process' : `${processes} processes`);
  return {
    title: 'Several processes over one PostgreSQL, behind nginx',
    goals: [
      // The rates cannot show it here: all share the cores.
      atMost(
        `the shop’s work for a finished page, ${most.processes} processes against 1`,
        most.work.finished.parts.shop / one.work.finished.parts.shop,
        1 / 0.9,
        'times',
      ),
      // What all processes share: work that grew with their number would end the growth.
      atMost(
        `PostgreSQL’s work for an order, ${most.processes} processes against 1`,
        costOf(most, 'PostgreSQL') / costOf(one, 'PostgreSQL'),
        1.5,
        'times',
      ),
      atMost('pages of another process hear of a change, p95', quantile(most.live, 0.95), 500, 'ms'),
    ],
    tables: [
      {
        title: `Through nginx with TLS, ${CLIENTS} keep-alive connections`,
        columns: [
          'processes',
          'finished pages/s',
          'every fifth new, 1/s',
          'orders/s',
          'orders, p99, ms',
          'change heard, p50, ms',
          'p95, ms',
        ],
        rows: results.map(({ processes, work, live }) => [
          processes,
          ...WORKS.map((each) => Math.round(work[each].perSecond)),
          rounded(work.orders.p99),
          rounded(quantile(live, 0.5)),
          rounded(quantile(live, 0.95)),
        ]),
      },
      ...WORKS.map((each) => ({
        title: `Processor time, ms: ${WORK[each].title}`,
        columns: ['processes', ...PARTS],
        rows: results.map(({ processes, work }) => [
          processes,
          ...PARTS.map((part) => rounded(work[each].parts[part])),
        ]),
      })),
    ],
    plot: {
      panels: [
        ...WORKS.map((each) => ({
          title: WORK[each].title.replace(/^./, (letter) => letter.toUpperCase()),
          unit: 'a second',
          bars: results.map(({ processes, work }) => ({ label: name(processes), value: work[each].perSecond })),
        })),
        {
          title: 'Processor time of an order',
          unit: 'ms',
          bars: results.flatMap((result) =>
            (['shop', 'PostgreSQL', 'nginx'] as const).map((part) => ({
              label: `${part}, ${name(result.processes)}`,
              value: costOf(result, part),
            })),
          ),
        },
        {
          title: 'A change of a price is heard at another process',
          unit: 'ms, 95 of 100 pages',
          bars: results.map(({ processes, live }) => ({ label: name(processes), value: quantile(live, 0.95) })),
        },
      ],
    },
    notes: [
      'All processes, nginx, PostgreSQL and the load share the cores of one machine: there the rates cannot grow with the processes. The processor time is what another machine needs too.',
      'The shop’s processor time includes what each process does once: compiling its code, and compressing its pages as well as possible.',
      `Orders of ${LINES} lines, on the disk before the answer. With 1 process the change is heard at the same one.`,
    ],
  };
}
