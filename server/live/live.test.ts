import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import type { Database } from '../db/connect.ts';
import { audit } from '../db/audit.ts';
import { notify } from '../db/notify.ts';
import { type Live, type LiveEvent, createLive } from './live.ts';

describeWithDatabase('the live feed', ({ open }) => {
  let database: Database;
  let live: Live;
  beforeAll(async () => {
    database = await open();
    live = await createLive(database);
  });

  /** Subscribes and remembers; `until` resolves when the event has come. */
  function listener(userId?: string, console = false) {
    const heard: LiveEvent[] = [];
    const waiting: { event: LiveEvent; resolve: () => void }[] = [];
    const end = live.subscribe({ userId, console }, (event) => {
      heard.push(event);
      for (const { resolve } of waiting.filter((one) => one.event === event)) resolve();
    });
    const until = (event: LiveEvent): Promise<void> => new Promise((resolve) => waiting.push({ event, resolve }));
    return { heard, until, end };
  }

  test('notifies each customer of their own data only, and everyone of products', async () => {
    const [rahim, karim, visitor] = [listener('rahim'), listener('karim'), listener()];
    expect(live.subscribers()).toBe(3);
    const all = Promise.all([rahim, karim, visitor].map(({ until }) => until('products')));
    await notify(database.kysely, 'profile', 'rahim');
    await notify(database.kysely, 'products');
    await all;
    expect(rahim.heard).toEqual(['profile', 'products']);
    expect(karim.heard).toEqual(['products']);
    expect(visitor.heard).toEqual(['products']);
    for (const one of [rahim, karim, visitor]) one.end();
    expect(live.subscribers()).toBe(0);
  });

  test('notifies caches of 10,000 changes, and pages in a few events', async () => {
    // The pace is that of this clock, whatever the machine's.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const paced = await createLive(database);
    const { promise: all, resolve } = Promise.withResolvers<void>();
    const heard: LiveEvent[] = [];
    let changes = 0;
    paced.subscribe({}, (event) => heard.push(event));
    paced.onProductsChange(() => {
      changes += 1;
      if (changes === 10_000) resolve();
    });
    for (let round = 0; round < 50; round += 1) {
      // Notifications of one transaction are one where their payloads are alike.
      await sql`select pg_notify('products', n::text) from generate_series(1, 200) n`.execute(database.kysely);
    }
    await all;
    expect(heard).toEqual(['products']);
    vi.advanceTimersByTime(60_000);
    expect(heard).toEqual(['products', 'products']);
    await paced.close();
  });

  test('knows the last changes, and assumes changes where it cannot know', async () => {
    const later = await createLive(database);
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
    const end = later.subscribe({ userId: 'rahim' }, (event) => event === 'profile' && hear());
    // Before it was there, anything may have been.
    expect(later.changesWithin(60_000, { userId: 'rahim' })).toEqual(['products', 'profile']);
    expect(later.changesWithin(60_000, {})).toEqual(['products']);
    const quiet = performance.now();
    await vi.waitFor(() => expect(performance.now() - quiet).toBeGreaterThan(2), SOON);
    const since = (): number => performance.now() - quiet - 1;
    expect(later.changesWithin(since(), { userId: 'rahim' })).toEqual([]);
    await notify(database.kysely, 'profile', 'rahim');
    await heard;
    expect(later.changesWithin(since(), { userId: 'rahim' })).toEqual(['profile']);
    expect(later.changesWithin(since(), { userId: 'karim' })).toEqual([]);
    expect(later.changesWithin(since(), {})).toEqual([]);
    end();
    await later.close();
  });

  test('notifies consoles of what operators see, and nobody else', async () => {
    const [customer, operator] = [listener('rahim'), listener('nusrat', true)];
    const { kysely } = database;
    const mail = { recipient: 'rahim@example.com', subject: '', body_text: '', body_html: '' };
    const changes = [
      () => audit(kysely, { actor: 'shop', action: 'products.import', subject: '*' }),
      () => kysely.insertInto('users').values({ id: 'rahim', email: 'rahim@example.com', name: 'Rahim' }).execute(),
      () => kysely.updateTable('users').set({ city: 'Dhaka' }).where('id', '=', 'rahim').execute(),
      () => kysely.updateTable('outbox').set({ last_error: 'no such host' }).execute(),
      () => kysely.deleteFrom('outbox').execute(),
    ];
    // A new mail alone is none of the operators' business.
    await kysely.insertInto('outbox').values(mail).execute();
    for (const change of changes) {
      const notified = operator.until('console');
      await change();
      await notified;
    }
    await kysely.updateTable('users').set({ language: 'bn' }).where('id', '=', 'rahim').execute();
    expect(operator.heard.filter((event) => event === 'console')).toHaveLength(changes.length);
    expect(customer.heard).not.toContain('console');
    expect(live.changesWithin(60_000, { console: true })).toContain('console');
    expect(live.changesWithin(60_000, { userId: 'rahim' })).not.toContain('console');
    for (const one of [customer, operator]) one.end();
  });

  test('sends closing once', async () => {
    const page = listener('rahim');
    await live.close();
    await live.close();
    expect(page.heard).toEqual(['closing']);
    // Also to a subscriber that comes too late.
    expect(listener('karim').heard).toEqual(['closing']);
    expect(live.subscribers()).toBe(0);
  });
});

describe('the pace of telling', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** Makes `perTick` changes every `everyMs` for `forMs`. Returns when a page heard of them, in ms. */
  async function paced(perTick: number, everyMs: number, forMs: number, channel = 'products') {
    let change: (payload: string) => void = () => {};
    const live = await createLive({
      async listen(name, handler) {
        if (name === channel) change = handler;
        return async () => {};
      },
    });
    const started = Date.now();
    const told: number[] = [];
    live.subscribe({ console: true }, () => told.push(Date.now() - started));
    for (let at = 0; at < forMs; at += everyMs) {
      for (let count = 0; count < perTick; count += 1) change('');
      await vi.advanceTimersByTimeAsync(everyMs);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    return told;
  }

  test('single changes are sent at once, however many there are', async () => {
    expect(await paced(1, 250, 50_000)).toEqual(Array.from({ length: 200 }, (_, at) => at * 250));
  });

  test('10,000 changes in half a minute are sent less and less often, the last one within 2 s', async () => {
    const told = await paced(34, 100, 30_000);
    expect(told.slice(0, 5)).toEqual([0, 200, 600, 1_400, 3_000]);
    expect(told.length).toBeLessThanOrEqual(20);
    expect(told.at(-1)).toBeGreaterThanOrEqual(29_900);
    expect(told.at(-1)).toBeLessThanOrEqual(32_000);
  });

  test('consoles are notified every 500 ms at most, and of very many changes every 2 s', async () => {
    expect(await paced(1, 100, 1_500, 'console')).toEqual([0, 500, 1_000, 1_500]);
    const told = await paced(34, 100, 30_000, 'console');
    expect(told.slice(0, 4)).toEqual([0, 500, 1_500, 3_500]);
    expect(told.at(-1)).toBeGreaterThanOrEqual(29_900);
  });
});
