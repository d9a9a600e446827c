import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, glob, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ServerBuild } from 'react-router';
import { consoleMode, loadModes, type Mode, MODES } from '../../base/build-modes.ts';
import { consoleWorkerOf } from '../../base/console-path.ts';
import { type Language, LANGUAGES, localPath } from '../../base/language.ts';
import { serviceWorkerOf, OFFLINE_PATH, opensWithoutNetwork } from '../../base/page-copies.ts';
import { TEXTS } from '../../messages/texts.ts';
import type { PagesModules } from '../app.ts';
import { bundleScript } from './vite-plugins.ts';

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

/**
 * Builds the pages when their sources have changed since the last build: in a process of its own, because the memory that
 * it takes would stay with the shop. @throws when the build fails.
 */
export async function buildWhenStale(): Promise<void> {
  if (await isBuilt(await sourcesStamp())) return;
  const build = spawn(process.execPath, [import.meta.filename], { stdio: 'inherit' });
  const end = (): boolean => build.kill();
  process.once('exit', end);
  const [status] = await once(build, 'close');
  process.off('exit', end);
  if (status !== 0) throw new Error('the build of the pages failed');
}

async function build(): Promise<void> {
  console.log('Building the pages (once, some 15 s) …');
  const stamp = await sourcesStamp();
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
    const ofConsole = await buildConsoleWorker(folderOf(consoleMode(language), 'client'));
    await writeFile(join(client, consoleWorkerOf(language)), ofConsole);
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

/** The framework's list of all routes and their scripts, which it writes for the browser. */
type RouteManifest = ServerBuild['assets'];
const ASSIGNMENT = 'window.__reactRouterManifest=';

const offlineTexts = Object.fromEntries(
  LANGUAGES.map((language) => [language, [TEXTS[language].YOU_ARE_OFFLINE, TEXTS[language].OPENS_WITH_CONNECTION]]),
);

/** Builds the service worker with the scripts of screens that open without a network, and a hash of the build. */
async function buildServiceWorker(language: Language, client: string, server: string): Promise<string> {
  const screens = await readRouteManifest(join(client, 'assets'));
  const scripts = [...neededScripts(screens, opensOffline)].toSorted();
  const revision = createHash('sha256')
    .update(scripts.join())
    .update(await readFile(join(server, 'index.js')))
    .digest('hex')
    .slice(0, 16);
  const precached = [
    ...scripts.map((url) => ({ url, revision: null })),
    { url: localPath(language, OFFLINE_PATH), revision },
  ];
  return bundleScript('app/service-worker.ts', {
    define: {
      PRECACHED: JSON.stringify(precached),
      OFFLINE_TEXTS: JSON.stringify(offlineTexts),
      LANGUAGE: JSON.stringify(language),
      VERSION: JSON.stringify(screens.version),
    },
  });
}

/** The same for the console, with the scripts of a rider's round. */
async function buildConsoleWorker(client: string): Promise<string> {
  const screens = await readRouteManifest(join(client, 'assets'));
  const scripts = neededScripts(screens, ({ id }) => ['shell/signed-in', 'round/round'].includes(id));
  const precached = [...scripts].toSorted().map((url) => ({ url, revision: null }));
  return bundleScript('app/console/service-worker.ts', {
    define: { PRECACHED: JSON.stringify(precached), VERSION: JSON.stringify(screens.version) },
  });
}

type Route = NonNullable<RouteManifest['routes'][string]>;

function opensOffline({ path, index }: Route): boolean {
  const hasAddress = index === true || path !== undefined;
  return hasAddress && opensWithoutNetwork(`/${path ?? ''}`.replaceAll(/:\w+/g, 'any'));
}

function neededScripts({ url, entry, routes }: RouteManifest, isNeeded: (route: Route) => boolean): Set<string> {
  const scripts = new Set([url, entry.module, ...entry.imports]);
  for (const route of Object.values(routes)) {
    if (!route || (route.id !== 'root' && !isNeeded(route))) continue;
    for (const script of [route.module, ...(route.imports ?? [])]) scripts.add(script);
  }
  return scripts;
}

async function readRouteManifest(assets: string): Promise<RouteManifest> {
  for (const name of await readdir(assets)) {
    if (!/^manifest-\w+\.js$/.test(name)) continue;
    const text = await readFile(join(assets, name), 'utf8');
    if (text.startsWith(ASSIGNMENT)) return JSON.parse(text.slice(ASSIGNMENT.length, text.lastIndexOf('}') + 1));
  }
  throw new Error('the build wrote no list of routes');
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes a `.br` and a `.gz` file beside every text file, as small as possible, for static-files.ts. */
export async function compressAssets(directory: string): Promise<void> {
  const names = await Array.fromAsync(glob('**/*.{css,js,json,svg,txt,webmanifest,xml}', { cwd: directory }));
  await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      const bytes = await readFile(path);
      const params = {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      await writeFile(`${path}.br`, await brotli(bytes, { params }));
      await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }));
    }),
  );
}

if (import.meta.main) await build();
