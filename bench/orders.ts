/**
 * How many orders a second can be placed (priced, stored, synced to disk and answered), with a server of its own and
 * with DATABASE_URL.
 */
import type { LoadResult } from './load.ts';
import { costsInUse } from './in-use.ts';
import { fightForPieces } from './last-pieces.ts';
import { createOrdering, LINES, placeOrders } from './ordering.ts';
import { atLeast, atMost, type Bench, rounded } from './report.ts';
import {
  busySeconds,
  busySecondsOfAll,
  SERVERS,
  SERVER_NAMES,
  type ServerKind,
  type ShopData,
  withShop,
  withShopData,
} from './shop.ts';

const CLIENTS = 64;
const LOAD_MS = 15_000;
const WARM_UP_MS = 3_000;
/** Orders a second. */
const GOALS: Readonly<Record<ServerKind, number>> = { own: 300, given: 350 };

/** Of the last pieces that all clients want at once. */
const LAST_PIECES = 10;

interface Result extends LoadResult {
  kind: ServerKind;
  /** The processor time of PostgreSQL for one order, in µs. */
  postgresBusy: number;
}

export const bench: Bench = {
  name: 'orders',
  about: 'orders a second at 64 clients, own server and DATABASE_URL',
  async run(show) {
    const results: Result[] = [];
    for (const [at, kind] of SERVERS.entries()) {
      show(SERVER_NAMES[kind], at, SERVERS.length + 2);
      results.push({ kind, ...(await withShopData(kind, measure)) });
    }
    show('stock and delivery times', SERVERS.length, SERVERS.length + 2);
    const costs = await costsInUse();
    show(`the last ${LAST_PIECES} pieces`, SERVERS.length + 1, SERVERS.length + 2);
    const fight = await withShopData('own', (data) =>
      withShop(data, ({ port, url }) => fightForPieces(port, url, { shoppers: CLIENTS, pieces: LAST_PIECES })),
    );
    return reportOf(results, costs, fight);
  },
};

async function measure(data: ShopData): Promise<Omit<Result, 'kind'>> {
  return withShop(data, async (shop) => {
    const { port, pid, url } = shop;
    // A server of the shop's own is below its process.
    const busy = (): number =>
      data.postgresPid === null ? busySecondsOfAll(pid) - busySeconds(pid) : busySecondsOfAll(data.postgresPid);
    const next = await createOrdering(port, url, CLIENTS);
    const before = busy();
    const result = await placeOrders({ port, pid, next, connections: CLIENTS, ms: LOAD_MS, warmUpMs: WARM_UP_MS });
    return { ...result, postgresBusy: ((busy() - before) / result.answered) * 1e6 };
  });
}

function reportOf(
  results: readonly Result[],
  { without, inUse }: Awaited<ReturnType<typeof costsInUse>>,
  { sold, left, refused }: Awaited<ReturnType<typeof fightForPieces>>,
) {
  const own = results.find(({ kind }) => kind === 'own');
  return {
    title: `Orders a second, ${CLIENTS} keep-alive clients, one process`,
    goals: [
      ...results.map(({ kind, perSecond }) =>
        atLeast(`orders, ${SERVER_NAMES[kind]}`, perSecond, GOALS[kind], 'orders/s'),
      ),
      ...results.map(({ kind, busy }) =>
        atMost(`processor time of the shop, ${SERVER_NAMES[kind]}`, busy / 1000, 1.6, 'ms an order'),
      ),
      atMost('p99, own server', own?.p99 ?? Number.POSITIVE_INFINITY, 300, 'ms'),
      atMost('with stock and delivery times', inUse / without, 1.1, 'of the processor time without'),
      {
        what: `the last ${LAST_PIECES} pieces`,
        goal: `${LAST_PIECES} sold, 0 left`,
        measured: `${sold} sold, ${left} left`,
        met: sold === LAST_PIECES && left === 0,
      },
    ],
    tables: [
      {
        title: `Orders of ${LINES} lines, each in a transaction of its own that is synced to the disk`,
        columns: [
          'server',
          'orders',
          'orders/s',
          'p50, ms',
          'p99, ms',
          'longest, ms',
          'CPU of the shop, ms',
          'CPU of PostgreSQL, ms',
        ],
        rows: results.map(({ kind, answers, perSecond, p50, p99, longest, busy, postgresBusy }) => [
          SERVER_NAMES[kind],
          answers,
          Math.round(perSecond),
          rounded(p50),
          rounded(p99),
          rounded(longest),
          rounded(busy / 1000),
          rounded(postgresBusy / 1000),
        ]),
      },
    ],
    plot: {
      panels: [
        {
          title: 'Orders placed',
          unit: 'orders a second',
          goal: GOALS.own,
          bars: [
            ...results.map(({ kind, perSecond }) => ({ label: `Sodai, ${SERVER_NAMES[kind]}`, value: perSecond })),
            { label: 'EverShop', value: 10, other: true },
            { label: 'Medusa', value: 0.9, other: true },
          ],
        },
        {
          title: '99 of 100 orders are placed within',
          unit: 'ms',
          goal: 300,
          bars: results.map(({ kind, p99 }) => ({ label: SERVER_NAMES[kind], value: p99 })),
        },
      ],
    },
    notes: [
      `${LOAD_MS / 1000} s after ${WARM_UP_MS / 1000} s of warming up; load generator, shop and database share the machine.`,
      'Every acknowledged order is on the disk. The own server has the settings of server/db/own-server.ts, the other one the defaults.',
      `With stock and delivery times: two shops in turn, orders of ${LINES} counted products each, ${rounded(without)} and ${rounded(inUse)} ms of the shop, its PostgreSQL and its mails for an order.`,
      `The last ${LAST_PIECES} pieces: ${CLIENTS} shoppers order one each at once, every other one cancels, and whoever is refused tries again; ${refused} were told that none is left.`,
      'The mails of the orders are sent, and new orders followed up, meanwhile.',
    ],
  };
}
