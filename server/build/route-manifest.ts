/** The framework's list of all routes and their scripts, which it writes for the browser. */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface RouteScripts {
  path?: string;
  index?: boolean;
  module: string;
  clientLoaderModule?: string;
  imports?: string[];
}

export interface RouteManifest {
  version: string;
  entry: { module: string; imports: string[] };
  /** By the routes' ids. */
  routes: Record<string, RouteScripts>;
}

const FILE = /^manifest-\w+\.js$/;
const ASSIGNMENT = 'window.__reactRouterManifest=';

export async function readRouteManifest(assets: string): Promise<{ file: string; manifest: RouteManifest }> {
  for (const name of await readdir(assets)) {
    if (!FILE.test(name)) continue;
    const file = join(assets, name);
    const text = await readFile(file, 'utf8');
    if (text.startsWith(ASSIGNMENT))
      return { file, manifest: JSON.parse(text.slice(ASSIGNMENT.length, text.lastIndexOf('}') + 1)) };
  }
  throw new Error('the build wrote no list of routes');
}

/** Takes the endpoints out of the list: a page never navigates to one, and they are a quarter of it. */
export async function removeEndpoints(assets: string): Promise<void> {
  const { file, manifest } = await readRouteManifest(assets);
  const screens = Object.entries(manifest.routes).filter(([id]) => !id.startsWith('api/'));
  await writeFile(file, `${ASSIGNMENT}${JSON.stringify({ ...manifest, routes: Object.fromEntries(screens) })};`);
}
