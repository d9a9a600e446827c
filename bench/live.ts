/**
 * 5,000 open pages on one process: the memory of each connection, and the time until the last one is notified of a
 * change.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { measureChange, openPages } from './open-pages.ts';
import { type Bench, median, quantile, rounded } from './report.ts';
import { memoryOf, withShop, withShopData } from './shop.ts';

const CONNECTIONS = 5_000;
const CHANGES = 10;
/** Longer than the minimum time between two notifications. */
const PAUSE_MS = 1_000;

export const bench: Bench = {
  name: 'live',
  about: 'memory and delay of 5,000 live connections',
  run: (show) =>
    withShopData('given', (data) =>
      withShop(data, async (shop) => {
        const before = memoryOf(shop.pid).now;
        const pages = await openPages(shop.port, CONNECTIONS, (open) => show('connecting', open, CONNECTIONS));
        try {
          await delay(3_000);
          const after = memoryOf(shop.pid).now;
          const delays: number[][] = [];
          for (let change = 0; change < CHANGES; change += 1) {
            show('changes', change, CHANGES);
            delays.push(await measureChange(shop.port, pages, change));
            await delay(PAUSE_MS);
          }
          return reportOf({ before, after, max: memoryOf(shop.pid).max, delays });
        } finally {
          for (const { socket } of pages) socket.destroy();
        }
      }),
    ),
};

function reportOf(found: { before: number; after: number; max: number; delays: readonly number[][] }) {
  const { before, after, max, delays } = found;
  const perConnection = ((after - before) * 1024) / CONNECTIONS;
  const last = delays.map((times) => Math.max(...times));
  const first = delays.map((times) => Math.min(...times));
  const all = delays.flat();
  return {
    title: `${CONNECTIONS.toLocaleString('en')} live connections to one process`,
    goals: [],
    tables: [
      {
        title: 'Memory of the shop, MiB',
        columns: ['before', 'connected', 'most', 'a connection, KiB'],
        rows: [[rounded(before), rounded(after), rounded(max), rounded(perConnection)]],
      },
      {
        title: `From the operator's request until a page hears of the change, ms (${CHANGES} changes)`,
        columns: ['first page', 'half of them', '95 of 100', 'last page', 'last page, worst change'],
        rows: [[median(first), quantile(all, 0.5), quantile(all, 0.95), median(last), Math.max(...last)].map(rounded)],
      },
    ],
    plot: {
      panels: [
        { title: 'Memory of one live connection', unit: 'KiB', bars: [{ label: 'Sodai', value: perConnection }] },
        {
          title: 'Until pages hear of a change',
          unit: 'ms from the operator’s request',
          bars: [
            { label: 'the first page', value: median(first) },
            { label: 'half of them', value: quantile(all, 0.5) },
            { label: 'the last page', value: median(last) },
            { label: 'the last, worst change', value: Math.max(...last) },
          ],
        },
      ],
    },
    notes: [
      'PostgreSQL; the clients’ end of every connection runs on the same two cores, in the measuring process.',
      'Memory is what the operating system counts for the process (VmRSS), 3 s after the last connection.',
    ],
  };
}
