import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { type Encoding, finished, type Finished, type KeptPage } from './page-cache.ts';
import { sendFinished } from './finished.ts';
import type { Middleware } from './middleware.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
};

/**
 * The built files of `directory`, read into memory once, some 2 MB with their precompressed twins: a later build may take the
 * files away while pages that name them are still out there. Hashed names are good for a year, the others for an hour.
 */
export function staticFiles(directory: string): Middleware {
  const files = readFiles(directory);
  return (req, res, next) => {
    const file = req.method === 'GET' || req.method === 'HEAD' ? files.get(req.url?.split('?', 1)[0] ?? '') : undefined;
    if (file) sendFinished(req, res, file);
    else next();
  };
}

function readFiles(directory: string): Map<string, KeptPage> {
  const files = new Map<string, KeptPage>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const type = TYPES[extname(entry.name)];
    const name = `/${relative(directory, path).split(sep).join('/')}`;
    // Hidden files are nobody's: Vite's manifest lies in one such folder.
    if (entry.isFile() && type && !name.includes('/.')) files.set(name, finishFile(path, type));
  }
  return files;
}

function finishFile(path: string, type: string): KeptPage {
  const body = readFileSync(path);
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const cacheControl = path.includes(`${sep}assets${sep}`)
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=3600';
  const common = [
    ['Content-Type', type],
    ['Cache-Control', cacheControl],
    ['X-Content-Type-Options', 'nosniff'],
    ['Vary', 'Accept-Encoding'],
  ].flat();
  const identity = finished({ common, tag, encoding: 'identity', body });
  const twin = (encoding: Encoding, suffix: string): Finished =>
    existsSync(path + suffix) ? finished({ common, tag, encoding, body: readFileSync(path + suffix) }) : identity;
  return { status: 200, br: twin('br', '.br'), gzip: twin('gzip', '.gz'), identity: () => identity };
}
