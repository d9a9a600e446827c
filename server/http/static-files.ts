import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { consoleWorkerOf } from '../../base/console-path.ts';
import { LANGUAGES } from '../../base/language.ts';
import { serviceWorkerOf } from '../../base/page-copies.ts';
import { type CachedResponse, type Encoding, encodingFor, responsesOf, sendCachedResponse } from './page-cache.ts';
import { type Middleware, sendProblem, POLICY, policyWith } from './middleware.ts';
import type { Images } from '../images/images.ts';

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
const WORKERS = LANGUAGES.flatMap((language) => [serviceWorkerOf(language), consoleWorkerOf(language)]);
const WORKER_POLICY = [POLICY, policyWith("connect-src 'self'")];

type StaticFile = Readonly<Record<Encoding, CachedResponse>>;

/** From memory, some 2 MB, because a later build may delete files that open pages still ask for. */
export function staticFiles(directory: string): Middleware {
  const files = readFiles(directory);
  return (req, res, next) => {
    const path = req.url?.split('?', 1)[0] ?? '';
    const file = req.method === 'GET' || req.method === 'HEAD' ? files.get(path) : undefined;
    // Also with a 304: a browser gives the worker that it has stored the policy of that answer.
    if (!file) return next();
    const response = file[encodingFor(req.headers['accept-encoding'])];
    sendCachedResponse(req, res, response, WORKERS.includes(path) ? WORKER_POLICY : []);
  };
}

function readFiles(directory: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const type = TYPES[extname(entry.name)];
    const name = `/${relative(directory, path).split(sep).join('/')}`;
    // Hidden files are not served. Vite writes its manifest into a hidden folder.
    if (entry.isFile() && type && !name.includes('/.')) files.set(name, finishFile(path, type));
  }
  return files;
}

function finishFile(path: string, type: string): StaticFile {
  const body = readFileSync(path);
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
  ].flat();
  const responseOf = responsesOf(body, common);
  const identity = responseOf('identity', body);
  const twin = (encoding: Encoding, suffix: string): CachedResponse =>
    existsSync(path + suffix) ? responseOf(encoding, readFileSync(path + suffix)) : identity;
  return { br: twin('br', '.br'), gzip: twin('gzip', '.gz'), identity };
}

/** A name is never used again for another picture. No cache may store people's pictures (`u/`). */
export function pictures(images: Images): Middleware {
  return async (req, res, next) => {
    const path = req.url?.split('?', 1)[0] ?? '';
    if (!path.startsWith('/images/') || (req.method !== 'GET' && req.method !== 'HEAD')) return next();
    const picture = await images.read(path);
    if (!picture) return sendProblem(res, { status: 404, detail: 'There is no such picture.' });
    res.writeHead(200, {
      'Content-Type': picture.contentType,
      'Content-Length': picture.body.byteLength,
      'Cache-Control': path.startsWith('/images/u/') ? 'no-store' : 'public, max-age=31536000, immutable',
    });
    res.end(req.method === 'HEAD' ? undefined : picture.body);
  };
}
