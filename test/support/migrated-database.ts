/**
 * A migrated, empty embedded database, created once and stored between test runs: creating one takes five seconds of two processors,
 * copying it some tenths.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pgliteDatabase } from '../../server/db/connect.ts';
import { openPGlite } from '../../server/db/pglite.ts';
import { newDataDir } from './shop-process.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/migrated-database');
/** What creates it. */
const SOURCES = path.join(ROOT, 'server/db');

interface MigratedDatabase {
  /** The data directory. */
  folder: string;
  /** The same as a tar, for databases in memory. */
  image: string;
}

/** A temporary data directory with a migrated database, for a shop. Delete it with `removeData`. */
export async function newMigratedDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  await copyMigratedDatabase(dataDir);
  return dataDir;
}

/** Makes the data directory of a shop start with a migrated database. */
export async function copyMigratedDatabase(dataDir: string): Promise<void> {
  const { folder } = await migratedDatabase();
  await cp(folder, path.join(dataDir, 'database'), { recursive: true });
}

/** The stored database; creates it when PGlite or the code that creates it has changed. */
export async function migratedDatabase(): Promise<MigratedDatabase> {
  const home = path.join(CACHE, await version());
  if (!existsSync(home)) await create(home);
  return { folder: path.join(home, 'database'), image: path.join(home, 'database.tar') };
}

async function create(home: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  // Another process may be creating it too: each has its own draft, and the first one is used.
  const draft = await mkdtemp(path.join(CACHE, 'draft-'));
  const { pglite } = await openPGlite(path.join(draft, 'database'));
  const database = await pgliteDatabase(pglite);
  const tar = await pglite.dumpDataDir('none');
  await writeFile(path.join(draft, 'database.tar'), Buffer.from(await tar.arrayBuffer()));
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
  hash.update(await readFile(path.join(ROOT, 'node_modules/@electric-sql/pglite/package.json')));
  for (const file of files) hash.update(await readFile(path.join(SOURCES, file)));
  return hash.digest('hex').slice(0, 16);
}
