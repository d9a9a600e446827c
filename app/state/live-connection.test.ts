import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, type Page } from '../../test/support/browser-page.ts';
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
  hear(...types: ('open' | 'error' | LiveEvent)[]): void {
    for (const type of types) this.dispatchEvent(new Event(type));
  }
}

/** Web Locks: the first who asks gets the lock, the next one once that is done. */
class Locks {
  /** Called when a lock is granted, before who asked hears of it. */
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

/** Channels of one name hear one another, a moment later. */
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
  const heard: LiveEvent[] = [];
  const end = connect({ customerId, asOf, notify: (event) => heard.push(event) });
  ends.push(end);
  await soon();
  return { heard, end };
}
const soon = () => vi.advanceTimersByTimeAsync(0);
const source = (): Source => Source.all.at(-1) ?? expect.unreachable('nobody has connected');
const age = (): number => Number(new URL(source().url, 'http://shop.test').searchParams.get('age'));

describe('the connection', () => {
  test('tells what the shop tells', async () => {
    const { heard } = await openTab();
    source().hear('open', 'products', 'profile');
    expect(heard).toEqual(['products', 'profile']);
  });

  test.each([
    ['since the page was made', NOW - 1_500, 1_500],
    ['in whole milliseconds, rather too long', NOW - 0.5, 1],
    ['never in the future', NOW + 5_000, 0],
  ])('asks for what was told %s', async (_, asOf, asked) => {
    await openTab({ asOf });
    expect(source().url).toBe(`/api/live?age=${asked}`);
  });

  test('once ended tells nothing more, not even what the browser still hands over', async () => {
    const { heard, end } = await openTab();
    const ended = source();
    end();
    expect(ended.closed).toBe(true);
    ended.hear('products');
    expect(heard).toEqual([]);
  });
});

