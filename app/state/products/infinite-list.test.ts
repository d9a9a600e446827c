import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Asked, openPage, renderHook, stubFetch } from '../../../test/support/browser-page.ts';
import type { Batch } from '../../../server/catalogue/catalogue.ts';
import { exampleProduct } from '../../../test/support/factories.ts';

let list: typeof import('./infinite-list.ts');
let connection: typeof import('../network/connection.ts').connection;
let asked: Asked[];
beforeEach(async () => {
  openPage();
  asked = stubFetch();
  vi.useFakeTimers();
  vi.resetModules();
  list = await import('./infinite-list.ts');
  ({ connection } = await import('../network/connection.ts'));
  return () => void vi.useRealTimers();
});

/** A batch of one product; its name shows in which state of the catalogue it was read. */
function batch(id: string, next: string | null, name = 'before'): Batch {
  return { products: [exampleProduct({ id, name })], next };
}

/** The list with its first batch shown. `show` renders another first batch, as after a change of the catalogue. */
async function openList(first: Batch, address = '/groceries/raw-products/fish') {
  let current = first;
  const hook = await renderHook(() => list.useInfiniteList(current, address, 'a-key'));
  return {
    ...hook,
    shown: () => hook.result().products.map(({ id, name }) => `${id} ${name}`),
    loadMore: () => act(async () => hook.result().loadMore()),
    show: async (next: Batch) => {
      current = next;
      await hook.render();
    },
  };
}

describe('the next batch', () => {
  test('is appended', async () => {
    const { result, shown, loadMore } = await openList(batch('a', 'after-a'));
    expect(shown()).toEqual(['a before']);
    expect(asked).toEqual([]);
    await loadMore();
    expect(result().state).toBe('loading');
    await asked[0]?.answer(batch('b', 'after-b'));
    expect(shown()).toEqual(['a before', 'b before']);
    expect(result()).toMatchObject({ state: 'idle', next: 'after-b' });
    await loadMore();
    await asked[1]?.answer(batch('c', null));
    expect(shown()).toEqual(['a before', 'b before', 'c before']);
    expect(asked.map(({ url }) => url)).toEqual([
      '/api/listings/fish?after=after-a',
      '/api/listings/fish?after=after-b',
    ]);
  });

  test('of a search has the query and an encoded cursor', async () => {
    const { loadMore } = await openList(batch('a', 'a&b=c'), '/search?q=rui');
    await loadMore();
    expect(asked[0]?.url).toBe('/api/listings/search?q=rui&after=a%26b%3Dc');
  });

  test('is requested once while it loads', async () => {
    const { loadMore } = await openList(batch('a', 'after-a'));
    await loadMore();
    await loadMore();
    expect(asked).toHaveLength(1);
  });

  test('is shown once when it is requested twice at the same moment', async () => {
    const { result, shown } = await openList(batch('a', 'after-a'));
    await act(async () => {
      result().loadMore();
      result().loadMore();
    });
    for (const request of asked) await request.answer(batch('b', 'after-b'));
    expect(shown()).toEqual(['a before', 'b before']);
  });

  test.each([null, 7, undefined])('does not exist after a batch whose next is %j', async (next) => {
    const { result, loadMore } = await openList(batch('a', 'after-a'));
    await loadMore();
    await asked[0]?.answer({ ...batch('b', null), next });
    expect(result().next).toBeNull();
    await loadMore();
    expect(asked).toHaveLength(1);
  });

  test('is canceled when the screen is left', async () => {
    const { loadMore, unmount } = await openList(batch('a', 'after-a'));
    await loadMore();
    await unmount();
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(connection.isLost()).toBe(false);
  });
});

describe('a failed request', () => {
  test.each([
    ['no network', (request?: Asked) => request?.fail()],
    ['a refusal', (request?: Asked) => request?.answer({}, 503)],
  ])('is repeated when the connection is back: %s', async (_, refuse) => {
    const { result, shown, loadMore } = await openList(batch('a', 'after-a'));
    await loadMore();
    await refuse(asked[0]);
    expect(result()).toMatchObject({ state: 'failed', next: 'after-a' });
    expect(connection.isLost()).toBe(true);
    await act(async () => connection.reportSuccess());
    expect(result().state).toBe('loading');
    await asked[1]?.answer(batch('b', null));
    expect(shown()).toEqual(['a before', 'b before']);
    expect(result().state).toBe('idle');
    expect(connection.isLost()).toBe(false);
    expect(asked).toHaveLength(2);
  });

  test('is repeated when the shopper asks for more', async () => {
    const { shown, loadMore } = await openList(batch('a', 'after-a'));
    await loadMore();
    await asked[0]?.fail();
    await loadMore();
    await asked[1]?.answer(batch('b', null));
    expect(shown()).toEqual(['a before', 'b before']);
    expect(connection.isLost()).toBe(false);
  });
});

