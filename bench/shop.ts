/** Shops to be measured: processes of their own with data of their own, on either database, gone afterwards. */
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

/** A shop's settings, so that it can be opened again on the same data. */
export interface ShopData {
  dataDir: string;
  env: Record<string, string>;
}

/** Runs `work` with data for shops: a folder, and for PostgreSQL a server that syncs as it should. */
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

/** Clock ticks of Linux in a second, as it tells them to programs. */
const TICKS = 100;

/** The seconds that a process has kept processors busy so far, all its threads together. Linux only. */
export function busySeconds(pid: number): number {
  const stat = readFileSync(path.join('/proc', String(pid), 'stat'), 'utf8');
  // The fields stand behind the program's name, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** The bytes of a process in memory now and at most so far, in MiB; Linux tells both. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(path.join('/proc', String(pid), 'status'), 'utf8');
  const read = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: read('VmRSS'), most: read('VmHWM') };
}
