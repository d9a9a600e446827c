/**
 * Shops for measuring: separate processes with their own data, deleted afterwards, with a PostgreSQL server of their
 * own or one of DATABASE_URL.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../test/support/postgres-server.ts';
import { freePort } from '../test/support/free-port.ts';
import { OPERATOR_TOKEN } from '../test/support/operator-client.ts';
import { newDataDir, openShopProcess, removeData, type ShopProcess } from '../test/support/shop-process.ts';

export const SERVERS = ['own', 'given'] as const;
export type ServerKind = (typeof SERVERS)[number];
export const SERVER_NAMES: Readonly<Record<ServerKind, string>> = { own: 'own server', given: 'DATABASE_URL' };

export interface MeasuredShop extends ShopProcess {
  port: number;
}

/** A shop's settings, for opening it again with the same data. */
export interface ShopData {
  dataDir: string;
  env: Record<string, string>;
  /** The parent of the processes of the server of DATABASE_URL; null where the shop starts its own, below itself. */
  postgresPid: number | null;
}

/** Runs `work` with data for shops: a folder, and a server that syncs to disk where it is given one. */
export async function withShopData<T>(kind: ServerKind, work: (data: ShopData) => Promise<T>): Promise<T> {
  const dataDir = await newDataDir();
  const server = kind === 'given' ? await startPostgres({ durable: true }) : undefined;
  try {
    const env: Record<string, string> = {
      LOG_LEVEL: 'info',
      DEMO: 'on',
      OPERATOR_TOKEN,
    };
    if (server)
      Object.assign(env, { DATABASE_URL: server.url, AUTH_SECRET: 'a secret of the benchmarks, long enough' });
    return await work({ dataDir, env, postgresPid: server?.pid ?? null });
  } finally {
    await server?.stop();
    await removeData(dataDir);
  }
}

/** Runs `work` with an open shop on the data. */
export async function withShop<T>(
  { dataDir, env }: ShopData,
  work: (shop: MeasuredShop) => Promise<T>,
  options: { entry?: string; env?: Record<string, string> } = {},
): Promise<T> {
  const port = await freePort();
  const { entry } = options;
  const settings = { ...env, ...options.env };
  const shop = await openShopProcess({ dataDir, port, env: settings, ...(entry ? { entry } : {}) });
  try {
    return await work({ ...shop, port });
  } finally {
    const late = setTimeout(() => void shop.kill(), 15_000);
    await shop.stop();
    clearTimeout(late);
  }
}

/** Runs `work` with several open shops on the same data, one after the other opened. */
export function withShops<T>(
  data: ShopData,
  count: number,
  work: (shops: readonly MeasuredShop[]) => Promise<T>,
  opened: readonly MeasuredShop[] = [],
): Promise<T> {
  if (opened.length === count) return work(opened);
  return withShop(data, (shop) => withShops(data, count, work, [...opened, shop]));
}

/** Linux's clock ticks in a second, as reported to programs. */
const TICKS = 100;

/** The processor time that a process has used so far, over all threads, in seconds. Linux only. */
export function busySeconds(pid: number): number {
  const [user = 0, system = 0] = processorTimes(pid);
  return user + system;
}

/** The same of a process and its descendants, also of those that have ended. */
export function busySecondsOfAll(pid: number): number {
  const own = processorTimes(pid).reduce((sum, seconds) => sum + seconds, 0);
  return childrenOf(pid).reduce((sum, child) => sum + busySecondsOfAll(child), own);
}

/**
 * The times of a process in programs and in the system, then those of its ended children, in seconds; none when it has
 * just ended.
 */
function processorTimes(pid: number): number[] {
  const stat = readProcess(pid, 'stat');
  // The fields come after the program's name, which may contain any characters.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map((ticks) => Number(ticks) / TICKS);
}

function childrenOf(pid: number): number[] {
  return (readProcess(pid, `task/${pid}/children`).match(/\d+/g) ?? []).map(Number);
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(path.join('/proc', String(pid), file), 'utf8');
  } catch {
    return '';
  }
}

/** The memory of a process and its descendants, in MiB; what they share counts once (PSS). Linux only. */
export function memoryOfAll(pid: number): number {
  const own = Number(/^Pss:\s+(\d+) kB/m.exec(readProcess(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;
  return childrenOf(pid).reduce((sum, child) => sum + memoryOfAll(child), own);
}

/** The resident memory of a process now and its maximum so far, in MiB. Linux only. */
export function memoryOf(pid: number): { now: number; max: number } {
  const status = readFileSync(path.join('/proc', String(pid), 'status'), 'utf8');
  const read = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: read('VmRSS'), max: read('VmHWM') };
}

/** Counts the maximum of a process's memory from now on. Linux only. */
export function forgetMemoryPeak(pid: number): void {
  // The kernel's code for VmHWM.
  writeFileSync(path.join('/proc', String(pid), 'clear_refs'), '5');
}
