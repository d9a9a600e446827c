/** Notifies this process's subscribers of changes: the page cache and open pages (product §4). */
import type { Database } from '../db/connect.ts';

/** 'profile': the subscriber's own data or orders. After a lost connection to the database all are notified: some may have been missed. */
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
  const everyone = new Set<Handler>();
  const byUser = new Map<string, Set<Handler>>();
  const consoles = new Set<Handler>();
  const caches = new Set<() => void>();
  const productEvents = createThrottle(PRODUCTS_PACE, () => sendAll(everyone, 'products'));
  const consoleEvents = createThrottle(CONSOLE_PACE, () => sendAll(consoles, 'console'));
  let closed = false;
  // Anything may have changed before this process started.
  let productsAt = performance.now();
  let consoleAt = performance.now();
  let profilesKnownFrom = performance.now();
  const profilesAt = new Map<string, number>();

  function productsChanged(): void {
    productsAt = performance.now();
    for (const handler of caches) handler();
    productEvents.changed();
  }

  function consoleChanged(): void {
    consoleAt = performance.now();
    consoleEvents.changed();
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
    await database.listen('console', consoleChanged, consoleChanged),
  ];

  return {
    /** Drops the finished pages of this process, and notifies its open ones. */
    productsChanged,
    /** Throttled: one at once, then every 200 ms (console: 500), down to every 2 s while very many come. Returns what unsubscribes. */
    subscribe({ userId, console = false }: Subscriber, handler: Handler): () => void {
      if (closed) {
        handler('closing');
        return () => {};
      }
      everyone.add(handler);
      if (console) consoles.add(handler);
      if (userId !== undefined) {
        const handlers = byUser.get(userId) ?? new Set();
        byUser.set(userId, handlers.add(handler));
      }
      return () => {
        everyone.delete(handler);
        consoles.delete(handler);
        const handlers = userId === undefined ? undefined : byUser.get(userId);
        handlers?.delete(handler);
        if (userId !== undefined && handlers?.size === 0) byUser.delete(userId);
      };
    },
    /** The changes within the last `ms`, and those that may have happened then: for a page that was rendered before it subscribed. */
    changesWithin(ms: number, { userId, console = false }: Subscriber): Change[] {
      const since = performance.now() - ms;
      const changed: Record<Change, boolean> = {
        products: productsAt >= since,
        profile: userId !== undefined && Math.max(profilesAt.get(userId) ?? 0, profilesKnownFrom) >= since,
        console: console && consoleAt >= since,
      };
      return CHANGES.filter((change) => changed[change]);
    },
    /** Calls back at once, before open pages are notified: for caches. Returns what unsubscribes. */
    onProductsChange(handler: () => void): () => void {
      caches.add(handler);
      return () => caches.delete(handler);
    },
    subscribers: () => everyone.size,
    /** Tells all subscribers that the shop is closing, and stops listening. May be called twice. */
    async close(): Promise<void> {
      if (closed) return;
      closed = true;
      productEvents.stop();
      consoleEvents.stop();
      sendAll(everyone, 'closing');
      everyone.clear();
      consoles.clear();
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

/** Calls `send` at once, then at most once every `shortest` ms; while very many changes come, less and less often, down to `longest`. */
function createThrottle({ shortest, longest }: Record<'shortest' | 'longest', number>, send: () => void) {
  let quiet: NodeJS.Timeout | undefined;
  let missed = 0;
  let pause = shortest;

  function sendNow(): void {
    pause = missed > FLOOD ? Math.min(2 * pause, longest) : shortest;
    missed = 0;
    send();
    quiet = setTimeout(() => {
      quiet = undefined;
      if (missed > 0) sendNow();
    }, pause).unref();
  }

  return {
    changed(): void {
      if (quiet) missed += 1;
      else sendNow();
    },
    stop: (): void => clearTimeout(quiet),
  };
}
