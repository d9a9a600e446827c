/** How long a built shop with data takes to open, and its memory when idle and after 30 s of load. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';
import { createBrowsing } from './browsing.ts';
import { loadOnce } from './page-load.ts';
import { runLoad } from './load.ts';
import { atMost, type Bench, median } from './report.ts';
import {
  memoryOf,
  memoryOfAll,
  SERVERS,
  SERVER_NAMES,
  type ServerKind,
  type ShopData,
  withShop,
  withShopData,
} from './shop.ts';

const ROOT = path.join(import.meta.dirname, '..');
const STARTS = 7;
const POLL_MS = 5;
const TIMEOUT_MS = 30_000;
const REST_MS = 10_000;
const LOAD_MS = 30_000;

/** Memory after a load, in MiB, and the pages a second. */
interface LoadMeasurement {
  memory: number;
  perSecond: number;
}

/** The share of pages that are not in the cache. */
const UNCACHED_SHARE = 0.2;

interface Result {
  kind: ServerKind;
  /** From the command to the first 200, in ms. */
  npm: number[];
  node: number[];
  rest: number;
  /** The same with the processes of a server of the shop's own, counted as PSS. */
  restOfAll: number;
  /**
   * From the command in an empty folder to the first page: with creating the database and the demo catalogue, in ms.
   */
  first: number;
  finished: LoadMeasurement;
  mixed: LoadMeasurement;
}

export const bench: Bench = {
  name: 'start',
  about: 'from the command to the first page; memory',
  async run(show) {
    const found: Result[] = [];
    let done = 0;
    const step = (label: string): void => show(label, done++, SERVERS.length * (2 * STARTS + 4));
    for (const kind of SERVERS) {
      found.push(
        await withShopData(kind, async (data) => {
          step(`${SERVER_NAMES[kind]}: first start`);
          const first = await timeStart(data, ['npm', 'start']);
          const npm: number[] = [];
          const node: number[] = [];
          for (let start = 0; start < STARTS; start += 1) {
            step(`${SERVER_NAMES[kind]}: starting`);
            npm.push(await timeStart(data, ['npm', 'start']));
            step(`${SERVER_NAMES[kind]}: starting`);
            node.push(await timeStart(data, [process.execPath, 'server/start.ts']));
          }
          step(`${SERVER_NAMES[kind]}: memory`);
          return { kind, first, npm, node, ...(await measureMemory(data, () => step(`${SERVER_NAMES[kind]}: load`))) };
        }),
      );
    }
    return reportOf(found);
  },
};

/** Starts the shop as an operator does, waits for the first page, closes it. */
async function timeStart({ dataDir, env }: ShopData, [command = '', ...args]: readonly string[]): Promise<number> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH, HOME, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    // Its own process group, so that npm and its child processes are ended together.
    detached: true,
  });
  const closed = once(child, 'close');
  try {
    while (!(await isReady(port))) {
      if (performance.now() - started > TIMEOUT_MS) throw new Error(`${command} does not open the shop`);
      await delay(POLL_MS);
    }
    return performance.now() - started;
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await closed;
    while (await isTaken(port)) await delay(POLL_MS);
  }
}

async function isReady(port: number): Promise<boolean> {
  return loadOnce(port, '/').then(
    () => true,
    () => false,
  );
}

async function isTaken(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  const taken = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return taken;
}

async function measureMemory(data: ShopData, onLoad: () => void) {
  return withShop(data, async ({ port, pid }) => {
    await loadOnce(port, '/');
    await delay(REST_MS);
    const rest = memoryOf(pid).now;
    const restOfAll = memoryOfAll(pid);
    const load = async (deep: number): Promise<LoadMeasurement> => {
      onLoad();
      const { perSecond, unexpected } = await runLoad({ port, ms: LOAD_MS, next: createBrowsing(1, deep) });
      if (Object.keys(unexpected).length > 0) throw new Error(`pages are refused: ${JSON.stringify(unexpected)}`);
      return { memory: memoryOf(pid).now, perSecond };
    };
    const finished = await load(0);
    return { rest, restOfAll, finished, mixed: await load(UNCACHED_SHARE) };
  });
}

function reportOf(found: readonly Result[]) {
  const of = (kind: ServerKind): Result => {
    const one = found.find((each) => each.kind === kind);
    if (!one) throw new Error(`${kind} was not measured`);
    return one;
  };
  const own = of('own');
  return {
    title: 'Opening a built shop with data, and its memory',
    goals: [
      atMost('command to first page, own server', median(own.npm), 1_500, 'ms'),
      atMost('command to first page of a new shop, own server', own.first, 6_000, 'ms'),
      atMost('memory at rest, shop and own server', own.restOfAll, 190, 'MiB'),
      atMost('memory of the shop after 30 s of load', own.finished.memory, 260, 'MiB'),
      atMost('memory of the shop after 30 s with every fifth page new', own.mixed.memory, 260, 'MiB'),
    ],
    tables: [
      {
        title: `From the command to the first 200 of the home page, ms (middle and slowest of ${STARTS})`,
        columns: ['server', 'new shop', 'npm start', 'slowest', 'node server/start.ts', 'slowest'],
        rows: found.map(({ kind, first, npm, node }) => [
          SERVER_NAMES[kind],
          ...[first, median(npm), Math.max(...npm), median(node), Math.max(...node)].map(Math.round),
        ]),
      },
      {
        title: 'Memory of the shop’s process, MiB',
        columns: [
          'server',
          'at rest',
          'with its server (PSS)',
          'after finished pages',
          'pages/s',
          'after mixed pages',
          'pages/s',
        ],
        rows: found.map(({ kind, rest, restOfAll, finished, mixed }) => [
          SERVER_NAMES[kind],
          ...[rest, restOfAll, finished.memory, finished.perSecond, mixed.memory, mixed.perSecond].map(Math.round),
        ]),
      },
    ],
    plot: {
      panels: [
        {
          title: 'npm start to the first page',
          unit: 'ms',
          bars: found.map(({ kind, npm }) => ({ label: SERVER_NAMES[kind], value: median(npm) })),
        },
        {
          title: 'Memory at rest',
          unit: 'MiB',
          goal: 140,
          bars: [
            ...found.map(({ kind, rest }) => ({ label: `Sodai, ${SERVER_NAMES[kind]}`, value: rest })),
            { label: 'NextFaster', value: 108, other: true },
            { label: 'EverShop', value: 524, other: true },
            { label: 'Medusa with its storefront', value: 546, other: true },
          ],
        },
        {
          title: 'Memory after 30 s of load',
          unit: 'MiB',
          goal: 260,
          bars: [
            ...found.flatMap(({ kind, finished, mixed }) => [
              { label: `${SERVER_NAMES[kind]}, finished pages`, value: finished.memory },
              { label: `${SERVER_NAMES[kind]}, mixed pages`, value: mixed.memory },
            ]),
            { label: 'NextFaster', value: 482, other: true },
            { label: 'EverShop', value: 866, other: true },
            { label: 'Medusa with its storefront', value: 1_312, other: true },
          ],
        },
      ],
    },
    notes: [
      `At rest: ${REST_MS / 1000} s after the first page. Then ${LOAD_MS / 1000} s of 64 connections asking for home and listings, as the others were asked, then ${LOAD_MS / 1000} s more in which every fifth page is a search or further down a listing, and rendered anew.`,
      'Memory is what the operating system counts for the process (VmRSS). A server of the shop’s own is counted only where that is said.',
    ],
  };
}
