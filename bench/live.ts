/** 5,000 open pages on one process: what each connection costs, and how long until the last of them hears of a change. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openConnection, requestBytes } from './connection.ts';
import { type Bench, median, quantile, rounded } from './report.ts';
import { memoryOf, type MeasuredShop, withShop, withShopData } from './shop.ts';

const CONNECTIONS = 5_000;
/** Sockets that are opened at a time: a server's backlog is not endless. */
const AT_ONCE = 100;
const CHANGES = 10;
/** Longer than the least time between two tellings. */
const PAUSE_MS = 1_000;
const PATIENCE_MS = 30_000;
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
          return reportOf({ before, after, most: memoryOf(shop.pid).most, delays });
        } finally {
          for (const { socket } of pages) socket.destroy();
        }
      }),
    ),
};

interface OpenPage {
  socket: Socket;
  /** Calls back at the next event. */
  hear: (() => void) | null;
}

async function openPages(port: number, show: (open: number) => void): Promise<OpenPage[]> {
  const pages: OpenPage[] = [];
  const request = requestBytes('/api/live', { headers: { Accept: 'text/event-stream' } });
  while (pages.length < CONNECTIONS) {
    show(pages.length);
    const count = Math.min(AT_ONCE, CONNECTIONS - pages.length);
    pages.push(...(await Promise.all(Array.from({ length: count }, () => openPage(port, request)))));
  }
  return pages;
}

async function openPage(port: number, request: Buffer): Promise<OpenPage> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const page: OpenPage = { socket, hear: null };
  socket.write(request);
  const [first] = await once(socket, 'data');
  if (!String(first).startsWith('HTTP/1.1 200')) throw new Error(`a live connection is answered ${String(first)}`);
  socket.on('data', (chunk: Buffer) => {
    if (chunk.includes(EVENT)) page.hear?.();
  });
  socket.on('error', () => {});
  return page;
}

/** Changes a price as the operator does; answers after how many ms each page heard of it, counted from the request. */
async function measureChange({ port }: MeasuredShop, pages: readonly OpenPage[], round: number): Promise<number[]> {
  const connection = await openConnection(port);
  const started = performance.now();
  const heard = pages.map(
    (page) =>
      new Promise<number>((resolve) => {
        page.hear = () => {
          page.hear = null;
          resolve(performance.now() - started);
        };
      }),
  );
  const answer = await connection.ask(
    requestBytes('/api/operator/products/alu-potato', {
      method: 'PATCH',
      headers: { Authorization: 'Bearer token-of-the-benchmarks' },
      json: { price: 30 + round },
    }),
  );
  connection.close();
  if (answer.status !== 200) throw new Error(`the change is answered ${answer.status}: ${answer.body.toString()}`);
  const late = delay(PATIENCE_MS, null, { ref: false });
  const times = await Promise.race([Promise.all(heard), late]);
  if (!times) throw new Error('not every page heard of the change');
  return times;
}

function reportOf(found: { before: number; after: number; most: number; delays: readonly number[][] }) {
  const { before, after, most, delays } = found;
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
        rows: [[rounded(before), rounded(after), rounded(most), rounded(perConnection)]],
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
