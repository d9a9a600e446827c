import {
  type DataRouter,
  type DataStrategyResult,
  RouterContextProvider,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
} from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Connection, createConnection } from './connection.ts';
import { setRouter, waitForData } from './page-data.ts';
import * as version from './requests.ts';

type Results = Record<string, DataStrategyResult>;

let connection: Connection;
beforeEach(() => {
  vi.useFakeTimers();
  connection = createConnection(undefined, () => 1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * Begins to load through the middleware, from the screen at `shown`, while the browser has the address `entry`. A reload
 * aborts the load.
 */
async function load(answer: Promise<Results>, { method = 'GET', shown = '/', entry = '' } = {}) {
  const abort = new AbortController();
  const reload = vi.fn<() => void>(() => abort.abort());
  const url = new URL('http://shop.test/groceries?page=2');
  const { pathname, search } = new URL(shown, url);
  const { assign } = globalThis.location ?? {};
  vi.stubGlobal('location', Object.assign(new URL(entry || shown, url), { assign }));
  setRouter({ revalidate: reload, state: { location: { pathname, search } }, routes: [] } as unknown as DataRouter);
  const args = {
    request: new Request(url, { method, signal: abort.signal }),
    url,
    pattern: '/groceries',
    params: {},
    context: new RouterContextProvider(),
  };
  const ended = vi.fn<(results: unknown) => void>();
  void Promise.resolve(waitForData(connection)(args, () => answer)).then(ended);
  await tick();
  return { abort, reload, ended };
}

const failed = (result: unknown): Promise<Results> => Promise.resolve({ home: { type: 'error', result } });
const tick = () => vi.advanceTimersByTimeAsync(0);

test('an answer is passed on, also an error of the shop', async () => {
  const results: Results = { home: { type: 'error', result: new Error('Unexpected Server Error') } };
  const { ended, reload } = await load(Promise.resolve(results));
  expect(ended).toHaveBeenCalledExactlyOnceWith(results);
  expect(reload).not.toHaveBeenCalled();
  expect(connection.isLost()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('a lost load does not end with an error but is loaded again', async () => {
  const { ended, reload } = await load(failed(new TypeError('Failed to fetch')));
  expect(ended).not.toHaveBeenCalled();
  expect(connection.isLost()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(ended).toHaveBeenCalledTimes(1);
  // The retry is a new load; this one does not retry again.
  connection.reportSuccess();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a hanging load shows as lost after 8 s and is loaded again after 25 s', async () => {
  const { reload } = await load(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(7_999);
  expect(connection.isLost()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(connection.isLost()).toBe(true);
  await vi.advanceTimersByTimeAsync(16_999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('another navigation ends the waiting', async () => {
  const { abort, ended, reload } = await load(failed(new TypeError('Failed to fetch')));
  abort.abort();
  await tick();
  expect(ended).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
});

test('forms are not changed', async () => {
  const { ended } = await load(failed(new TypeError('Failed to fetch')), { method: 'POST' });
  expect(ended).toHaveBeenCalledTimes(1);
  expect(connection.isLost()).toBe(false);
});

test('a slow answer ends the load, and is not loaded again', async () => {
  const { promise, resolve } = Promise.withResolvers<Results>();
  const { ended, reload } = await load(promise);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(connection.isLost()).toBe(true);
  const results: Results = { home: { type: 'data', result: null } };
  resolve(results);
  await tick();
  expect(connection.isLost()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  expect(ended).toHaveBeenCalledExactlyOnceWith(results);
});

const SHOWN = '/groceries?page=2';

test.each([new ErrorResponse(500, '', '<html>'), new Error('Unexpected Server Error')])(
  'an error while the current screen is refreshed makes it wait: %s',
  async (error) => {
    const { ended, reload } = await load(failed(error), { shown: SHOWN });
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reload).toHaveBeenCalledTimes(1);
  },
);

test.each([
  ['a page that does not exist any more', new ErrorResponse(404, '', ''), SHOWN],
  ['a redirect', new Response(null, { status: 302 }), SHOWN],
  ['an error on a navigation to another screen', new ErrorResponse(500, '', ''), '/groceries'],
])('%s is passed on', async (_, result, shown) => {
  const { ended, reload } = await load(failed(result), { shown });
  expect(ended).toHaveBeenCalledTimes(1);
  expect(reload).not.toHaveBeenCalled();
});

describe('after the shop’s version has changed', () => {
  const results: Promise<Results> = Promise.resolve({ home: { type: 'data', result: 'of another form' } });
  const assign = vi.fn<(address: string) => void>();
  beforeEach(() => {
    vi.stubGlobal('location', { assign });
    vi.spyOn(version, 'isOutdated').mockReturnValue(true);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test('the screen keeps its data', async () => {
    const { ended } = await load(results, { shown: SHOWN });
    expect(ended).toHaveBeenCalledExactlyOnceWith({});
    expect(assign).not.toHaveBeenCalled();
  });

  test('a lost load waits as before', async () => {
    const { ended } = await load(failed(new TypeError('Failed to fetch')));
    expect(connection.isLost()).toBe(true);
    expect(assign).not.toHaveBeenCalled();
    expect(ended).not.toHaveBeenCalled();
  });

  test('another screen opens as a document', async () => {
    const { ended } = await load(results);
    expect(assign).toHaveBeenCalledExactlyOnceWith('/groceries?page=2');
    expect(ended).not.toHaveBeenCalled();
  });
});

const HERE = '/groceries?page=2';
const leadsOn = () => new Response(null, { status: 302, headers: { Location: '/cart' } });
const isReplaced = (answer: Response): boolean => answer.headers.has('X-Remix-Replace');

test('an entry to which Back has led, and which leads on, is replaced, through all redirects; what a link opens is not', async () => {
  const [ofLink, ofBack, further, ofNextLink] = [leadsOn(), leadsOn(), leadsOn(), leadsOn()];
  await load(failed(ofLink));
  await load(failed(ofBack), { entry: HERE });
  await load(failed(further));
  await load(Promise.resolve({}));
  await load(failed(ofNextLink));
  expect([ofLink, ofBack, further, ofNextLink].map(isReplaced)).toEqual([false, true, true, false]);
});