describe('after a drop', () => {
  /** The waits before each of so many failing tries, in ms. */
  async function waits(tries: number): Promise<number[]> {
    const waited: number[] = [];
    while (waited.length < tries) {
      source().hear('error');
      expect(Source.open()).toEqual([]);
      const before = Date.now();
      await vi.advanceTimersToNextTimerAsync();
      waited.push(Date.now() - before);
      expect(Source.open()).toHaveLength(1);
    }
    return waited;
  }

  test('it connects again less and less often, at least every 30 s', async () => {
    await openTab();
    expect(await waits(6)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  test('up to half of each wait is taken off', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await openTab();
    expect(await waits(3)).toEqual([1_000, 2_000, 4_000]);
  });

  test('waits are short again after a connection', async () => {
    await openTab();
    await waits(3);
    source().hear('open');
    expect(await waits(1)).toEqual([2_000]);
  });

  test.each([
    ['a visitor', '', ['products']],
    ['a customer', 'rahim', ['products', 'profile']],
  ])('%s is told of everything once it is back, and once only', async (_, who, told) => {
    const { heard } = await openTab({ customerId: who });
    source().hear('open');
    expect(heard).toEqual([]);
    await waits(2);
    source().hear('open');
    expect(heard).toEqual(told);
    source().hear('open');
    expect(heard).toEqual(told);
  });

  test('a network that is found is used at once', async () => {
    await openTab();
    source().hear('error');
    page.window.dispatchEvent(new Event('online'));
    expect(Source.open()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Source.all).toHaveLength(2);
  });

  test('a network that is found changes nothing for who is connected', async () => {
    await openTab();
    page.window.dispatchEvent(new Event('online'));
    expect(Source.all).toHaveLength(1);
  });

  test('it asks for all since the page was made', async () => {
    await openTab({ asOf: NOW - 500 });
    await waits(1);
    expect(age()).toBe(2_500);
  });

  test('who ends it while it waits is not connected again', async () => {
    const { end } = await openTab();
    source().hear('error');
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
    source().hear('products');
    await soon();
    expect([first.heard, second.heard]).toEqual([['products'], ['products']]);
  });

  test('of another customer have another', async () => {
    const first = await openTab({ customerId: 'rahim' });
    const second = await openTab({ customerId: 'karima' });
    expect(Source.open()).toHaveLength(2);
    source().hear('profile');
    await soon();
    expect([first.heard, second.heard]).toEqual([[], ['profile']]);
  });

  test('take over when the one that holds it goes, and ask for all since they were made', async () => {
    const first = await openTab();
    await vi.advanceTimersByTimeAsync(1_000);
    const second = await openTab();
    await vi.advanceTimersByTimeAsync(2_000);
    first.end();
    await soon();
    expect(Source.open()).toHaveLength(1);
    expect(age()).toBe(2_000);
    source().hear('products');
    expect([first.heard, second.heard]).toEqual([[], ['products']]);
  });

  test('that wait ask for the oldest of them too', async () => {
    const first = await openTab();
    await openTab({ asOf: NOW });
    await openTab({ asOf: NOW - 3_000 });
    await openTab({ asOf: NOW - 1_000 });
    first.end();
    await soon();
    expect(age()).toBe(3_000);
  });

  test('that go while they wait never connect', async () => {
    const first = await openTab();
    const second = await openTab();
    const third = await openTab();
    second.end();
    first.end();
    await soon();
    expect(Source.all).toHaveLength(2);
    source().hear('products');
    expect([second.heard, third.heard]).toEqual([[], ['products']]);
  });

  test('that go in the moment in which their turn comes pass it on', async () => {
    const first = await openTab();
    const second = await openTab();
    const third = await openTab();
    locks.onGrant = () => second.end();
    first.end();
    await soon();
    expect(Source.open()).toHaveLength(1);
    source().hear('products');
    expect(third.heard).toEqual(['products']);
  });

  describe('that open later', () => {
    test('are told what they missed while they were made', async () => {
      await openTab();
      const asOf = Date.now();
      await vi.advanceTimersByTimeAsync(10);
      source().hear('products');
      await vi.advanceTimersByTimeAsync(10);
      expect((await openTab({ asOf })).heard).toEqual(['products']);
    });

    test('are not told what is in their page', async () => {
      await openTab();
      source().hear('products');
      await vi.advanceTimersByTimeAsync(10);
      expect((await openTab()).heard).toEqual([]);
    });

    test('are told of everything when they are older than the connection', async () => {
      await openTab();
      expect((await openTab({ asOf: NOW - 1 })).heard).toEqual(['products', 'profile']);
    });
  });

  test('take no notice of what is not the shop’s', async () => {
    const { heard } = await openTab();
    const other = new Channel('sodai-live ');
    for (const data of ['orders', null, { event: 'products' }]) other.postMessage(data);
    await soon();
    other.close();
    expect(heard).toEqual([]);
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
    source().hear('products');
    expect(tabs.map(({ heard }) => heard.length)).toEqual([0, 1]);
  });

  test('only while it is seen; then it asks for what it missed', async () => {
    const { end } = await openTab({ asOf: NOW - 100 });
    expect(age()).toBe(100);
    await vi.advanceTimersByTimeAsync(1_000);
    show(false);
    expect(Source.open()).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    show(true);
    expect(Source.open()).toHaveLength(1);
    // Since it last connected: the connection may have been cut without notice.
    expect(age()).toBe(6_000);
    end();
    show(true);
    expect(Source.open()).toEqual([]);
  });

  test('a tab that opens unseen connects when it is seen', async () => {
    page.document.hidden = true;
    await openTab({ asOf: NOW - 100 });
    expect(Source.all).toEqual([]);
    await vi.advanceTimersByTimeAsync(400);
    show(true);
    expect(age()).toBe(500);
  });

  test('several notices in a row are one connection', async () => {
    await openTab();
    show(true);
    show(true);
    expect(Source.open()).toHaveLength(1);
  });
});
