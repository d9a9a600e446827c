/** A migrated, empty cluster for shops with a server of their own: created once, stored between test runs, copied for each shop. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../../server/db/connect.ts';
import { newDataDir } from './shop-process.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/migrated-database');
/** What creates it. */
const SOURCES = path.join(ROOT, 'server/db');

/** A temporary data directory with a migrated database, for a shop. Delete it with `removeData`. */
export async function newMigratedDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  await copyMigratedDatabase(dataDir);
  return dataDir;
}

/** Makes the data directory of a shop start with a migrated database. */
export async function copyMigratedDatabase(dataDir: string): Promise<void> {
  const home = path.join(CACHE, await version());
  if (!existsSync(home)) await create(home);
  await promisify(execFile)('cp', ['-a', path.join(home, 'postgres'), dataDir]);
}

async function create(home: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  // Another process may be creating it too: each has its own draft, and the first one is used.
  const draft = await mkdtemp(path.join(CACHE, 'draft-'));
  const database = await openDatabase({ dataDir: draft, databaseUrl: undefined });
  await database.close();
  await rename(draft, home).catch((error: unknown) => {
    if (!existsSync(home)) throw error;
  });
  await rm(draft, { recursive: true, force: true });
}

async function version(): Promise<string> {
  const names = await readdir(SOURCES, { recursive: true });
  const files = names.filter((name) => /(?<!\.test)\.(?:ts|sql)$/.test(name)).toSorted();
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(path.join(SOURCES, file)));
  return hash.digest('hex').slice(0, 16);
}
