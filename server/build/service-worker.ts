import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, localPath } from '../../domain/language.ts';
import { OFFLINE_PATH, opensWithoutNetwork } from '../../domain/public-pages.ts';
import { bundleScript } from './bundle-script.ts';
import { readRouteManifest, type RouteManifest, type RouteScripts } from './route-manifest.ts';

/** The scripts that a page without a network loads late, which the framework's list does not have. */
const LATE = /^copy-note-.*\.js$/;

/** Has the scripts of screens that open without a network, and a hash of the build, so that each other build is another service worker. */
export async function buildServiceWorker(language: Language, client: string, server: string): Promise<string> {
  const names = await readdir(join(client, 'assets'));
  const { manifest: screens } = await readRouteManifest(join(client, 'assets'));
  const late = await withImports(
    join(client, 'assets'),
    names.filter((name) => LATE.test(name)),
  );
  if (late.size === 0) throw new Error('the build wrote no script that is loaded late');
  const scripts = [...new Set([...neededScripts(screens), ...[...late].map((name) => `/assets/${name}`)])].toSorted();
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

async function withImports(assets: string, names: readonly string[]): Promise<Set<string>> {
  const all = new Set(names);
  for (const name of all)
    for (const [, imported = ''] of (await readFile(join(assets, name), 'utf8')).matchAll(/\bfrom"\.\/([^"]+)"/g))
      all.add(imported);
  return all;
}

function neededScripts({ entry, routes }: RouteManifest): Set<string> {
  const scripts = new Set([entry.module, ...entry.imports]);
  for (const [id, route] of Object.entries(routes)) {
    if (id !== 'root' && !opens(route)) continue;
    for (const script of [route.module, route.clientLoaderModule, ...(route.imports ?? [])])
      if (script) scripts.add(script);
  }
  return scripts;
}

function opens({ path, index }: RouteScripts): boolean {
  return index === true || path !== undefined
    ? opensWithoutNetwork(`/${path ?? ''}`.replaceAll(/:\w+/g, 'any'))
    : false;
}
