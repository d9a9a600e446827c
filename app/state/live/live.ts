import { useEffect, useEffectEvent } from 'react';
import { afterLoad } from '../after-load.ts';
import { type LiveEvent, connect } from './live-connection.ts';

type Handler = (event: LiveEvent) => void;

const handlers = new Set<Handler>();

export function useLiveEvent(event: LiveEvent, onEvent: () => void): void {
  const handle = useEffectEvent((received: LiveEvent) => {
    if (received === event) onEvent();
  });
  useEffect(() => {
    const handler: Handler = (received) => handle(received);
    handlers.add(handler);
    return () => void handlers.delete(handler);
  }, []);
}

/**
 * Connects this page with the shop's live events; `customerId` may be empty. Events that came after the page was made
 * and before it was connected are sent again. The connection is closed while the page is in the back/forward cache: browsers do
 * not cache a page with an open connection. When the page is shown again, it loads what has changed.
 */
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
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
      cancel();
      stop();
    };
  }, [customerId]);
}

function notify(event: LiveEvent): void {
  for (const handler of handlers) handler(event);
}
