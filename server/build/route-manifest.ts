/** The framework's list of all routes and their scripts, which it writes for the browser. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface RouteScripts {
  path?: string;
  index?: boolean;
  module: string;
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

export async function readRouteManifest(assets: string): Promise<RouteManifest> {
  for (const name of await readdir(assets)) {
    if (!FILE.test(name)) continue;
    const text = await readFile(join(assets, name), 'utf8');
    if (text.startsWith(ASSIGNMENT)) return JSON.parse(text.slice(ASSIGNMENT.length, text.lastIndexOf('}') + 1));
  }
  throw new Error('the build wrote no list of routes');
}
