import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, type Page, renderHook } from '../../test/support/browser-page.ts';
import type { LiveEvent, Subscription } from './live-connection.ts';

let page: Page;
let state: typeof import('./live.ts');
/** The connections of the page, as they were asked for; `ended` ones are closed. */
let connections: (Subscription & { ended: boolean })[];
const open = () => connections.filter(({ ended }) => !ended);

beforeEach(async () => {
  vi.useFakeTimers();
  page = openPage();
  connections = [];
  const connect = (subscription: Subscription) => {
    const made = { ...subscription, ended: false };
    connections.push(made);
    return () => void (made.ended = true);
  };
  vi.resetModules();
  vi.doMock('./live-connection.ts', () => ({ connect }));
  state = await import('./live.ts');
  return () => {
    vi.doUnmock('./live-connection.ts');
    vi.useRealTimers();
  };
});

/** A page of the shop, for a customer or a visitor; `show` renders it for another one. */
async function openShop(who = 'rahim') {
  const heard: LiveEvent[] = [];
  let current = who;
  const hook = await renderHook(() => {
    state.useLiveConnection(current);
    state.useLiveEvent('products', () => heard.push('products'));
    state.useLiveEvent('profile', () => heard.push('profile'));
  });
  const show = async (next: string): Promise<void> => {
    current = next;
    await hook.render();
  };
  return { ...hook, heard, show };
}
const fire = (type: string) => act(async () => void page.window.dispatchEvent(new Event(type)));

test('what the shop tells reaches who asked for it, as long as they are there', async () => {
  const { heard, unmount } = await openShop();
  connections[0]?.notify('profile');
  expect(heard).toEqual(['profile']);
  connections[0]?.notify('products');
  expect(heard).toEqual(['profile', 'products']);
  await unmount();
  connections[0]?.notify('products');
  expect(heard).toHaveLength(2);
});

test('the newest rendering is told', async () => {
  const heard: string[] = [];
  let name = 'first';
  await openShop();
  const { render } = await renderHook(() => {
    const mine = name;
    state.useLiveEvent('products', () => heard.push(mine));
  });
  name = 'second';
  await render();
  connections[0]?.notify('products');
  expect(heard).toEqual(['second']);
});

describe('the connection of a page', () => {
  test('is the customer’s, and tells what came since the page was made', async () => {
    await openShop();
    expect(connections).toMatchObject([{ customerId: 'rahim', asOf: performance.timeOrigin }]);
  });

  test('is another one for another customer', async () => {
    const { show } = await openShop();
    await show('');
    expect(connections.map(({ customerId: who, ended }) => [who, ended])).toEqual([
      ['rahim', true],
      ['', false],
    ]);
  });

  test('ends with the page', async () => {
    const { unmount } = await openShop();
    await unmount();
    expect(open()).toEqual([]);
  });
});

describe('a page that still loads', () => {
  beforeEach(() => void (page.document.readyState = 'interactive'));

  test('connects once it has loaded', async () => {
    await openShop();
    expect(connections).toEqual([]);
    await fire('load');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connections).toHaveLength(1);
  });

  test('waits 5 s for it at most', async () => {
    await openShop();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(connections).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(connections).toHaveLength(1);
    await fire('load');
    expect(connections).toHaveLength(1);
  });

  test.each(['left', 'put away'])('does not connect once it is %s', async (what) => {
    const { unmount } = await openShop();
    await (what === 'left' ? unmount() : fire('pagehide'));
    await fire('load');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connections).toEqual([]);
  });
});

describe('a page that is put away', () => {
  test('is not connected', async () => {
    await openShop();
    await fire('pagehide');
    expect(open()).toEqual([]);
  });

  test.each([
    ['a visitor', '', ['products']],
    ['a customer', 'rahim', ['products', 'profile']],
  ])('and comes back catches up and is connected as of now: %s', async (_, who, told) => {
    const { heard } = await openShop(who);
    await fire('pagehide');
    await vi.advanceTimersByTimeAsync(60_000);
    await fire('pageshow');
    expect(heard).toEqual(told);
    expect(open()).toMatchObject([{ customerId: who, asOf: Date.now() }]);
  });

  test('and given up there stays unconnected', async () => {
    const { unmount } = await openShop();
    await fire('pagehide');
    await unmount();
    await fire('pageshow');
    expect(open()).toEqual([]);
  });

  test('is not one that opens', async () => {
    const { heard } = await openShop();
    await fire('pageshow');
    expect(heard).toEqual([]);
    expect(connections).toHaveLength(1);
  });
});
