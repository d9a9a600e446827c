import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import { type Language, localPath } from '../../base/language.ts';
import { OFFLINE_PATH, opensWithoutNetwork } from '../../base/public-pages.ts';
import { bundleScript } from './bundle-script.ts';

/** The framework's list of all routes and their scripts, which it writes for the browser. */
type RouteManifest = ServerBuild['assets'];
const ASSIGNMENT = 'window.__reactRouterManifest=';

/** Has the scripts of screens that open without a network, and a hash of the build, so that each other build is another service worker. */
export async function buildServiceWorker(language: Language, client: string, server: string): Promise<string> {
  const screens = await readRouteManifest(join(client, 'assets'));
  const scripts = [...neededScripts(screens)].toSorted();
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
      LANGUAGE: JSON.stringify(language),
      VERSION: JSON.stringify(screens.version),
    },
  });
}

function neededScripts({ entry, routes }: RouteManifest): Set<string> {
  const scripts = new Set([entry.module, ...entry.imports]);
  for (const [id, route] of Object.entries(routes)) {
    if (!route) continue;
    const { path, index, module, imports = [] } = route;
    const hasAddress = index === true || path !== undefined;
    const opens = hasAddress && opensWithoutNetwork(`/${path ?? ''}`.replaceAll(/:\w+/g, 'any'));
    if (id === 'root' || opens) for (const script of [module, ...imports]) scripts.add(script);
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
