import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../base/language.ts';
import { serviceWorkerOf } from '../../base/page-copies.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { listen } from '../../test/support/listen.ts';
import { compressAssets } from '../build/build.ts';
import { staticFiles } from './static-files.ts';
import { compose } from './middleware.ts';

const WORKERS = LANGUAGES.map(serviceWorkerOf);

const newFolder = temporaryFolders();
let directory: string;
let base: string;
const server = createServer();

beforeAll(async () => {
  directory = await newFolder();
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'assets/app-1a2b.js'), 'export {};'.repeat(50));
  await writeFile(join(directory, 'robots.txt'), 'User-agent: *');
  for (const worker of WORKERS) await writeFile(join(directory, worker), 'self.skipWaiting();'.repeat(50));
  await mkdir(join(directory, '.vite'));
  await writeFile(join(directory, '.vite/manifest.json'), '{}');
  await writeFile(join(directory, '.hidden.txt'), 'hidden');
  await compressAssets(directory);
  server.on(
    'request',
    compose([staticFiles(directory), (_req, res) => void res.writeHead(404).end()], () => undefined),
  );
  base = `http://127.0.0.1:${await listen(server)}`;
});

afterAll(() => void server.close());

test('a hashed file is compressed, immutable and known by its tag', async () => {
  const response = await fetch(`${base}/assets/app-1a2b.js?x=1`, { headers: { 'Accept-Encoding': 'br' } });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('content-type')).toContain('text/javascript');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(await response.text()).toBe('export {};'.repeat(50));
  const etag = response.headers.get('etag') ?? '';
  const again = await fetch(`${base}/assets/app-1a2b.js`, {
    headers: { 'Accept-Encoding': 'br', 'If-None-Match': etag },
  });
  expect(again.status).toBe(304);
});

test.each([
  ['its tag', (etag: string) => etag, 304],
  ['its tag as a weak one', (etag: string) => `W/${etag}`, 304],
  ['its tag among others', (etag: string) => `"other", ${etag} ,W/"third"`, 304],
  ['any tag', () => '*', 304],
  ['another tag', () => '"other"', 200],
  ['the tag of another encoding', (etag: string) => etag.replace('-br', '-gzip'), 200],
  ['no tag', () => '', 200],
])('a client that has %s', async (_, has, status) => {
  const url = `${base}/assets/app-1a2b.js`;
  const fresh = { 'Cache-Control': 'no-cache', 'If-Modified-Since': new Date(0).toUTCString() };
  const headers = { 'Accept-Encoding': 'br', ...fresh };
  const etag = (await fetch(url, { headers })).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}-br"$/);
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(url, { method, headers: { ...headers, 'If-None-Match': has(etag) } });
    expect(response.status).toBe(status);
    expect(response.headers.get('etag')).toBe(etag);
    expect(response.headers.has('content-length')).toBe(status === 200);
  }
});

test('each language’s service worker is looked for at every visit, and may request what it stores', async () => {
  expect(WORKERS).toEqual(['/sw.js', '/sw-bn.js']);
  for (const worker of WORKERS) {
    const { status, headers } = await fetch(base + worker);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/javascript');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; .*; frame-ancestors 'none'; connect-src 'self'$/,
    );
    // A browser gives what it has stored the headers of this answer.
    const known = await fetch(base + worker, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(known.status).toBe(304);
    expect(known.headers.get('content-security-policy')).toBe(headers.get('content-security-policy'));
  }
  expect((await fetch(`${base}/assets/app-1a2b.js`)).headers.has('content-security-policy')).toBe(false);
});

test('other files are good for an hour; other methods and names are not answered', async () => {
  expect((await fetch(`${base}/robots.txt`)).headers.get('cache-control')).toBe('public, max-age=3600');
  expect((await fetch(`${base}/robots.txt`, { method: 'POST' })).status).toBe(404);
  const hidden = ['/.vite/manifest.json', '/.hidden.txt', '/../package.json', '/%2e%2e/package.json'];
  for (const path of ['/assets', '/assets/app-1a2b.js.br', '/assets/none.js', ...hidden])
    expect((await fetch(base + path)).status, path).toBe(404);
});

test('files are served after the build was deleted', async () => {
  await rm(join(directory, 'assets'), { recursive: true });
  expect((await fetch(`${base}/assets/app-1a2b.js`)).status).toBe(200);
});
