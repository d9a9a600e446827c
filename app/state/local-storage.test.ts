import { act, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, renderHook, type Page } from '../../test/support/browser-page.ts';
import { createStored, readStorage } from './local-storage.ts';
import type { Value } from './value.ts';

const EMPTY: readonly string[] = [];
const read = (stored: unknown): readonly string[] | undefined => (Array.isArray(stored) ? stored : undefined);

let storage: Map<string, string>;
let page: Page;
let words: Value<readonly string[]>;

/** A page of this browser that has the store. */
function openTab(): { page: Page; words: Value<readonly string[]> } {
  return { page: openPage(storage), words: createStored({ key: 'words', empty: EMPTY, read }) };
}
beforeEach(() => {
  storage = new Map();
  ({ page, words } = openTab());
});

/** What the browser does in every tab but the one that wrote. */
const storageEvent = (key: string | null) => Object.assign(new Event('storage'), { key });
const pageShow = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

function listen({ subscribe }: Pick<Value<unknown>, 'subscribe'>) {
  const notified = vi.fn<(elsewhere: boolean) => void>();
  return { notified, stop: subscribe(notified) };
}

test('a value is kept over reloads', () => {
  words.set(['rui']);
  expect(openTab().words.get()).toEqual(['rui']);
});

test('null removes the key', () => {
  const stored = createStored<string | null>({ key: 'word', empty: null, read: String });
  stored.set('rui');
  expect(storage.get('word')).toBe('"rui"');
  stored.set(null);
  expect(storage.has('word')).toBe(false);
  expect(stored.get()).toBeNull();
});

test.each(['', '{', 'null', '{"of":"before"}', '"text"'])('a stored %j is dropped', (text) => {
  storage.set('words', text);
  readStorage();
  expect(words.get()).toBe(EMPTY);
  expect(storage.has('words')).toBe(false);
});

test('a reader that throws does not crash the page', () => {
  storage.set('words', '[]');
  const stored = createStored<number>({
    key: 'words',
    empty: 0,
    read: () => {
      throw new Error('unforeseen');
    },
  });
  expect(stored.get()).toBe(0);
});

test('the value is the same object until it changes, so that nothing re-renders', () => {
  storage.set('words', '["rui"]');
  expect(words.get()).toBe(words.get());
});

test('listeners are notified of every change until they unsubscribe', () => {
  const { notified, stop } = listen(words);
  words.set(['rui']);
  expect(notified).toHaveBeenCalledExactlyOnceWith(false);
  stop();
  words.set([]);
  expect(notified).toHaveBeenCalledTimes(1);
});

describe('full or forbidden storage', () => {
  const refuse = (): never => {
    throw new DOMException('no', 'QuotaExceededError');
  };

  test.each([
    ['full', { getItem: (key: string) => storage.get(key) ?? null, setItem: refuse, removeItem: refuse }],
    ['forbidden', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ])('%s: the value stays in memory, also on a page from the back/forward cache', (_, localStorage) => {
    storage.set('words', '["of before"]');
    vi.stubGlobal('localStorage', localStorage);
    const { notified } = listen(words);
    words.set(['rui']);
    expect(notified).toHaveBeenCalledTimes(1);
    expect(words.get()).toEqual(['rui']);
    page.window.dispatchEvent(pageShow(true));
    expect(words.get()).toEqual(['rui']);
  });

  test.each([
    ['the value is set again', () => words.set(['rui', 'salt'])],
    ['another tab has set it', () => page.window.dispatchEvent(storageEvent('words'))],
  ])('with room again is used again: %s', (_, use) => {
    const { localStorage } = globalThis;
    vi.stubGlobal('localStorage', { ...localStorage, setItem: refuse });
    words.set(['rui']);
    vi.stubGlobal('localStorage', localStorage);
    use();
    storage.set('words', '["tea"]');
    page.window.dispatchEvent(pageShow(true));
    expect(words.get()).toEqual(['tea']);
  });

  test('forbidden from the start: the empty value', () => {
    vi.stubGlobal('localStorage', { getItem: refuse });
    expect(words.get()).toBe(EMPTY);
  });
});

describe('another tab', () => {
  test('that sets the value notifies this one', () => {
    const other = openTab();
    expect(words.get()).toBe(EMPTY);
    const { notified } = listen(words);
    other.words.set(['rui']);
    page.window.dispatchEvent(storageEvent('words'));
    expect(notified).toHaveBeenCalledExactlyOnceWith(true);
    expect(words.get()).toEqual(['rui']);
  });

  test('that sets another key does not', () => {
    words.set(['rui']);
    const { notified } = listen(words);
    storage.set('words', '["unasked"]');
    page.window.dispatchEvent(storageEvent('cartItems'));
    expect(notified).not.toHaveBeenCalled();
    expect(words.get()).toEqual(['rui']);
  });

  test('that clears everything clears the value', () => {
    words.set(['rui']);
    storage.clear();
    page.window.dispatchEvent(storageEvent(null));
    expect(words.get()).toBe(EMPTY);
  });

  test('that stores what cannot be read leaves the empty value', () => {
    words.set(['rui']);
    storage.set('words', '{');
    page.window.dispatchEvent(storageEvent('words'));
    expect(words.get()).toBe(EMPTY);
  });
});

test.each([
  ['from the back/forward cache loads what was set meanwhile', true, ['tea'], [[true]]],
  ['that opens changes nothing', false, ['rui'], []],
])('a page %s', (_, persisted, value, calls) => {
  words.set(['rui']);
  storage.set('words', '["tea"]');
  const { notified } = listen(words);
  page.window.dispatchEvent(pageShow(persisted));
  expect(words.get()).toEqual(value);
  expect(notified.mock.calls).toEqual(calls);
});

describe('in a component', () => {
  test('the server renders the empty value, whatever is stored', () => {
    words.set(['rui']);
    expect(renderToString(createElement(() => words.use(({ length }) => length)))).toBe('0');
  });

  test('a change is rendered', async () => {
    const { result } = await renderHook(() => words.use());
    expect(result()).toBe(EMPTY);
    await act(async () => words.set(['rui']));
    expect(result()).toEqual(['rui']);
  });

  test('what does not change what is selected renders nothing', async () => {
    const use = vi.fn<() => number>(() => words.use(({ length }) => length));
    const { result } = await renderHook(use);
    await act(async () => words.set(['rui']));
    expect(result()).toBe(1);
    use.mockClear();
    await act(async () => words.set(['tea']));
    expect(use).not.toHaveBeenCalled();
  });
});
