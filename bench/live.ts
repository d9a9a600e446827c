/**
 * 5,000 open pages on one process: the memory of each connection, and the time until the last one is notified of a
 * change.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openConnection, requestBytes } from './connection.ts';
import { type Bench, median, quantile, rounded } from './report.ts';
import { memoryOf, type MeasuredShop, withShop, withShopData } from './shop.ts';

const CONNECTIONS = 5_000;
/** Connections that are opened in parallel, because a server's backlog is limited. */
const PARALLEL = 100;
const CHANGES = 10;
/** Longer than the minimum time between two notifications. */
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 30_000;
const EVENT = 'event: products';

export const bench: Bench = {
  name: 'live',
  about: 'memory and delay of 5,000 live connections',
  run: (show) =>
    withShopData('postgres', (data) =>
      withShop(data, async (shop) => {
        const before = memoryOf(shop.pid).now;
        const pages = await openPages(shop.port, (open) => show('connecting', open, CONNECTIONS));
        try {
          await delay(3_000);
          const after = memoryOf(shop.pid).now;
          const delays: number[][] = [];
          for (let change = 0; change < CHANGES; change += 1) {
            show('changes', change, CHANGES);
            delays.push(await measureChange(shop, pages, change));
            await delay(PAUSE_MS);
          }
          return reportOf({ before, after, max: memoryOf(shop.pid).max, delays });
        } finally {
          for (const { socket } of pages) socket.destroy();
        }
      }),
    ),
};

interface OpenPage {
  socket: Socket;
  /** Called at the next event. */
  onEvent: (() => void) | null;
}

async function openPages(port: number, show: (open: number) => void): Promise<OpenPage[]> {
  const pages: OpenPage[] = [];
  const request = requestBytes('/api/live', { headers: { Accept: 'text/event-stream' } });
  while (pages.length < CONNECTIONS) {
    show(pages.length);
    const count = Math.min(PARALLEL, CONNECTIONS - pages.length);
    pages.push(...(await Promise.all(Array.from({ length: count }, () => openPage(port, request)))));
  }
  return pages;
}

async function openPage(port: number, request: Buffer): Promise<OpenPage> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const page: OpenPage = { socket, onEvent: null };
  socket.write(request);
  const [first] = await once(socket, 'data');
  if (!String(first).startsWith('HTTP/1.1 200')) throw new Error(`a live connection is answered ${String(first)}`);
  socket.on('data', (chunk: Buffer) => {
    if (chunk.includes(EVENT)) page.onEvent?.();
  });
  socket.on('error', () => {});
  return page;
}

/** Changes a price as the operator does. Returns for each page the ms from the request to the notification. */
async function measureChange({ port }: MeasuredShop, pages: readonly OpenPage[], round: number): Promise<number[]> {
  const connection = await openConnection(port);
  const started = performance.now();
  const notified = pages.map(
    (page) =>
      new Promise<number>((resolve) => {
        page.onEvent = () => {
          page.onEvent = null;
          resolve(performance.now() - started);
        };
      }),
  );
  const answer = await connection.request(
    requestBytes('/api/operator/products/alu-potato', {
      method: 'PATCH',
      headers: { Authorization: 'Bearer token-of-the-benchmarks' },
      json: { price: 30 + round },
    }),
  );
  connection.close();
  if (answer.status !== 200) throw new Error(`the change is answered ${answer.status}: ${answer.body.toString()}`);
  const late = delay(TIMEOUT_MS, null, { ref: false });
  const times = await Promise.race([Promise.all(notified), late]);
  if (!times) throw new Error('not every page heard of the change');
  return times;
}

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
