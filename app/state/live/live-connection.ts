/** The connection to `GET /api/live`. */
const EVENTS = ['products', 'profile'] as const;

/** What the shop notifies pages of: the catalogue changed, or the customer's own data or orders did. */
export type LiveEvent = (typeof EVENTS)[number];

export interface Subscription {
  /** The customer's id, or empty. Another customer gets another connection. */
  customerId: string;
  /** The time (ms since 1970) of the page's data. Later events are sent again. */
  asOf: number;
  notify: (event: LiveEvent) => void;
}

/** Doubling, minus a random part up to half, so that browsers do not all return at the same moment. In ms. */
const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 30_000;

/**
 * The shop looks a little further back than a page's age (server/live/events.ts). After this time, in ms, on a slow
 * network or a busy machine, a page must ask by itself what it has missed.
 */
const OPENS_LATE_MS = 1_000;

/** One connection for all tabs, because browsers allow six with HTTP/1.1. Returns a function that stops listening. */
export function connect(subscription: Subscription): () => void {
  const stop = new AbortController();
  if ('locks' in navigator) share(subscription, stop.signal);
  else listenWhileVisible(subscription, stop.signal);
  return () => stop.abort();
}

/** One tab at a time gets the lock and opens the connection; it broadcasts its events to the other tabs. */
function share({ customerId, asOf, notify }: Subscription, signal: AbortSignal): void {
  const name = `sodai-live ${customerId}`;
  const channel = new BroadcastChannel(name);
  signal.addEventListener('abort', () => channel.close());
  /** With the connection: from when this tab knows all events. Before: from when to request them. */
  let eventsFrom = asOf;
  /** With the connection: the time of the last event of each kind. */
  let lastEvents: Map<LiveEvent, number> | null = null;

  channel.addEventListener('message', ({ data }) => {
    const told = EVENTS.find((event) => event === data);
    if (told) notify(told);
    else if (typeof data !== 'number') return;
    else if (!lastEvents) eventsFrom = Math.min(eventsFrom, data);
    // Another tab has just opened and asks for the events that it missed.
    else
      for (const event of EVENTS)
        if (eventsFrom > data || (lastEvents.get(event) ?? 0) >= data) channel.postMessage(event);
  });
  channel.postMessage(asOf);

  const hold = async (): Promise<void> => {
    // The lock may be granted at the moment of the abort. Then nothing would ever release it.
    if (signal.aborted) return;
    const times = (lastEvents = new Map<LiveEvent, number>());
    const broadcast = (event: LiveEvent): void => {
      times.set(event, Date.now());
      notify(event);
      channel.postMessage(event);
    };
    await listen({ ...ofShop(customerId), asOf: eventsFrom, notify: broadcast }, signal);
  };
  navigator.locks.request(name, { signal }, hold).catch(() => undefined);
}

/** Without locks (plain HTTP from another machine) each tab has its own connection, but only while it is visible. */
function listenWhileVisible({ customerId, asOf, notify }: Subscription, signal: AbortSignal): void {
  let visible: AbortController | undefined;
  let eventsFrom = asOf;
  const onVisibility = (): void => {
    visible?.abort();
    visible = undefined;
    if (signal.aborted || document.hidden) return;
    visible = new AbortController();
    void listen({ ...ofShop(customerId), asOf: eventsFrom, notify }, visible.signal);
    // While the tab is visible, `listen` itself notices lost connections.
    eventsFrom = Date.now();
  };
  onVisibility();
  document.addEventListener('visibilitychange', onVisibility, { signal });
  signal.addEventListener('abort', onVisibility);
}

const ofShop = (customerId: string) => ({
  address: '/api/live',
  events: EVENTS,
  missed: customerId === '' ? EVENTS.slice(0, 1) : EVENTS,
});

interface Listening<Event extends string> extends Pick<Subscription, 'asOf'> {
  address: string;
  events: readonly Event[];
  /** Those of which some may have come while there was no connection. */
  missed: readonly Event[];
  notify: (event: Event) => void;
  /** The server did not take the connection. */
  onRefused?: () => void;
}

/** Listens to the events of an address until it is aborted, whatever the network does. */
export function listen<Event extends string>(
  { address, events, missed, asOf, notify, onRefused }: Listening<Event>,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const open = (): void => {
      clearTimeout(retryTimer);
      retryTimer = undefined;
      const asked = Date.now();
      source = new EventSource(`${address}?age=${Math.max(0, Math.ceil(Date.now() - asOf))}`);
      for (const event of events) {
        source.addEventListener(event, () => {
          // The browser may still deliver an event that arrived just before the abort.
          if (!signal.aborted) notify(event);
        });
      }
      source.addEventListener('open', () => {
        // Events may have been missed while there was no connection.
        if (failures > 0 || Date.now() - asked > OPENS_LATE_MS) missed.forEach(notify);
        failures = 0;
      });
      source.addEventListener('error', () => {
        if (source?.readyState === EventSource.CLOSED) onRefused?.();
        // Close it, because the browser would retry forever at the same pace, and never after a refusal.
        source?.close();
        failures += 1;
        const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
        retryTimer = setTimeout(open, wait * (0.5 + Math.random() / 2));
      });
    };
    open();
    window.addEventListener('online', () => retryTimer !== undefined && open(), { signal });
    signal.addEventListener('abort', () => {
      clearTimeout(retryTimer);
      source?.close();
      resolve();
    });
  });
}
