import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, renderHook } from '../../../test/support/browser-page.ts';

const DATA = '/groceries/offers.data?_routes=routes%2Foffers';
const ADDRESS = `http://shop.test${DATA}`;

let state: typeof import('./requests.ts');
let asked: string[];
let lost: boolean;
let headers: Record<string, string>;
beforeEach(async () => {
  vi.useFakeTimers();
  const { window } = openPage();
  asked = [];
  lost = false;
  headers = {};
  const request = async (address: URL | string): Promise<Response> => {
    asked.push(String(address));
    if (lost) throw new TypeError('Failed to fetch');
    return new Response(`answer ${asked.length}`, { headers });
  };
  Object.assign(window, { __reactRouterManifest: { version: 'a1', routes: {} }, fetch: request });
  vi.stubGlobal('fetch', (address: string) => Reflect.get(window, 'fetch')(address));
  vi.resetModules();
  state = await import('./requests.ts');
  state.watchRequests();
  return () => vi.useRealTimers();
});

const answerOf = async (address: URL | string): Promise<string> => (await fetch(address)).text();

describe('data that is requested ahead', () => {
  test('is the answer to the next request, once', async () => {
    state.prefetch(DATA);
    state.prefetch(DATA);
    expect(await answerOf(new URL(ADDRESS))).toBe('answer 1');
    expect(await answerOf(new URL(ADDRESS))).toBe('answer 2');
    expect(asked).toEqual([DATA, ADDRESS]);
  });

  test('does not change other requests', async () => {
    state.prefetch(DATA);
    await fetch('/api/suggest?q=rice');
    expect(asked).toEqual([DATA, '/api/suggest?q=rice']);
  });

  test('is requested again when it is old, or when it has changed', async () => {
    state.prefetch(DATA);
    vi.advanceTimersByTime(10_000);
    expect(await answerOf(ADDRESS)).toBe('answer 2');
    state.prefetch(DATA);
    state.forgetPrefetched();
    expect(await answerOf(ADDRESS)).toBe('answer 4');
  });

  test('is requested again when its answer is lost', async () => {
    lost = true;
    state.prefetch(DATA);
    const answer = answerOf(ADDRESS);
    lost = false;
    expect(await answer).toBe('answer 2');
  });
});

describe('the version of the shop', () => {
  test.each([
    ['the same version', { 'X-Shop-Version': 'a1' }, false],
    ['another version', { 'X-Shop-Version': 'b2' }, true],
    ['something else, such as a picture', {}, false],
  ])('an answer of %s', async (_, sent, outdated) => {
    headers = sent;
    await fetch('/groceries.data');
    expect(state.isOutdated()).toBe(outdated);
  });

  test('a document stays outdated', async () => {
    headers = { 'X-Shop-Version': 'b2' };
    await fetch('/groceries.data');
    headers = { 'X-Shop-Version': 'a1' };
    await fetch('/groceries.data');
    expect(state.isOutdated()).toBe(true);
  });
});

describe('copies', () => {
  const SENT_AT = Date.UTC(2026, 10, 23, 9, 30);
  const COPY = { 'X-Copy': 'yes', Date: new Date(SENT_AT).toUTCString() };

  test('each page has the age of its own copy, until the shop answers it', async () => {
    const { usePageCopy } = await import('./requests.ts');
    const offers = await renderHook(() => usePageCopy('/groceries/offers'));
    headers = COPY;
    await act(() => fetch(DATA));
    expect(offers.result()).toBe(SENT_AT);
    headers = {};
    // Prefetched or stored meanwhile.
    await act(() => fetch('/groceries.data?_routes=routes%2Fgroceries'));
    expect(offers.result()).toBe(SENT_AT);
    await act(() => fetch(DATA));
    expect(offers.result()).toBeNull();
  });

  test('other answers are none', async () => {
    const { usePageCopy } = await import('./requests.ts');
    const profile = await renderHook(() => usePageCopy('/user/profile'));
    headers = COPY;
    await act(() => fetch('/user/profile.data'));
    await act(() => fetch('/api/suggest?q=rice'));
    expect(profile.result()).toBeNull();
  });
});

test('a request can be changed before it is sent', async () => {
  const sent: unknown[] = [];
  Object.assign(window, { fetch: async (_: unknown, init: unknown) => (sent.push(init), new Response()) });
  state.watchRequests();
  state.adaptRequests((init) => ({ ...init, keepalive: true }));
  await window.fetch('/operator/orders.data', { method: 'GET' });
  expect(sent).toEqual([{ method: 'GET', keepalive: true }]);
});
