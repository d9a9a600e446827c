/** Notifies this process's subscribers of changes: the page cache and open pages (product §4). */
import type { Database } from '../db/connect.ts';

/**
 * 'products': the catalogue changed. 'profile': the subscriber's own data or orders changed. 'closing': the shop is closing, and there will
 * be no more events. After a lost connection to the database both changes are notified, because some may have been missed.
 */
export type LiveEvent = 'products' | 'profile' | 'closing';

export interface Live {
  /**
   * Notifies an open page of changes; without a user only of 'products'. Changes of the catalogue are throttled: the first one at once, then
   * one event every 200 ms, and while very many come, fewer and fewer, down to one every 2 s. Returns a function that unsubscribes.
   */
  subscribe(who: { userId?: string | undefined }, handler: (event: LiveEvent) => void): () => void;
  /**
   * The changes within the last `ms`, and those that may have happened then: for a page that was rendered before it subscribed.
   * `userId` as in `subscribe`.
   */
  changesWithin(ms: number, userId?: string): ('products' | 'profile')[];
  /** Calls back at once on every change of the catalogue, before open pages are notified: for caches. Returns a function that unsubscribes. */
  onProductsChange(handler: () => void): () => void;
  /** How many subscribers there are. */
  subscribers(): number;
  /** Notifies all subscribers that the shop is closing, and stops listening. May be called twice. */
  close(): Promise<void>;
}

/** The shortest pause between two 'products' events, in ms, and the longest one while very many changes come. */
const BURST_MS = 200;
const FLOOD_MS = 2_000;
/** More changes than this between two events double the pause. */
const FLOOD = 10;

/** How long changes of customers' data are remembered, in ms. Before that, any may have happened. */
const MEMORY_MS = 60_000;

/** Listens to the database's notifications from now on. */
export async function createLive(database: Pick<Database, 'listen'>): Promise<Live> {
  const everyone = new Set<(event: LiveEvent) => void>();
  const byUser = new Map<string, Set<(event: LiveEvent) => void>>();
  const caches = new Set<() => void>();
  let quiet: NodeJS.Timeout | undefined;
  let missed = 0;
  let pause = BURST_MS;
  let closed = false;
  // Anything may have changed before this process started.
  let productsAt = performance.now();
  let profilesKnownFrom = performance.now();
  const profilesAt = new Map<string, number>();

  function productsChanged(): void {
    productsAt = performance.now();
    for (const handler of caches) handler();
    if (quiet) missed += 1;
    else sendProducts();
  }

  function sendProducts(): void {
    pause = missed > FLOOD ? Math.min(2 * pause, FLOOD_MS) : BURST_MS;
    missed = 0;
    for (const handler of everyone) handler('products');
    quiet = setTimeout(() => {
      quiet = undefined;
      if (missed > 0) sendProducts();
    }, pause);
    quiet.unref();
  }

  function profileChanged(userId: string): void {
    remember(userId);
    for (const handler of byUser.get(userId) ?? []) handler('profile');
  }

  /** Stores the time of a customer's change and drops old ones. The oldest entry is the first. */
  function remember(userId: string): void {
    const now = performance.now();
    profilesAt.delete(userId);
    profilesAt.set(userId, now);
    profilesKnownFrom = Math.max(profilesKnownFrom, now - MEMORY_MS);
    for (const [id, at] of profilesAt) {
      if (at >= profilesKnownFrom) break;
      profilesAt.delete(id);
    }
  }

  const unlisten = [
    await database.listen('products', productsChanged, productsChanged),
    await database.listen('profile', profileChanged, () => {
      profilesKnownFrom = performance.now();
      for (const userId of byUser.keys()) profileChanged(userId);
    }),
  ];

  return {
    subscribe({ userId }, handler) {
      if (closed) {
        handler('closing');
        return () => {};
      }
      everyone.add(handler);
      if (userId !== undefined) {
        const handlers = byUser.get(userId) ?? new Set();
        byUser.set(userId, handlers.add(handler));
      }
      return () => {
        everyone.delete(handler);
        const handlers = userId === undefined ? undefined : byUser.get(userId);
        handlers?.delete(handler);
        if (userId !== undefined && handlers?.size === 0) byUser.delete(userId);
      };
    },
    changesWithin(ms, userId) {
      const since = performance.now() - ms;
      const profileAt = userId === undefined ? Number.NEGATIVE_INFINITY : (profilesAt.get(userId) ?? 0);
      const profileChanged = userId !== undefined && (profileAt >= since || profilesKnownFrom >= since);
      return [...(productsAt >= since ? ['products' as const] : []), ...(profileChanged ? ['profile' as const] : [])];
    },
    onProductsChange(handler) {
      caches.add(handler);
      return () => caches.delete(handler);
    },
    subscribers: () => everyone.size,
    async close() {
      if (closed) return;
      closed = true;
      clearTimeout(quiet);
      for (const handler of everyone) handler('closing');
      everyone.clear();
      byUser.clear();
      for (const end of unlisten) await end().catch(() => {});
    },
  };
}
