import { beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../../test/support/browser-page.ts';

const DATA = '/groceries/offers.data?_routes=routes%2Foffers';
const ADDRESS = `http://shop.test${DATA}`;

let state: typeof import('./prefetch.ts');
let asked: string[];
let lost: boolean;
beforeEach(async () => {
  vi.useFakeTimers();
  const { window } = openPage();
  asked = [];
  lost = false;
  const request = async (address: URL | string): Promise<string> => {
    asked.push(String(address));
    if (lost) throw new TypeError('Failed to fetch');
    return `answer ${asked.length}`;
  };
  Object.assign(window, { fetch: request });
  vi.stubGlobal('fetch', (address: string) => Reflect.get(window, 'fetch')(address));
  vi.resetModules();
  state = await import('./prefetch.ts');
  state.servePrefetched();
  return () => vi.useRealTimers();
});

test('a request gets the answer that was prefetched, once', async () => {
  state.prefetch(DATA);
  state.prefetch(DATA);
  expect(await fetch(new URL(ADDRESS))).toBe('answer 1');
  expect(await fetch(new URL(ADDRESS))).toBe('answer 2');
  expect(asked).toEqual([DATA, ADDRESS]);
});

test('other requests are made as always', async () => {
  state.prefetch(DATA);
  await fetch('/api/suggest?q=rice');
  expect(asked).toEqual([DATA, '/api/suggest?q=rice']);
});

test('old data is requested again, and so is what has changed', async () => {
  state.prefetch(DATA);
  vi.advanceTimersByTime(10_000);
  expect(await fetch(ADDRESS)).toBe('answer 2');
  state.prefetch(DATA);
  state.forgetPrefetched();
  expect(await fetch(ADDRESS)).toBe('answer 4');
});

test('a lost answer is requested again', async () => {
  lost = true;
  state.prefetch(DATA);
  const answer = fetch(ADDRESS);
  lost = false;
  expect(await answer).toBe('answer 2');
});
