import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, localPath } from '../../shared/language.ts';
import { OFFLINE_PATH, opensWithoutNetwork } from '../../shared/public-pages.ts';
import { bundleScript } from './bundle-script.ts';
import { readRouteManifest, type RouteManifest, type RouteScripts } from './route-manifest.ts';

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
    PRECACHED: JSON.stringify(precached),
    LANGUAGE: JSON.stringify(language),
    VERSION: JSON.stringify(screens.version),
  });
}

function neededScripts({ entry, routes }: RouteManifest): Set<string> {
  const scripts = new Set([entry.module, ...entry.imports]);
  for (const [id, route] of Object.entries(routes)) {
    if (id !== 'root' && !opens(route)) continue;
    for (const script of [route.module, ...(route.imports ?? [])]) scripts.add(script);
  }
  return scripts;
}

function opens({ path, index }: RouteScripts): boolean {
  return index === true || path !== undefined
    ? opensWithoutNetwork(`/${path ?? ''}`.replaceAll(/:\w+/g, 'any'))
    : false;
}
