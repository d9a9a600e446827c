import { act, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, renderHook, type Page } from '../../test/support/browser-page.ts';
import { createStored, type Stored, useStored } from './local-storage.ts';

const EMPTY: readonly string[] = [];
const read = (stored: unknown): readonly string[] | undefined => (Array.isArray(stored) ? stored : undefined);

let storage: Map<string, string>;
let page: Page;
let words: Stored<readonly string[]>;

/** A page of this browser that has the store. */
function openTab(): { page: Page; words: Stored<readonly string[]> } {
  return { page: openPage(storage), words: createStored({ key: 'words', empty: EMPTY, read }) };
}
beforeEach(() => {
  storage = new Map();
  ({ page, words } = openTab());
});

/** What the browser does in every tab but the one that wrote. */
const storageEvent = (key: string | null) => Object.assign(new Event('storage'), { key });
const pageShow = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

function hear(stored: Stored<unknown>) {
  const heard = vi.fn<(elsewhere: boolean) => void>();
  return { heard, stop: stored.subscribe(heard) };
}

test('a value outlives its page', () => {
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

test.each(['', '{', 'null', '{"of":"before"}', '"text"'])('what is stored as %j is dropped', (text) => {
  storage.set('words', text);
  expect(words.get()).toBe(EMPTY);
});

test('a reader that throws crashes nothing', () => {
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

test('the value is the same object until it changes, so that nothing renders again', () => {
  storage.set('words', '["rui"]');
  expect(words.get()).toBe(words.get());
});

test('who listens is told of every change, until they stop', () => {
  const { heard, stop } = hear(words);
  words.set(['rui']);
  expect(heard).toHaveBeenCalledExactlyOnceWith(false);
  stop();
  words.set([]);
  expect(heard).toHaveBeenCalledTimes(1);
});

describe('full or forbidden storage', () => {
  const refuse = (): never => {
    throw new DOMException('no', 'QuotaExceededError');
  };

  test.each([
    ['full', { getItem: (key: string) => storage.get(key) ?? null, setItem: refuse, removeItem: refuse }],
    ['forbidden', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ])('%s: the value lives on in memory, also on a page that was put away', (_, localStorage) => {
    storage.set('words', '["of before"]');
    vi.stubGlobal('localStorage', localStorage);
    const { heard } = hear(words);
    words.set(['rui']);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(words.get()).toEqual(['rui']);
    page.window.dispatchEvent(pageShow(true));
    expect(words.get()).toEqual(['rui']);
  });

  test.each([
    ['the value is set again', () => words.set(['rui', 'salt'])],
    ['another tab has set it', () => page.window.dispatchEvent(storageEvent('words'))],
  ])('that has room again is used again: %s', (_, use) => {
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
  test('that sets the value is heard of', () => {
    const other = openTab();
    expect(words.get()).toBe(EMPTY);
    const { heard } = hear(words);
    other.words.set(['rui']);
    page.window.dispatchEvent(storageEvent('words'));
    expect(heard).toHaveBeenCalledExactlyOnceWith(true);
    expect(words.get()).toEqual(['rui']);
  });

  test('that sets another value is not', () => {
    words.set(['rui']);
    const { heard } = hear(words);
    storage.set('words', '["unasked"]');
    page.window.dispatchEvent(storageEvent('cartItems'));
    expect(heard).not.toHaveBeenCalled();
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

describe('a page that comes back', () => {
  beforeEach(() => {
    words.set(['rui']);
    storage.set('words', '["tea"]');
  });

  test('from the back-forward cache has what was set meanwhile', () => {
    const { heard } = hear(words);
    page.window.dispatchEvent(pageShow(true));
    expect(words.get()).toEqual(['tea']);
    expect(heard).toHaveBeenCalledExactlyOnceWith(true);
  });

  test('is not one that opens', () => {
    const { heard } = hear(words);
    page.window.dispatchEvent(pageShow(false));
    expect(words.get()).toEqual(['rui']);
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('in a component', () => {
  test('the server renders the empty value, whatever is stored', () => {
    words.set(['rui']);
    expect(renderToString(createElement(() => useStored(words, ({ length }) => length)))).toBe('0');
  });

  test('a change is rendered', async () => {
    const { result } = await renderHook(() => useStored(words));
    expect(result()).toBe(EMPTY);
    await act(async () => words.set(['rui']));
    expect(result()).toEqual(['rui']);
  });

  test('what does not change what is selected renders nothing', async () => {
    const use = vi.fn<() => number>(() => useStored(words, ({ length }) => length));
    const { result } = await renderHook(use);
    await act(async () => words.set(['rui']));
    expect(result()).toBe(1);
    use.mockClear();
    await act(async () => words.set(['tea']));
    expect(use).not.toHaveBeenCalled();
  });
});
