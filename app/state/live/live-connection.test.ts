import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, type Page } from '../../../test/support/browser-page.ts';
import { connect, type LiveEvent } from './live-connection.ts';

/** When the tests begin, in ms since 1970. */
const NOW = 1_000_000;

/** The browser's end of `GET /api/live`. */
class Source extends EventTarget {
  static readonly all: Source[] = [];
  static open = (): Source[] => Source.all.filter(({ closed }) => !closed);
  closed = false;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Source.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
  send(...types: ('open' | 'error' | LiveEvent)[]): void {
    for (const type of types) this.dispatchEvent(new Event(type));
  }
}

/** Web Locks: the first request gets the lock, the next one after its release. */
class Locks {
  /** Called when a lock is granted, before the request's callback. */
  onGrant: (() => void) | undefined;
  readonly #turns = new Map<string, Promise<unknown>>();

  async request(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>): Promise<void> {
    const called = Promise.withResolvers<never>();
    let granted = false;
    signal.addEventListener('abort', () => granted || called.reject(signal.reason));
    const before = this.#turns.get(name);
    const mine = (async () => {
      await before;
      if (signal.aborted) return;
      granted = true;
      this.onGrant?.();
      await work();
    })();
    this.#turns.set(name, mine);
    await Promise.race([mine, called.promise]);
  }
}

/** Channels with the same name get each other's messages, a moment later. */
class Channel extends EventTarget {
  static readonly all = new Set<Channel>();
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    Channel.all.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.all) {
      if (other === this || other.name !== this.name) continue;
      queueMicrotask(() => Channel.all.has(other) && other.dispatchEvent(new MessageEvent('message', { data })));
    }
  }
  close(): void {
    Channel.all.delete(this);
  }
}

let page: Page;
let locks: Locks;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  page = openPage();
  locks = new Locks();
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  const left = vi.getTimerCount() + Source.open().length + Channel.all.size;
  if (left > 0) throw new Error('something goes on after the end');
  Source.all.length = 0;
  vi.useRealTimers();
});

const ends: (() => void)[] = [];

/** One tab that listens. */
async function openTab({ customerId = '', asOf = Date.now() } = {}) {
  const received: LiveEvent[] = [];
  const end = connect({ customerId, asOf, notify: (event) => received.push(event) });
  ends.push(end);
  await soon();
  return { received, end };
}
const soon = () => vi.advanceTimersByTimeAsync(0);
const source = (): Source => Source.all.at(-1) ?? expect.unreachable('no connection was opened');
const age = (): number => Number(new URL(source().url, 'http://shop.test').searchParams.get('age'));

describe('the connection', () => {
  test('passes on the shop’s events', async () => {
    const { received } = await openTab();
    source().send('open', 'products', 'profile');
    expect(received).toEqual(['products', 'profile']);
  });

  test.each([
    ['since the page was created', NOW - 1_500, 1_500],
    ['in whole milliseconds, rounded up', NOW - 0.5, 1],
    ['never in the future', NOW + 5_000, 0],
  ])('requests the events %s', async (_, asOf, asked) => {
    await openTab({ asOf });
    expect(source().url).toBe(`/api/live?age=${asked}`);
  });

  test.each([
    ['as soon as it opens', 1_000, []],
    ['after the shop may have looked too late', 1_001, ['products']],
  ])('gives every kind of event %s', async (_, tookMs, expected) => {
    const { received } = await openTab();
    await vi.advanceTimersByTimeAsync(tookMs);
    source().send('open');
    expect(received).toEqual(expected);
  });

  test('passes on nothing after its end, not even an event that the browser still delivers', async () => {
    const { received, end } = await openTab();
    const ended = source();
    end();
    expect(ended.closed).toBe(true);
    ended.send('products');
    expect(received).toEqual([]);
  });
});

describe('after a drop', () => {
  /** The waits before each of so many failing tries, in ms. */
  async function waits(tries: number): Promise<number[]> {
    const waited: number[] = [];
    while (waited.length < tries) {
      source().send('error');
      expect(Source.open()).toEqual([]);
      const before = Date.now();
      await vi.advanceTimersToNextTimerAsync();
      waited.push(Date.now() - before);
      expect(Source.open()).toHaveLength(1);
    }
    return waited;
  }

  test.each([
    ['at least every 30 s', 1, [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
    ['each wait by chance shorter by up to half', 0, [1_000, 2_000, 4_000]],
  ])('it reconnects less and less often, %s', async (_, random, waited) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    await openTab();
    expect(await waits(waited.length)).toEqual(waited);
  });

  test('waits are short again after a connection', async () => {
    await openTab();
    await waits(3);
    source().send('open');
    expect(await waits(1)).toEqual([2_000]);
  });

  test.each([
    ['a visitor', '', ['products']],
    ['a customer', 'rahim', ['products', 'profile']],
  ])('%s gets every kind of event once when the connection is back', async (_, customerId, expected) => {
    const { received } = await openTab({ customerId });
    source().send('open');
    expect(received).toEqual([]);
    await waits(2);
    source().send('open');
    expect(received).toEqual(expected);
    source().send('open');
    expect(received).toEqual(expected);
  });

  test('it reconnects at once when the browser is online again', async () => {
    await openTab();
    source().send('error');
    page.window.dispatchEvent(new Event('online'));
    expect(Source.open()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Source.all).toHaveLength(2);
  });

  test('being online again changes nothing for an open connection', async () => {
    await openTab();
    page.window.dispatchEvent(new Event('online'));
    expect(Source.all).toHaveLength(1);
  });

  test('it requests all events since the page was created', async () => {
    await openTab({ asOf: NOW - 500 });
    await waits(1);
    expect(age()).toBe(2_500);
  });

  test('it does not reconnect when it was stopped during the wait', async () => {
    const { end } = await openTab();
    source().send('error');
    end();
    page.window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Source.all).toHaveLength(1);
  });
});

