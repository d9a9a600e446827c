import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import { Overloaded } from './overload.ts';
import { type CachedResponse, createPageCache, type Encoding } from './page-cache.ts';

const page =
  (text: string, status = 200) =>
  () =>
    Promise.resolve(new Response(text, { status, headers: { 'Content-Type': 'text/html' } }));

const textOf = (made: CachedResponse | undefined): string => brotliDecompressSync(made?.body ?? '').toString();

test('a page is made once however many ask at the same moment', async () => {
  const cache = createPageCache();
  let made = 0;
  const { promise, resolve } = Promise.withResolvers<Response>();
  const render = (): Promise<Response> => {
    made += 1;
    return promise;
  };
  const answers = Promise.all(Array.from({ length: 50 }, () => cache.getOrRender({ key: '/', render })));
  resolve(new Response('hello'));
  for (const answer of await answers) expect(textOf(answer)).toBe('hello');
  expect(made).toBe(1);
  expect(cache.get('/')?.status).toBe(200);
});

test('all encodings hold the same page', async () => {
  const text = 'groceries '.repeat(200);
  const cache = createPageCache();
  const made = (encoding: Encoding) => cache.getOrRender({ key: `/ ${encoding}`, render: page(text), encoding });
  const [br, gzip, identity] = [await made('br'), await made('gzip'), await made('identity')];
  expect(textOf(br)).toBe(text);
  expect(gunzipSync(gzip.body).toString()).toBe(text);
  // Unpacked while it is sent.
  expect(gunzipSync(identity.body).toString()).toBe(text);
  expect(br.headers).toContain('br');
  expect(new Set([br.etag, gzip.etag, identity.etag]).size).toBe(3);
});

test('a page that is requested often is compressed again, and gets another ETag', async () => {
  const cache = createPageCache({ hotRequests: 3, hotAfterMs: 0 });
  const text = Array.from({ length: 3_000 }, (_, at) => `<li>${(at * 7919) % 1009}</li>`).join('');
  const first = await cache.getOrRender({ key: '/', render: page(text) });
  for (let requests = 0; requests < 3; requests += 1) expect(cache.get('/')).toBe(first);
  await vi.waitFor(() => expect(cache.get('/')).not.toBe(first), SOON);
  const recompressed = cache.get('/');
  expect(recompressed?.body.length).toBeLessThan(first.body.length);
  expect(textOf(recompressed)).toBe(text);
  expect(recompressed?.etag).not.toBe(first.etag);
  expect(recompressed?.headers).toEqual(
    expect.arrayContaining([recompressed?.etag, String(recompressed?.body.length), 'text/html']),
  );
  expect(recompressed?.headers).toHaveLength(first.headers.length);
  expect(cache.figures().pages).toBe(1);
});

test('a page that was dropped while it was compressed again does not come back', async () => {
  const cache = createPageCache({ hotRequests: 1, hotAfterMs: 0 });
  await cache.getOrRender({ key: '/', render: page('groceries '.repeat(200)) });
  cache.get('/');
  cache.clear();
  await cache.getOrRender({ key: '/other', render: page('x') });
  expect(cache.figures().pages).toBe(1);
});

test('a page that was rendered while the catalogue changed is sent and not stored', async () => {
  const cache = createPageCache();
  const started = Promise.withResolvers<void>();
  const rendered = Promise.withResolvers<Response>();
  const render = (): Promise<Response> => {
    started.resolve();
    return rendered.promise;
  };
  const old = cache.getOrRender({ key: '/', render });
  await started.promise;
  cache.clear();
  const fresh = cache.getOrRender({ key: '/', render: page('new') });
  rendered.resolve(new Response('old'));
  expect(textOf(await old)).toBe('old');
  await fresh;
  expect(textOf(cache.get('/'))).toBe('new');
});

test('refusals and failures are not stored', async () => {
  const cache = createPageCache();
  expect((await cache.getOrRender({ key: '/x', render: page('no', 404) })).status).toBe(404);
  expect(cache.get('/x')).toBeUndefined();
  await expect(
    cache.getOrRender({ key: '/y', render: () => Promise.reject(new Error('database gone')) }),
  ).rejects.toThrow('database gone');
  expect(textOf(await cache.getOrRender({ key: '/y', render: page('back') }))).toBe('back');
});

test('only so many pages wait, and a page that is being made is for everybody', async () => {
  const cache = createPageCache({ maxWaiting: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const render = (): Promise<Response> => promise.then(() => new Response('made'));
  // Four are rendered at a time.
  const made = ['/1', '/2', '/3', '/4'].map((path) => cache.getOrRender({ key: path, render }));
  await setImmediate();
  made.push(
    cache.getOrRender({ key: '/5', render }),
    cache.getOrRender({ key: '/6', render }),
    cache.getOrRender({ key: '/6', render }),
  );
  await expect(cache.getOrRender({ key: '/7', render })).rejects.toBeInstanceOf(Overloaded);
  resolve();
  for (const page of made) expect((await page).status).toBe(200);
  expect((await cache.getOrRender({ key: '/7', render })).status).toBe(200);
});

test('memory is bounded', async () => {
  const cache = createPageCache({ maxBytes: 100_000 });
  for (let at = 0; at < 30; at += 1)
    await cache.getOrRender({ key: `/${at}`, render: page(randomBytes(5_000).toString('hex')) });
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
  for (const path of ['/', '/groceries', '/about']) await cache.getOrRender({ key: path, render });
  await setImmediate();
  collectGarbage();
  expect(cache.figures().pages).toBe(3);
  expect(answers.map((answer) => answer.deref())).toEqual([undefined, undefined, undefined]);
});

test('pages among the many push out none of the few, and some are never stored', async () => {
  const cache = createPageCache({ maxBytes: 100_000 });
  await cache.getOrRender({ key: '/', render: page(randomBytes(5_000).toString('hex')) });
  for (let at = 0; at < 100; at += 1) {
    await cache.getOrRender({
      key: `/?searchText=${at}`,
      render: page(randomBytes(5_000).toString('hex')),
      tier: 'many',
    });
  }
  expect(cache.get('/')).toBeDefined();
  expect(cache.get('/?searchText=99', 'many')).toBeDefined();
  const { pages } = cache.figures();
  expect(textOf(await cache.getOrRender({ key: '/x', render: page('x'), tier: 'none' }))).toBe('x');
  expect(cache.figures().pages).toBe(pages);
});
