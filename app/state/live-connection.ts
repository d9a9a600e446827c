/** The connection to `GET /api/live`: one per browser, held by one tab and shared with the others. */

/** What the shop tells open pages: the catalogue changed, or the customer's own data or orders did. */
export type LiveEvent = 'products' | 'profile';

export interface Listening {
  /** The customer's id, or empty: another customer, another connection. */
  who: string;
  /** Since when (ms since 1970) what the page shows may be out of date; what was told since is told again. */
  asOf: number;
  tell: (event: LiveEvent) => void;
}

/** Waits before connecting again: doubling, a random half of it taken off so that browsers do not come back in step. In ms. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Listens from now on, through this tab's connection or another tab's (HTTP/1.1 browsers have six in all). When the tab
 * that holds it goes, another one takes over. Returns what ends it.
 */
export function connect(listening: Listening): () => void {
  const ending = new AbortController();
  if ('locks' in navigator) share(listening, ending.signal);
  else listenWhileSeen(listening, ending.signal);
  return () => ending.abort();
}

/** One tab at a time gets the lock and with it the connection; it passes on what it hears. */
function share({ who, asOf, tell }: Listening, signal: AbortSignal): void {
  const name = `sodai-live ${who}`;
  const channel = new BroadcastChannel(name);
  signal.addEventListener('abort', () => channel.close());
  /** From when on this tab can say what was told: as the holder of the connection; before, what to ask for. */
  let since = asOf;
  /** When what was told last, as the holder. */
  let told: Map<LiveEvent, number> | null = null;

  channel.addEventListener('message', ({ data }) => {
    if (isLiveEvent(data)) tell(data);
    else if (typeof data !== 'number') return;
    else if (!told) since = Math.min(since, data);
    // Another tab has just opened and asks what it missed.
    else for (const event of EVENTS) if (since > data || (told.get(event) ?? 0) >= data) channel.postMessage(event);
  });
  channel.postMessage(asOf);

  const hold = async (): Promise<void> => {
    // The lock may be granted just as it was called off; then nobody would ever let go of it.
    if (signal.aborted) return;
    const times = (told = new Map<LiveEvent, number>());
    const pass = (event: LiveEvent): void => {
      times.set(event, Date.now());
      tell(event);
      channel.postMessage(event);
    };
    await listen({ who, asOf: since, tell: pass }, signal);
  };
  navigator.locks.request(name, { signal }, hold).catch(() => undefined);
}

/** Where there are no locks (plain HTTP on another machine) each tab has a connection of its own, but only while it is seen. */
function listenWhileSeen({ who, asOf, tell }: Listening, signal: AbortSignal): void {
  let seen: AbortController | undefined;
  let since = asOf;
  const onVisibility = (): void => {
    seen?.abort();
    seen = undefined;
    if (signal.aborted || document.hidden) return;
    seen = new AbortController();
    void listen({ who, asOf: since, tell }, seen.signal);
    // A connection is cut without notice only while nobody looks.
    since = Date.now();
  };
  onVisibility();
  document.addEventListener('visibilitychange', onVisibility, { signal });
  signal.addEventListener('abort', onVisibility);
}

/** Holds a connection until `signal` ends it, and makes a new one after a drop. */
function listen({ who, asOf, tell }: Listening, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const open = (): void => {
      clearTimeout(again);
      again = undefined;
      source = new EventSource(`/api/live?age=${Math.max(0, Math.ceil(Date.now() - asOf))}`);
      for (const event of EVENTS) {
        source.addEventListener(event, () => {
          // The browser may hand over an event that came just before the end.
          if (!signal.aborted) tell(event);
        });
      }
      source.addEventListener('open', () => {
        // Anything may have been told while nobody listened.
        if (failures > 0) for (const event of EVENTS) if (event === 'products' || who !== '') tell(event);
        failures = 0;
      });
      source.addEventListener('error', () => {
        // The browser would come back at the same pace for ever, and not at all when it was refused.
        source?.close();
        failures += 1;
        const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
        again = setTimeout(open, wait * (0.5 + Math.random() / 2));
      });
    };
    open();
    const onOnline = (): void => {
      if (again !== undefined) open();
    };
    window.addEventListener('online', onOnline, { signal });
    signal.addEventListener('abort', () => {
      clearTimeout(again);
      source?.close();
      resolve();
    });
  });
}

const EVENTS: readonly LiveEvent[] = ['products', 'profile'];

function isLiveEvent(data: unknown): data is LiveEvent {
  return EVENTS.some((event) => event === data);
}
