import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadModes, type Mode, MODES } from '../../base/build-modes.ts';
import { LANGUAGES } from '../../base/language.ts';
import { serviceWorkerOf } from '../../base/page-copies.ts';
import type { PagesModules } from '../app.ts';
import { compressAssets } from './compress-assets.ts';
import { buildServiceWorker } from './service-worker.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUILD = join(ROOT, 'build');
const STAMP = join(BUILD, 'stamp');
/** server/pages.ts is built together with the pages, and so are its imports. */
const SOURCES = [
  '{app,messages,domain,base,server,public}/**/*.*',
  'package{,-lock}.json',
  '{vite,react-router}.config.ts',
];

export const CLIENT_DIRECTORY = join(ROOT, 'build/client');

/** `onlyWhenStale`: only when the sources changed since the last build. @throws when the build fails. */
export async function buildPages({ onlyWhenStale }: { onlyWhenStale: boolean }): Promise<void> {
  const stamp = await sourcesStamp();
  if (onlyWhenStale && (await isBuilt(stamp))) return;
  console.log('Building the pages (once, some 15 s) …');
  // In a folder of its own, so that a failed build changes nothing, and several shops can start at once.
  const directory = `${BUILD}-${process.pid}`;
  try {
    await buildInto(directory);
    await writeFile(join(directory, 'stamp'), stamp);
    await rm(BUILD, { recursive: true, force: true });
    await rename(directory, BUILD).catch(async (error: unknown) => {
      // Another shop has built the same in the meantime.
      if (!(await isBuilt(stamp))) throw error;
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function isBuilt(stamp: string): Promise<boolean> {
  return existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === stamp;
}

async function buildInto(directory: string): Promise<void> {
  const folderOf = (mode: Mode, part: 'client' | 'server'): string => join(directory, mode, part);
  await Promise.all(MODES.map((mode) => buildMode(mode, directory)));
  const client = join(directory, 'client');
  // Scripts that do not depend on the mode have the same name in all.
  for (const mode of MODES) await cp(folderOf(mode, 'client'), client, { recursive: true });
  for (const language of LANGUAGES) {
    const script = await buildServiceWorker(language, folderOf(language, 'client'), folderOf(language, 'server'));
    await writeFile(join(client, serviceWorkerOf(language)), script);
  }
  await compressAssets(client);
}

export async function importPages(): Promise<PagesModules> {
  return loadModes((mode) => import(pathToFileURL(join(BUILD, mode, 'server/index.js')).href));
}

async function buildMode(mode: Mode, directory: string): Promise<void> {
  const build = spawn(process.execPath, [join(ROOT, 'node_modules/.bin/react-router'), 'build', '--mode', mode], {
    cwd: ROOT,
    // Shoppers get React's production code, even when a development script builds.
    env: { ...process.env, NODE_ENV: 'production', SHOP_BUILD: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Some hundred lines, of use only when it fails.
  let output = '';
  for (const stream of [build.stdout, build.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [status] = await once(build, 'close');
  if (status === 0) return;
  console.error(output);
  throw new Error(`the build of ${mode} failed`);
}

async function sourcesStamp(): Promise<string> {
  const hash = createHash('sha256');
  const paths = await Array.fromAsync(glob(SOURCES, { cwd: ROOT, exclude: ['**/*.test.{ts,tsx}'] }));
  for (const path of paths.toSorted())
    hash
      .update(`${path}\0`)
      .update(await readFile(join(ROOT, path)))
      .update('\0');
  return hash.digest('hex');
}

if (import.meta.main) await buildPages({ onlyWhenStale: false });