test.each([
  ['in the middle', 'after-a'],
  ['at its end', null],
])('a list %s sends no request on its own, whatever happens to the connection', async (_, next) => {
  const { show, loadMore } = await openList(batch('a', next));
  await act(async () => connection.reportSuccess());
  connection.reportFailure();
  await show(batch('a', next, 'new'));
  if (next === null) await loadMore();
  expect(asked).toEqual([]);
  // Without an answer nothing is known about the connection.
  expect(connection.isLost()).toBe(true);
});

describe('a change of the catalogue', () => {
  test('before more was loaded sends no request', async () => {
    const { show, shown } = await openList(batch('a', 'after-a'));
    await show(batch('a', 'after-a', 'new'));
    expect(asked).toEqual([]);
    expect(shown()).toEqual(['a new']);
  });

  /** A list of three batches whose first batch was just reloaded. */
  async function openChanged() {
    const opened = await openList(batch('a', 'after-a'));
    for (const [id, next] of [
      ['b', 'after-b'],
      ['c', null],
    ] as const) {
      await opened.loadMore();
      await asked.at(-1)?.answer(batch(id, next));
    }
    asked.length = 0;
    await opened.show(batch('a', 'after-a', 'new'));
    return opened;
  }

  test('reloads the later batches and replaces them together', async () => {
    const { shown, result } = await openChanged();
    await asked[0]?.answer(batch('b', 'after-b', 'new'));
    expect(shown()).toEqual(['a new', 'b before', 'c before']);
    await asked[1]?.answer(batch('c', 'after-c', 'new'));
    expect(shown()).toEqual(['a new', 'b new', 'c new']);
    expect(result()).toMatchObject({ state: 'idle', next: 'after-c' });
    expect(asked).toHaveLength(2);
  });

  test('may shorten the list', async () => {
    const { shown, result, show } = await openChanged();
    await asked[0]?.answer(batch('b', null, 'new'));
    expect(shown()).toEqual(['a new', 'b new']);
    expect(result().next).toBeNull();
    await show(batch('a', null, 'newest'));
    expect(shown()).toEqual(['a newest']);
    expect(asked).toHaveLength(1);
    expect(result().state).toBe('idle');
  });

  test('during a reload starts another one; the last one wins', async () => {
    const { shown, show } = await openChanged();
    await show(batch('a', 'after-a', 'newest'));
    expect(asked[0]?.signal.aborted).toBe(true);
    await asked[1]?.answer(batch('b', 'after-b', 'newest'));
    await asked[0]?.answer(batch('b', 'after-b', 'new'));
    await asked[2]?.answer(batch('c', null, 'newest'));
    expect(shown()).toEqual(['a newest', 'b newest', 'c newest']);
    expect(asked).toHaveLength(3);
  });

  test('whose reload fails is reloaded later, and nothing more', async () => {
    const { shown, result } = await openChanged();
    await asked[0]?.fail();
    expect(result().state).toBe('failed');
    await act(async () => connection.reportSuccess());
    await asked[1]?.answer(batch('b', 'after-b', 'new'));
    await asked[2]?.answer(batch('c', 'after-c', 'new'));
    expect(shown()).toEqual(['a new', 'b new', 'c new']);
    expect(asked).toHaveLength(3);
  });

  test('while the next batch loads requests it again, after the new first batch', async () => {
    const { loadMore, show, shown } = await openList(batch('a', 'after-a'));
    await loadMore();
    // The product was removed, so that the next one has moved up.
    await show(batch('b', 'after-b', 'new'));
    expect(asked[0]?.signal.aborted).toBe(true);
    await asked[1]?.answer(batch('c', null, 'new'));
    expect(shown()).toEqual(['b new', 'c new']);
    expect(asked[1]?.url).toBe('/api/listings/fish?after=after-b');
  });
});
