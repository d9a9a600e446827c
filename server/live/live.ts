/** What changed, told as it happens to whoever in this process wants to know: page cache, open pages (product §4). */
import type { Database } from '../db/connect.ts';

/**
 * 'products': the catalogue changed. 'profile': the subscriber's own data or orders changed. 'closing': the shop is
 * closing, nothing more will come. After a gap in the connection to the database both changes are told.
 */
export type LiveEvent = 'products' | 'profile' | 'closing';

export interface Live {
  /**
   * Tells an open page what concerns it; without a user 'products' alone. Bursts of catalogue changes reach it as one
   * at once and then one every 200 ms, floods of them as ever fewer, at last one every 2 s. Returns what ends it.
   */
  subscribe(who: { userId?: string | undefined }, handler: (event: LiveEvent) => void): () => void;
  /**
   * What was told within the last so many ms, or may have been: for a page that was made then and connects only now.
   * `userId` as in `subscribe`.
   */
  toldWithin(ms: number, userId?: string): ('products' | 'profile')[];
  /** Calls back on every single change of the catalogue, at once, before open pages hear of it: for caches. */
  onProductsChange(handler: () => void): () => void;
  /** How many subscribers there are. */
  subscribers(): number;
  /** Tells everyone that the shop closes and stops listening. May be called twice. */
  close(): Promise<void>;
}

/** The least time between two tellings of catalogue changes, in ms, and what it may grow to while they come in floods. */
const BURST_MS = 200;
const FLOOD_MS = 2_000;
/** From how many changes between two tellings on it is a flood. */
const FLOOD = 10;

/** For how long it is remembered whose data changed, in ms; about earlier changes nothing is known. */
const MEMORY_MS = 60_000;

/** Listens to the database from now on. */
export async function createLive(database: Pick<Database, 'listen'>): Promise<Live> {
  const everyone = new Set<(event: LiveEvent) => void>();
  const byUser = new Map<string, Set<(event: LiveEvent) => void>>();
  const caches = new Set<() => void>();
  let quiet: NodeJS.Timeout | undefined;
  let missed = 0;
  let pause = BURST_MS;
  let closed = false;
  // Whatever was before this process may have been a change.
  let productsAt = performance.now();
  let profilesKnownFrom = performance.now();
  const profilesAt = new Map<string, number>();

  function productsChanged(): void {
    productsAt = performance.now();
    for (const handler of caches) handler();
    if (quiet) missed += 1;
    else tellProducts();
  }

  function tellProducts(): void {
    pause = missed > FLOOD ? Math.min(2 * pause, FLOOD_MS) : BURST_MS;
    missed = 0;
    for (const handler of everyone) handler('products');
    quiet = setTimeout(() => {
      quiet = undefined;
      if (missed > 0) tellProducts();
    }, pause);
    quiet.unref();
  }

  function profileChanged(userId: string): void {
    remember(userId);
    for (const handler of byUser.get(userId) ?? []) handler('profile');
  }

  /** The oldest entry stands first. */
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
    toldWithin(ms, userId) {
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
