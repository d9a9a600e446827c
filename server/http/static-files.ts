import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { LANGUAGES } from '../../base/language.ts';
import { serviceWorkerOf } from '../../base/page-copies.ts';
import { type Encoding, cachedResponse, type CachedResponse, type EncodedPage } from './page-cache.ts';
import { sendCachedResponse } from './cached-response.ts';
import type { Middleware } from './middleware.ts';
import { POLICY, policyWith } from './security-headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
};

/** The service workers. Browsers look for new ones at every visit. Their own policy allows their requests. */
const WORKERS = LANGUAGES.map(serviceWorkerOf);

/** From memory, some 2 MB: a later build may delete files that open pages still request. Browsers may cache hashed names for a year. */
export function staticFiles(directory: string): Middleware {
  const files = readFiles(directory);
  return (req, res, next) => {
    const file = req.method === 'GET' || req.method === 'HEAD' ? files.get(req.url?.split('?', 1)[0] ?? '') : undefined;
    if (file) sendCachedResponse(req, res, file);
    else next();
  };
}

function readFiles(directory: string): Map<string, EncodedPage> {
  const files = new Map<string, EncodedPage>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const type = TYPES[extname(entry.name)];
    const name = `/${relative(directory, path).split(sep).join('/')}`;
    // Hidden files are not served. Vite writes its manifest into a hidden folder.
    if (entry.isFile() && type && !name.includes('/.')) files.set(name, finishFile(path, type));
  }
  return files;
}

function finishFile(path: string, type: string): EncodedPage {
  const body = readFileSync(path);
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const isWorker = WORKERS.some((name) => path.endsWith(name.replace('/', sep)));
  const cacheControl = path.includes(`${sep}assets${sep}`)
    ? 'public, max-age=31536000, immutable'
    : isWorker
      ? 'no-cache'
      : 'public, max-age=3600';
  const common = [
    ['Content-Type', type],
    ['Cache-Control', cacheControl],
    ['X-Content-Type-Options', 'nosniff'],
    ['Vary', 'Accept-Encoding'],
    ...(isWorker ? [[POLICY, policyWith("connect-src 'self'")]] : []),
  ].flat();
  const identity = cachedResponse({ common, tag, encoding: 'identity', body });
  const twin = (encoding: Encoding, suffix: string): CachedResponse =>
    existsSync(path + suffix) ? cachedResponse({ common, tag, encoding, body: readFileSync(path + suffix) }) : identity;
  return { status: 200, br: twin('br', '.br'), gzip: twin('gzip', '.gz'), identity };
}