describe('tabs', () => {
  test('share one connection', async () => {
    const first = await openTab();
    const second = await openTab();
    expect(Source.all).toHaveLength(1);
    source().send('products');
    await soon();
    expect([first.received, second.received]).toEqual([['products'], ['products']]);
  });

  test('of another customer have another', async () => {
    const first = await openTab({ customerId: 'rahim' });
    const second = await openTab({ customerId: 'karima' });
    expect(Source.open()).toHaveLength(2);
    source().send('profile');
    await soon();
    expect([first.received, second.received]).toEqual([[], ['profile']]);
  });

  test('take over when the tab with the connection closes, and request all events since they were created', async () => {
    const first = await openTab();
    await vi.advanceTimersByTimeAsync(1_000);
    const second = await openTab();
    await vi.advanceTimersByTimeAsync(2_000);
    first.end();
    await soon();
    expect(Source.open()).toHaveLength(1);
    expect(age()).toBe(2_000);
    source().send('products');
    expect([first.received, second.received]).toEqual([[], ['products']]);
  });

  test('that wait request the events that the oldest of them needs', async () => {
    const first = await openTab();
    await openTab({ asOf: NOW });
    await openTab({ asOf: NOW - 3_000 });
    await openTab({ asOf: NOW - 1_000 });
    first.end();
    await soon();
    expect(age()).toBe(3_000);
  });

  test('that close while they wait never connect', async () => {
    const first = await openTab();
    const second = await openTab();
    const third = await openTab();
    second.end();
    first.end();
    await soon();
    expect(Source.all).toHaveLength(2);
    source().send('products');
    expect([second.received, third.received]).toEqual([[], ['products']]);
  });

  test('that close at the moment of the lock’s grant release it', async () => {
    const first = await openTab();
    const second = await openTab();
    const third = await openTab();
    locks.onGrant = () => second.end();
    first.end();
    await soon();
    expect(Source.open()).toHaveLength(1);
    source().send('products');
    expect(third.received).toEqual(['products']);
  });

  test('that open later get the events since their creation; every kind when they are older than the connection', async () => {
    await openTab();
    const asOf = Date.now();
    await vi.advanceTimersByTimeAsync(10);
    source().send('products');
    await vi.advanceTimersByTimeAsync(10);
    expect((await openTab({ asOf })).received).toEqual(['products']);
    expect((await openTab()).received).toEqual([]);
    expect((await openTab({ asOf: NOW - 1 })).received).toEqual(['products', 'profile']);
  });

  test('ignore foreign messages', async () => {
    const { received } = await openTab();
    const other = new Channel('sodai-live ');
    for (const data of ['orders', null, { event: 'products' }]) other.postMessage(data);
    await soon();
    other.close();
    expect(received).toEqual([]);
  });
});

describe('where there are no locks', () => {
  beforeEach(() => void vi.stubGlobal('navigator', {}));

  const show = (shown: boolean): void => {
    page.document.hidden = !shown;
    page.document.dispatchEvent(new Event('visibilitychange'));
  };

  test('each tab has a connection of its own', async () => {
    const tabs = [await openTab(), await openTab()];
    expect(Source.open()).toHaveLength(2);
    source().send('products');
    expect(tabs.map(({ received }) => received.length)).toEqual([0, 1]);
  });

  test('only while it is visible; then it requests the events that it missed', async () => {
    const { end } = await openTab({ asOf: NOW - 100 });
    expect(age()).toBe(100);
    await vi.advanceTimersByTimeAsync(1_000);
    show(false);
    expect(Source.open()).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    show(true);
    expect(Source.open()).toHaveLength(1);
    // Since it last connected: the connection may have been lost without notice.
    expect(age()).toBe(6_000);
    end();
    show(true);
    expect(Source.open()).toEqual([]);
  });

  test('a tab that opens hidden connects when it becomes visible', async () => {
    page.document.hidden = true;
    await openTab({ asOf: NOW - 100 });
    expect(Source.all).toEqual([]);
    await vi.advanceTimersByTimeAsync(400);
    show(true);
    expect(age()).toBe(500);
  });

  test('several visibility events in a row make one connection', async () => {
    await openTab();
    show(true);
    show(true);
    expect(Source.open()).toHaveLength(1);
  });
});
