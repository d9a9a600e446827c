import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const STAMP = join(ROOT, 'build/stamp');
const SOURCES = [
  'app',
  'domain',
  // server/app.ts is built together with the pages, and so are its imports.
  'server',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
];

/** The built server's entry. */
export const SERVER_ENTRY = join(ROOT, 'build/server/index.js');
/** The folder of the built browser files. */
export const CLIENT_DIRECTORY = join(ROOT, 'build/client');

/**
 * Builds the pages. With `onlyWhenStale`, only when the sources changed since the last build.
 * @throws when the build fails.
 */
export async function buildPages({ onlyWhenStale }: { onlyWhenStale: boolean }): Promise<void> {
  const stamp = await sourcesStamp();
  if (onlyWhenStale && existsSync(SERVER_ENTRY) && existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === stamp)
    return;
  const build = spawn(process.execPath, [join(ROOT, 'node_modules/.bin/react-router'), 'build'], {
    cwd: ROOT,
    // Shoppers get React's production code, even when a development script builds.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = await once(build, 'exit');
  if (status !== 0) throw new Error('the build failed');
  await writeFile(STAMP, stamp);
}

/** A hash of the names and contents of all sources of a build. */
async function sourcesStamp(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const path of await filesOf(source))
      hash
        .update(path)
        .update('\0')
        .update(await readFile(join(ROOT, path)))
        .update('\0');
  }
  return hash.digest('hex');
}

async function filesOf(source: string): Promise<string[]> {
  const path = join(ROOT, source);
  if (!existsSync(path)) return [];
  try {
    const names = await readdir(path, { recursive: true, withFileTypes: true });
    return names
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
      .toSorted();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [source];
    throw error;
  }
}

if (import.meta.main) await buildPages({ onlyWhenStale: false });
