import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import { Overloaded } from './overload.ts';
import { createPageCache, type EncodedPage } from './page-cache.ts';

const page =
  (text: string, status = 200) =>
  () =>
    Promise.resolve(new Response(text, { status, headers: { 'Content-Type': 'text/html' } }));

/** What is sent to who takes no compression. */
const textOf = (made: EncodedPage | undefined): string => gunzipSync(made?.identity.body ?? '').toString();

test('a page is made once however many ask at the same moment', async () => {
  const cache = createPageCache();
  let made = 0;
  const { promise, resolve } = Promise.withResolvers<Response>();
  const render = (): Promise<Response> => {
    made += 1;
    return promise;
  };
  const answers = Promise.all(Array.from({ length: 50 }, () => cache.getOrRender('/', render)));
  resolve(new Response('hello'));
  for (const answer of await answers) expect(textOf(answer)).toBe('hello');
  expect(made).toBe(1);
  expect(cache.get('/')?.status).toBe(200);
});

test('all encodings hold the same page', async () => {
  const text = 'groceries '.repeat(200);
  const { br, gzip, identity } = await createPageCache().getOrRender('/', page(text));
  expect(brotliDecompressSync(br.body).toString()).toBe(text);
  expect(gunzipSync(gzip.body).toString()).toBe(text);
  expect(gunzipSync(identity.body).toString()).toBe(text);
  expect(br.headers).toContain('br');
  expect(new Set([br.etag, gzip.etag, identity.etag]).size).toBe(3);
});

test('a page that is requested often is compressed again, and gets another ETag', async () => {
  const cache = createPageCache({ hotRequests: 3, hotAfterMs: 0 });
  const text = Array.from({ length: 3_000 }, (_, at) => `<li>${(at * 7919) % 1009}</li>`).join('');
  const { br } = await cache.getOrRender('/', page(text));
  for (let requests = 0; requests < 3; requests += 1) expect(cache.get('/')?.br).toBe(br);
  await vi.waitFor(() => expect(cache.get('/')?.br).not.toBe(br), SOON);
  const recompressed = cache.get('/');
  expect(recompressed?.br.body.length).toBeLessThan(br.body.length);
  expect(brotliDecompressSync(recompressed?.br.body ?? '').toString()).toBe(text);
  expect(recompressed?.br.etag).not.toBe(br.etag);
  expect(recompressed?.br.headers).toEqual(
    expect.arrayContaining([recompressed?.br.etag, String(recompressed?.br.body.length), 'text/html']),
  );
  expect(recompressed?.br.headers).toHaveLength(br.headers.length);
  expect(cache.figures().pages).toBe(1);
});

test('a page that was dropped while it was compressed again does not come back', async () => {
  const cache = createPageCache({ hotRequests: 1, hotAfterMs: 0 });
  await cache.getOrRender('/', page('groceries '.repeat(200)));
  cache.get('/');
  cache.clear();
  await cache.getOrRender('/other', page('x'));
  expect(cache.figures().pages).toBe(1);
});

test('a page that was rendered while the catalogue changed is sent and not stored', async () => {
  const cache = createPageCache();
  const started = Promise.withResolvers<void>();
  const rendered = Promise.withResolvers<Response>();
  const old = cache.getOrRender('/', () => {
    started.resolve();
    return rendered.promise;
  });
  await started.promise;
  cache.clear();
  const fresh = cache.getOrRender('/', page('new'));
  rendered.resolve(new Response('old'));
  expect(textOf(await old)).toBe('old');
  await fresh;
  expect(textOf(cache.get('/'))).toBe('new');
});

test('refusals and failures are not stored', async () => {
  const cache = createPageCache();
  expect((await cache.getOrRender('/x', page('no', 404))).status).toBe(404);
  expect(cache.get('/x')).toBeUndefined();
  await expect(cache.getOrRender('/y', () => Promise.reject(new Error('database gone')))).rejects.toThrow(
    'database gone',
  );
  expect(textOf(await cache.getOrRender('/y', page('back')))).toBe('back');
});

test('only so many pages wait, and a page that is being made is for everybody', async () => {
  const cache = createPageCache({ maxWaiting: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const render = (): Promise<Response> => promise.then(() => new Response('made'));
  // Four are rendered at a time.
  const made = ['/1', '/2', '/3', '/4'].map((path) => cache.getOrRender(path, render));
  await setImmediate();
  made.push(cache.getOrRender('/5', render), cache.getOrRender('/6', render), cache.getOrRender('/6', render));
  await expect(cache.getOrRender('/7', render)).rejects.toBeInstanceOf(Overloaded);
  resolve();
  for (const page of made) expect((await page).status).toBe(200);
  expect((await cache.getOrRender('/7', render)).status).toBe(200);
});

test('memory is bounded', async () => {
  const cache = createPageCache({ maxBytes: 100_000 });
  for (let at = 0; at < 30; at += 1) await cache.getOrRender(`/${at}`, page(randomBytes(5_000).toString('hex')));
  expect(cache.figures().bytes).toBeLessThanOrEqual(100_000);
  expect(cache.figures().pages).toBeLessThan(30);
  expect(cache.get('/29')).toBeDefined();
});

test('nothing of an answer but its compressed bytes stays in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const cache = createPageCache();
  const answers: WeakRef<Response>[] = [];
  const render = (): Promise<Response> => {
    const answer = new Response('groceries '.repeat(200));
    answers.push(new WeakRef(answer));
    return Promise.resolve(answer);
  };
  for (const path of ['/', '/groceries', '/about']) await cache.getOrRender(path, render);
  await setImmediate();
  collectGarbage();
  expect(cache.figures().pages).toBe(3);
  expect(answers.map((answer) => answer.deref())).toEqual([undefined, undefined, undefined]);
});

test('pages among the many push out none of the few, and some are never stored', async () => {
  const cache = createPageCache({ maxBytes: 100_000 });
  await cache.getOrRender('/', page(randomBytes(5_000).toString('hex')));
  for (let at = 0; at < 100; at += 1) {
    await cache.getOrRender(`/?searchText=${at}`, page(randomBytes(5_000).toString('hex')), 'many');
  }
  expect(cache.get('/')).toBeDefined();
  expect(cache.get('/?searchText=99', 'many')).toBeDefined();
  const { pages } = cache.figures();
  expect(textOf(await cache.getOrRender('/x', page('x'), 'none'))).toBe('x');
  expect(cache.figures().pages).toBe(pages);
});
