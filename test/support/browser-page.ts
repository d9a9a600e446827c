/** As much of a browser as hooks and stores need: a window, a document without elements, local storage, requests. */
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

export interface Page {
  window: EventTarget;
  document: EventTarget & { hidden: boolean; readyState: string };
}

/** A request that waits for its answer. */
export interface Asked {
  /** Path and query. */
  url: string;
  signal: AbortSignal;
  answer(body: unknown, status?: number): Promise<void>;
  fail(): Promise<void>;
}

/**
 * Stubs the globals of a browser: another page of the same browser when it gets the same storage. State modules look at
 * them when they load, so import those afterwards. All stubs are taken back after the test.
 */
export function openPage(storage = new Map<string, string>()): Page {
  onTestFinished(() => void vi.unstubAllGlobals());
  const document = Object.assign(new EventTarget(), {
    nodeType: 9,
    hidden: false,
    readyState: 'complete',
    activeElement: null,
  });
  const window = Object.assign(new EventTarget(), { document, event: undefined, HTMLIFrameElement: EventTarget });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', new URL('http://shop.test/'));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  });
  return { window, document };
}

/** The requests of the page, answered by the test in any order. One that was called off gets no answer. */
export function stubFetch(): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Pick<Response, 'ok' | 'status' | 'json'>>();
    signal.addEventListener('abort', () => reject(signal.reason));
    asked.push({
      url,
      signal,
      answer: (body, status = 200) => act(async () => resolve({ ok: status === 200, status, json: async () => body })),
      fail: () => act(async () => reject(new TypeError('Failed to fetch'))),
    });
    return promise;
  });
  return asked;
}

/** A hook in a component of its own. `use` is called at every rendering; `result` is what it gave at the latest. */
export async function renderHook<T>(use: () => T) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // The component shows nothing, so React asks little of the element that it is shown in.
  const element = Object.assign(new EventTarget(), { nodeType: 1, tagName: 'DIV', ownerDocument: document });
  const root = createRoot(element as unknown as Element);
  let result: T | undefined;
  const Component = (): null => {
    result = use();
    return null;
  };
  const render = (): Promise<void> => act(async () => root.render(createElement(Component)));
  await render();
  return {
    result: (): T => result as T,
    render,
    unmount: (): Promise<void> => act(async () => root.unmount()),
  };
}
