/** Shops for measuring: separate processes with their own data, on either database, deleted afterwards. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../test/support/postgres-server.ts';
import { freePort } from '../test/support/free-port.ts';
import { newDataDir, openShopProcess, removeData, type ShopProcess } from '../test/support/shop-process.ts';

export type DatabaseKind = 'pglite' | 'postgres';
export const DATABASE_NAMES: Readonly<Record<DatabaseKind, string>> = { pglite: 'embedded', postgres: 'PostgreSQL' };

export interface MeasuredShop extends ShopProcess {
  port: number;
}

/** A shop's settings, for opening it again with the same data. */
export interface ShopData {
  dataDir: string;
  env: Record<string, string>;
}

/** Runs `work` with data for shops: a folder, and for PostgreSQL a server that syncs to disk. */
export async function withShopData<T>(kind: DatabaseKind, work: (data: ShopData) => Promise<T>): Promise<T> {
  const dataDir = await newDataDir();
  const server = kind === 'postgres' ? await startPostgres({ durable: true }) : undefined;
  try {
    const env: Record<string, string> = {
      LOG_LEVEL: 'info',
      DEMO: 'on',
      OPERATOR_TOKEN: 'token-of-the-benchmarks-long-enough',
    };
    if (server)
      Object.assign(env, { DATABASE_URL: server.url, AUTH_SECRET: 'a secret of the benchmarks, long enough' });
    return await work({ dataDir, env });
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

/** Linux's clock ticks in a second, as reported to programs. */
const TICKS = 100;

/** The processor time that a process has used so far, over all threads, in seconds. Linux only. */
export function busySeconds(pid: number): number {
  const stat = readFileSync(path.join('/proc', String(pid), 'stat'), 'utf8');
  // The fields come after the program's name, which may contain any characters.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** The resident memory of a process now and its maximum so far, in MiB. Linux only. */
export function memoryOf(pid: number): { now: number; max: number } {
  const status = readFileSync(path.join('/proc', String(pid), 'status'), 'utf8');
  const read = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: read('VmRSS'), max: read('VmHWM') };
}
