import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, localPath } from '../../domain/language.ts';
import { OFFLINE_PATH, opensWithoutNetwork } from '../../domain/public-pages.ts';
import { bundleScript } from './bundle-script.ts';

interface ScreenScript {
  path?: string;
  index?: boolean;
  module: string;
  clientLoaderModule?: string;
  imports?: string[];
}

/** The framework's list of the scripts of all screens, as it writes it for the browser. */
interface ScreenScripts {
  version: string;
  entry: { module: string; imports: string[] };
  routes: Record<string, ScreenScript>;
}

const MANIFEST = /^manifest-\w+\.js$/;
/** The scripts that every page loads late, which the framework's list does not have. */
const LATE = /^offline-support-.*\.js$/;
const ASSIGNMENT = 'window.__reactRouterManifest=';

/**
 * The service worker of a language's pages, from its built `client` and `server` folders. It contains the names of the scripts of those screens that open
 * without a network, and a hash of the build: every other build is another service worker, which stores the scripts and the offline
 * screen anew.
 */
export async function buildServiceWorker(language: Language, client: string, server: string): Promise<string> {
  const names = await readdir(join(client, 'assets'));
  const screens = await readScreenScripts(join(client, 'assets'), names);
  const late = names.filter((name) => LATE.test(name)).map((name) => `/assets/${name}`);
  if (late.length === 0) throw new Error('the build wrote no script that is loaded late');
  const scripts = [...neededScripts(screens), ...late].toSorted();
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
    PRECACHED: JSON.stringify(precached),
    LANGUAGE: JSON.stringify(language),
    VERSION: JSON.stringify(screens.version),
  });
}

function neededScripts({ entry, routes }: ScreenScripts): Set<string> {
  const scripts = new Set([entry.module, ...entry.imports]);
  for (const [id, route] of Object.entries(routes)) {
    if (id !== 'root' && !opens(route)) continue;
    for (const script of [route.module, route.clientLoaderModule, ...(route.imports ?? [])])
      if (script) scripts.add(script);
  }
  return scripts;
}

function opens({ path, index }: ScreenScript): boolean {
  return index === true || path !== undefined
    ? opensWithoutNetwork(`/${path ?? ''}`.replaceAll(/:\w+/g, 'any'))
    : false;
}

async function readScreenScripts(assets: string, names: readonly string[]): Promise<ScreenScripts> {
  for (const name of names) {
    if (!MANIFEST.test(name)) continue;
    const text = await readFile(join(assets, name), 'utf8');
    if (text.startsWith(ASSIGNMENT)) return JSON.parse(text.slice(ASSIGNMENT.length, text.lastIndexOf('}') + 1));
  }
  throw new Error('the build wrote no list of scripts');
}
