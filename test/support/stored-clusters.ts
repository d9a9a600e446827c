/** Clusters of PostgreSQL that are created once, stored between test runs, and copied for each server. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.join(import.meta.dirname, '../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/clusters');
/** What a migrated cluster is made of. */
const SOURCES = path.join(ROOT, 'server/db');

/**
 * Puts the folder `postgres` that `create` makes in a draft, now or in an earlier run, into `target`. `name` says of
 * which programs it is.
 */
export async function copyStored(
  name: string,
  target: string,
  create: (draft: string) => Promise<void>,
): Promise<void> {
  // Its files belong to whoever created it.
  const stored = path.join(CACHE, [name, process.getuid?.() ?? 'any', await version()].join('-'));
  if (!existsSync(stored)) await store(stored, create);
  await copyCluster(stored, target);
}

/** Its folder `postgres`, with owners and modes. */
export async function copyCluster(from: string, target: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', path.join(from, 'postgres'), target]);
}

async function store(stored: string, create: (draft: string) => Promise<void>): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  // Another process may be creating it too: each has its own draft, and the first one is used.
  const draft = await mkdtemp(path.join(CACHE, 'draft-'));
  await create(draft);
  await rename(draft, stored).catch((error: unknown) => {
    if (!existsSync(stored)) throw error;
  });
  await rm(draft, { recursive: true, force: true });
}

let known: Promise<string> | undefined;

function version(): Promise<string> {
  known ??= sourcesVersion();
  return known;
}

async function sourcesVersion(): Promise<string> {
  const names = await readdir(SOURCES, { recursive: true });
  const files = names.filter((name) => /(?<!\.test)\.(?:ts|sql)$/.test(name)).toSorted();
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(path.join(SOURCES, file)));
  return hash.digest('hex').slice(0, 16);
}
