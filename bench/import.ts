/** How fast the operator's command line imports 100,000 products, and how much it slows down shoppers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createBrowsing } from './browsing.ts';
import { type LoadResult, runLoad } from './load.ts';
import { OPERATOR_TOKEN } from '../test/support/operator-client.ts';
import { generatedProducts } from './products.ts';
import { atMost, type Bench, rounded } from './report.ts';
import {
  forgetMemoryPeak,
  memoryOf,
  type MeasuredShop,
  SERVERS,
  SERVER_NAMES,
  type ServerKind,
  withShop,
  withShopData,
} from './shop.ts';

const ROWS = 100_000;
/** Shoppers during the import: their number, and their pause between two pages; about 150 pages a second. */
const SHOPPERS = 16;
const PAUSE_MS = 100;
const CALM_MS = 8_000;
const MAX_MS = 300_000;
/** Within which 99 of 100 pages are there during the import, in ms. */
const PAGE_MS = 150;
/** What the shop's process may take during the import, in MiB. */
const MEMORY_MIB = 600;

interface Result {
  kind: ServerKind;
  seconds: number;
  memory: { opening: number; before: number; max: number };
  baseline: LoadResult;
  during: LoadResult;
}

export const bench: Bench = {
  name: 'import',
  about: 'importing 100,000 products while shoppers browse',
  async run(show) {
    const results: Result[] = [];
    for (const [at, kind] of SERVERS.entries()) {
      show(SERVER_NAMES[kind], at, SERVERS.length);
      results.push(await withShopData(kind, (data) => withShop(data, (shop) => measureImport(kind, shop))));
    }
    return reportOf(results);
  },
};

async function measureImport(kind: ServerKind, shop: MeasuredShop): Promise<Result> {
  const { port, pid, url, dataDir } = shop;
  const file = path.join(dataDir, 'catalogue.csv');
  await writeFile(file, generatedProducts(ROWS));
  const browse = { port, connections: SHOPPERS, pauseMs: PAUSE_MS, expect: [200] };
  const baseline = await runLoad({ ...browse, next: createBrowsing(1), ms: CALM_MS });
  const { now: before, max: opening } = memoryOf(pid);
  forgetMemoryPeak(pid);
  const done = new AbortController();
  const started = performance.now();
  const browsing = runLoad({ ...browse, next: createBrowsing(2), ms: MAX_MS, signal: done.signal });
  await importFile(file, { SHOP_URL: url, OPERATOR_TOKEN });
  const seconds = (performance.now() - started) / 1000;
  await delay(500);
  done.abort();
  return { kind, seconds, memory: { opening, before, max: memoryOf(pid).max }, baseline, during: await browsing };
}

/** `npm run shop -- products import FILE`, without npm. */
async function importFile(file: string, env: Record<string, string>): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'cli/shop.ts', 'products', 'import', file],
    {
      cwd: path.join(import.meta.dirname, '..'),
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`the import ended with status ${status}`);
}

function rowOf(database: string, when: string, load: LoadResult): (string | number)[] {
  const { answers, p50, p95, p99, longest, unexpected } = load;
  const failed = Object.values(unexpected).reduce((all, one) => all + one, 0);
  return [database, when, answers, ...[p50, p95, p99, longest].map(rounded), failed];
}

function reportOf(results: readonly Result[]) {
  const rate = ({ seconds }: Result): number => ROWS / seconds;
  return {
    title: `Importing ${ROWS.toLocaleString('en')} products into an open shop`,
    goals: results.flatMap(({ kind, during, memory }) => [
      atMost(`${SERVER_NAMES[kind]}, pages meanwhile, p99`, during.p99, PAGE_MS, 'ms'),
      atMost(`${SERVER_NAMES[kind]}, memory meanwhile, at most`, memory.max, MEMORY_MIB, 'MiB'),
    ]),
    tables: [
      {
        title: 'The import, by the operator’s command line',
        columns: ['server', 's', 'rows/s', 'memory when opening, at most, MiB', 'before, MiB', 'at most, MiB'],
        rows: results.map((one) => [
          SERVER_NAMES[one.kind],
          ...[one.seconds, rate(one), one.memory.opening, one.memory.before, one.memory.max].map(rounded),
        ]),
      },
      {
        title: `Pages meanwhile, ${SHOPPERS} shoppers`,
        columns: ['server', 'when', 'pages', 'p50, ms', 'p95, ms', 'p99, ms', 'longest, ms', 'failed'],
        rows: results.flatMap(({ kind, baseline, during }) => [
          rowOf(SERVER_NAMES[kind], 'before', baseline),
          rowOf(SERVER_NAMES[kind], 'meanwhile', during),
        ]),
      },
    ],
    plot: {
      panels: [
        {
          title: 'Products imported',
          unit: 'rows a second',
          bars: results.map((one) => ({ label: SERVER_NAMES[one.kind], value: rate(one) })),
        },
        {
          title: '99 of 100 pages are there within',
          unit: 'ms',
          bars: results.flatMap(({ kind, baseline, during }) => [
            { label: `${SERVER_NAMES[kind]}, before`, value: baseline.p99, other: true },
            { label: `${SERVER_NAMES[kind]}, meanwhile`, value: during.p99 },
          ]),
        },
        {
          title: 'Memory at most meanwhile',
          unit: 'MiB, the shop’s process',
          bars: results.map(({ kind, memory }) => ({ label: SERVER_NAMES[kind], value: memory.max })),
        },
      ],
    },
    notes: [
      'From the start of the command line to its end: reading the file, checking, sending, storing, telling open pages.',
      'One in five pages is a search or a listing further down, which nobody asked for before.',
    ],
  };
}
