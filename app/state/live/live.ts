import { useEffect, useEffectEvent } from 'react';
import { afterLoad } from '../page-start.ts';
import { type LiveEvent, connect } from './live-connection.ts';

const handlers = new Set<(event: LiveEvent) => void>();

export function useLiveEvent(event: LiveEvent, onEvent: () => void): void {
  const handle = useEffectEvent((received: LiveEvent) => {
    if (received === event) onEvent();
  });
  useEffect(() => {
    const handler = (received: LiveEvent): void => handle(received);
    handlers.add(handler);
    return () => void handlers.delete(handler);
  }, []);
}

/** Closed while the page is in the back/forward cache, which takes no page with an open connection. */
export function useLiveConnection(customerId: string): void {
  useEffect(() => {
    let stop = (): void => undefined;
    const start = (asOf: number): void => {
      stop();
      stop = connect({ customerId, asOf, notify });
    };
    // The page's own resources load first.
    const cancel = afterLoad(() => start(performance.timeOrigin));
    let hidden = false;
    const onHide = (): void => {
      hidden = true;
      cancel();
      stop();
    };
    const onShow = (): void => {
      if (!hidden) return;
      hidden = false;
      start(Date.now());
      notify('products');
      if (customerId !== '') notify('profile');
    };
    const listening = new AbortController();
    window.addEventListener('pagehide', onHide, listening);
    window.addEventListener('pageshow', onShow, listening);
    return () => {
      listening.abort();
      onHide();
    };
  }, [customerId]);
}

/** Also for what a page hears of in another way. */
export function notify(event: LiveEvent): void {
  for (const handler of handlers) handler(event);
}
