/** Notifies this process's subscribers of changes: the page cache and open pages (product §4). */
import type { Database } from '../db/connect.ts';
import pLimit from 'p-limit';

/** 'profile': the subscriber's own data or orders; after a lost connection everybody's, because some may be missed. */
export type LiveEvent = 'products' | 'profile' | 'console' | 'closing';
type Change = Exclude<LiveEvent, 'closing'>;

export interface Subscriber {
  userId?: string | undefined;
  console?: boolean;
}

export type Live = Awaited<ReturnType<typeof createLive>>;
type Handler = (event: LiveEvent) => void;

/** The shortest pause between two events, in ms, and the longest one while very many changes come. */
const PRODUCTS_PACE = { shortest: 200, longest: 2_000 };
/** Slower, because an open console asks for much more than an open page of the shop. */
const CONSOLE_PACE = { shortest: 500, longest: 2_000 };

const CHANGES: readonly Change[] = ['products', 'profile', 'console'];

/** How long changes of customers' data are remembered, in ms. Before that, any may have happened. */
const MEMORY_MS = 60_000;

export async function createLive(database: Pick<Database, 'listen'>) {
  const products = createBroadcast('products', PRODUCTS_PACE);
  const consoles = createBroadcast('console', CONSOLE_PACE);
  const byUser = new Map<string, Set<Handler>>();
  const caches = new Set<() => void>();
  let closed = false;
  let profilesKnownFrom = performance.now();
  const profilesAt = new Map<string, number>();

  function dropPages(): void {
    for (const handler of caches) handler();
  }

  function productsChanged(): void {
    dropPages();
    products.changed();
  }

  /** Also drops the times of old changes. The oldest entry is the first. */
  function profileChanged(userId: string): void {
    const now = performance.now();
    profilesAt.delete(userId);
    profilesAt.set(userId, now);
    profilesKnownFrom = Math.max(profilesKnownFrom, now - MEMORY_MS);
    for (const [id, at] of profilesAt) {
      if (at >= profilesKnownFrom) break;
      profilesAt.delete(id);
    }
    sendAll(byUser.get(userId) ?? [], 'profile');
  }

  const unlisten = [
    await database.listen('products', productsChanged, productsChanged),
    await database.listen('profile', profileChanged, () => {
      profilesKnownFrom = performance.now();
      for (const userId of byUser.keys()) profileChanged(userId);
    }),
    await database.listen('console', consoles.changed, consoles.changed),
  ];

  return {
    /** Drops the finished pages of this process: after its own changes, so that whoever made one reads it at once. */
    dropPages,
    /** Notifies the open pages too. */
    productsChanged,
    /** Returns what unsubscribes. */
    subscribe({ userId, console = false }: Subscriber, handler: Handler): () => void {
      if (closed) {
        handler('closing');
        return () => {};
      }
      products.handlers.add(handler);
      if (console) consoles.handlers.add(handler);
      if (userId !== undefined) {
        const handlers = byUser.get(userId) ?? new Set();
        byUser.set(userId, handlers.add(handler));
      }
      return () => {
        products.handlers.delete(handler);
        consoles.handlers.delete(handler);
        const handlers = userId === undefined ? undefined : byUser.get(userId);
        handlers?.delete(handler);
        if (userId !== undefined && handlers?.size === 0) byUser.delete(userId);
      };
    },
    /** The changes within the last `ms`, for a page that was rendered before it subscribed. */
    changesWithin(ms: number, { userId, console = false }: Subscriber): Change[] {
      const since = performance.now() - ms;
      const changed: Record<Change, boolean> = {
        products: products.changedSince(since),
        profile: userId !== undefined && Math.max(profilesAt.get(userId) ?? 0, profilesKnownFrom) >= since,
        console: console && consoles.changedSince(since),
      };
      return CHANGES.filter((change) => changed[change]);
    },
    /** Calls back at once, before open pages are notified: for caches. */
    onProductsChange: (handler: () => void) => void caches.add(handler),
    subscribers: () => products.handlers.size,
    /** Tells all subscribers that the shop is closing, and stops listening. May be called twice. */
    async close(): Promise<void> {
      if (closed) return;
      closed = true;
      sendAll(products.handlers, 'closing');
      for (const { stop } of [products, consoles]) stop();
      byUser.clear();
      for (const end of unlisten) await end().catch(() => {});
    },
  };
}

function sendAll(handlers: Iterable<Handler>, event: LiveEvent): void {
  for (const handler of handlers) handler(event);
}

/** More changes than this between two events double the pause. */
const FLOOD = 10;

/** One event at once, then one every `shortest` ms at most, and up to every `longest` while very many changes come. */
function createBroadcast(event: Change, { shortest, longest }: Record<'shortest' | 'longest', number>) {
  const handlers = new Set<Handler>();
  // Anything may have changed before this process started.
  let changedAt = performance.now();
  let quiet: NodeJS.Timeout | undefined;
  let missed = 0;
  let pause = shortest;

  function send(): void {
    pause = missed > FLOOD ? Math.min(2 * pause, longest) : shortest;
    missed = 0;
    sendAll(handlers, event);
    quiet = setTimeout(() => {
      quiet = undefined;
      if (missed > 0) send();
    }, pause).unref();
  }

  return {
    handlers,
    changedSince: (time: number): boolean => changedAt >= time,
    changed(): void {
      changedAt = performance.now();
      if (quiet) missed += 1;
      else send();
    },
    stop(): void {
      clearTimeout(quiet);
      handlers.clear();
    },
  };
}

/** How long after a failed reading the next one follows, in ms. */
const RETRY_MS = 1_000;

/**
 * What a shop's operator has set: a value of the database that each process keeps in memory. Read once, and again when
 * the channel `shop` says so. `onChange` follows another value, within `refresh`.
 */
export async function createSnapshot<T>(
  database: Pick<Database, 'listen'>,
  read: () => Promise<T>,
  onChange: () => void = () => {},
) {
  let current = await read();
  let closed = false;
  const inTurn = pLimit(1);
  /** Each reading begins after the change that asks for it. */
  const refresh = (): Promise<void> =>
    inTurn(async () => {
      const known = JSON.stringify(current);
      current = await read();
      if (JSON.stringify(current) !== known) onChange();
    });
  const follow = (): void => {
    if (closed) return;
    refresh().catch(() => setTimeout(follow, RETRY_MS).unref());
  };
  const unlisten = await database.listen('shop', follow, follow);
  // It may have changed between the first reading and the subscription.
  await refresh();

  return {
    get: (): T => current,
    /** After a change of this process, so that its next answer has it. */
    refresh,
    async close(): Promise<void> {
      closed = true;
      await unlisten().catch(() => {});
    },
  };
}
