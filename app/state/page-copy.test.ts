import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openPage, renderHook } from '../../test/support/browser-page.ts';

let copies: typeof import('./page-copy.ts');
let serviceWorker: EventTarget;
beforeEach(async () => {
  openPage();
  serviceWorker = new EventTarget();
  vi.stubGlobal('navigator', { serviceWorker });
  vi.resetModules();
  copies = await import('./page-copy.ts');
});

const tell = (data: unknown): Promise<void> =>
  act(async () => void serviceWorker.dispatchEvent(new MessageEvent('message', { data })));

test('each page has its own age, until the shop answers it', async () => {
  const stop = copies.hearOfCopies();
  const home = await renderHook(() => copies.usePageCopy('/'));
  await tell({ page: '/', storedAt: 1_000 });
  // Prefetched or stored meanwhile.
  await tell({ page: '/groceries', storedAt: 2_000 });
  expect(home.result()).toBe(1_000);
  await tell({ page: '/groceries', storedAt: null });
  expect(home.result()).toBe(1_000);
  await tell({ page: '/', storedAt: null });
  expect(home.result()).toBeNull();
  stop();
  await tell({ page: '/', storedAt: 3_000 });
  expect(home.result()).toBeNull();
});

test('other messages are ignored', async () => {
  copies.hearOfCopies();
  const home = await renderHook(() => copies.usePageCopy('/'));
  for (const data of [null, 'text', {}, { page: 7, storedAt: 1 }]) await tell(data);
  expect(home.result()).toBeNull();
});

test('a browser without service workers shows no copies', () => {
  vi.stubGlobal('navigator', {});
  expect(() => copies.hearOfCopies()()).not.toThrow();
});
