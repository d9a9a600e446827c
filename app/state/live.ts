import { useEffect, useEffectEvent } from 'react';

/** What the shop tells open pages: the catalogue changed, or the customer's own data or orders did. */
export type LiveEvent = 'products' | 'profile';

type Handler = (event: LiveEvent) => void;

const handlers = new Set<Handler>();

/** Calls back on what the shop tells while the component is there. */
export function useLiveEvent(event: LiveEvent, onEvent: () => void): void {
  const handle = useEffectEvent((heard: LiveEvent) => {
    if (heard === event) onEvent();
  });
  useEffect(() => {
    const handler: Handler = (heard) => handle(heard);
    handlers.add(handler);
    return () => void handlers.delete(handler);
  }, []);
}

/**
 * Keeps this page in touch with the shop: one connection per browser, held by one tab and shared with the others
 * (HTTP/1.1 browsers have six in all). `who` is the customer's id, or empty: another customer, another connection.
 * Closed while the page is put away, so that back and forward stay instant; then the page catches up.
 */
export function useLiveConnection(who: string): void {
  useEffect(() => {
    // What the page itself needs goes first.
    let stop = (): void => undefined;
    const callOff = afterLoad(() => {
      stop = connect(who);
    });
    let away = false;
    const onHide = (): void => {
      away = true;
      stop();
    };
    const onShow = (): void => {
      if (!away) return;
      away = false;
      stop = connect(who);
      tellAll(who);
    };
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
      callOff();
      stop();
    };
  }, [who]);
}

/** Calls back once the page has loaded, at once when it has. Returns what calls that off. */
function afterLoad(then: () => void): () => void {
  if (document.readyState === 'complete') then();
  else window.addEventListener('load', then, { once: true });
  return () => window.removeEventListener('load', then);
}

/** Everything may have changed. */
function tellAll(who: string): void {
  tell('products');
  if (who !== '') tell('profile');
}

function tell(event: LiveEvent): void {
  for (const handler of handlers) handler(event);
}

/** Listens for what is told, through this tab's own connection or another tab's. Returns what ends it. */
function connect(who: string): () => void {
  const name = `sodai-live ${who}`;
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'products' || data === 'profile') tell(data);
  });
  const ending = new AbortController();
  const hold = (): Promise<void> => listen(who, channel, ending.signal);
  // Locks exist on secure origins only; elsewhere each tab has a connection of its own.
  if ('locks' in navigator) navigator.locks.request(name, { signal: ending.signal }, hold).catch(() => undefined);
  else void hold();
  return () => {
    ending.abort();
    channel.close();
  };
}

/** Holds the connection until `signal` ends it. The browser itself connects again after a drop. */
function listen(who: string, channel: BroadcastChannel, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource;
    let again: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const pass = (event: LiveEvent) => (): void => {
      // The browser may hand over an event that came just before the end.
      if (signal.aborted) return;
      tell(event);
      channel.postMessage(event);
    };
    const open = (): void => {
      source = new EventSource('/api/live');
      source.addEventListener('products', pass('products'));
      source.addEventListener('profile', pass('profile'));
      source.addEventListener('open', () => {
        // Something may have been told while nobody listened.
        if (failures > 0) {
          pass('products')();
          if (who !== '') pass('profile')();
        }
        failures = 0;
      });
      source.addEventListener('error', () => {
        failures += 1;
        // Refused outright (too many, or closing): the browser gives up, we come back ever more slowly.
        if (source.readyState !== EventSource.CLOSED) return;
        again = setTimeout(open, Math.min(60_000, 1000 * 2 ** failures) * (0.5 + Math.random() / 2));
      });
    };
    open();
    signal.addEventListener('abort', () => {
      clearTimeout(again);
      source.close();
      resolve();
    });
  });
}
