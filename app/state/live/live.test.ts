import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, type Page, renderHook } from '../../../test/support/browser-page.ts';
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
async function openShop(customerId = 'rahim') {
  const received: LiveEvent[] = [];
  let current = customerId;
  const hook = await renderHook(() => {
    state.useLiveConnection(current);
    state.useLiveEvent('products', () => received.push('products'));
    state.useLiveEvent('profile', () => received.push('profile'));
  });
  const show = async (next: string): Promise<void> => {
    current = next;
    await hook.render();
  };
  return { ...hook, received, show };
}
const fire = (type: string) => act(async () => void page.window.dispatchEvent(new Event(type)));

test('events reach the handlers of mounted components', async () => {
  const { received, unmount } = await openShop();
  connections[0]?.notify('profile');
  expect(received).toEqual(['profile']);
  connections[0]?.notify('products');
  expect(received).toEqual(['profile', 'products']);
  await unmount();
  connections[0]?.notify('products');
  expect(received).toHaveLength(2);
});

test('an event calls the handler of the latest rendering', async () => {
  const received: string[] = [];
  let name = 'first';
  await openShop();
  const { render } = await renderHook(() => {
    const mine = name;
    state.useLiveEvent('products', () => received.push(mine));
  });
  name = 'second';
  await render();
  connections[0]?.notify('products');
  expect(received).toEqual(['second']);
});

describe('the connection of a page', () => {
  test('is the customer’s since the creation of the page, and replaced for another customer', async () => {
    const { show } = await openShop();
    expect(connections).toMatchObject([{ customerId: 'rahim', asOf: performance.timeOrigin }]);
    await show('');
    expect(connections).toMatchObject([
      { customerId: 'rahim', ended: true },
      { customerId: '', ended: false },
    ]);
  });

  test('ends with its component', async () => {
    const { unmount } = await openShop();
    await unmount();
    expect(open()).toEqual([]);
  });
});

describe('a page that is still loading', () => {
  beforeEach(() => void (page.document.readyState = 'interactive'));

  test('connects once it has loaded', async () => {
    await openShop();
    expect(connections).toEqual([]);
    await fire('load');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connections).toHaveLength(1);
  });

  test('waits 5 s at most', async () => {
    await openShop();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(connections).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(connections).toHaveLength(1);
    await fire('load');
    expect(connections).toHaveLength(1);
  });

  test.each(['left', 'hidden'])('does not connect when it is %s', async (what) => {
    const { unmount } = await openShop();
    await (what === 'left' ? unmount() : fire('pagehide'));
    await fire('load');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connections).toEqual([]);
  });
});

describe('a page in the back/forward cache', () => {
  test('is not connected', async () => {
    await openShop();
    await fire('pagehide');
    expect(open()).toEqual([]);
  });

  test.each([
    ['a visitor', '', ['products']],
    ['a customer', 'rahim', ['products', 'profile']],
  ])('catches up when it is shown again, and connects as of now: %s', async (_, customerId, expected) => {
    const { received } = await openShop(customerId);
    await fire('pagehide');
    await vi.advanceTimersByTimeAsync(60_000);
    await fire('pageshow');
    expect(received).toEqual(expected);
    expect(open()).toMatchObject([{ customerId, asOf: Date.now() }]);
  });

  test('does not connect again after its component is gone', async () => {
    const { unmount } = await openShop();
    await fire('pagehide');
    await unmount();
    await fire('pageshow');
    expect(open()).toEqual([]);
  });

  test('is told apart from a page that opens', async () => {
    const { received } = await openShop();
    await fire('pageshow');
    expect(received).toEqual([]);
    expect(connections).toHaveLength(1);
  });
});
