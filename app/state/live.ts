import { useEffect, useEffectEvent } from 'react';
import { type LiveEvent, connect } from './live-connection.ts';

type Handler = (event: LiveEvent) => void;

const handlers = new Set<Handler>();

/** The longest wait for a page to have loaded before it listens: a picture from elsewhere may hang. In ms. */
const LOADED_WITHIN_MS = 5_000;

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
 * Keeps this page in touch with the shop; `who` is the customer's id, or empty. What was told between the page's making
 * and its connection is told again. Closed while the page is put away, so that back and forward stay instant; then the
 * page catches up.
 */
export function useLiveConnection(who: string): void {
  useEffect(() => {
    let stop = (): void => undefined;
    const start = (asOf: number): void => {
      stop();
      stop = connect({ who, asOf, tell });
    };
    // What the page itself needs goes first.
    const callOff = afterLoad(() => start(performance.timeOrigin));
    let away = false;
    const onHide = (): void => {
      away = true;
      callOff();
      stop();
    };
    const onShow = (): void => {
      if (!away) return;
      away = false;
      start(Date.now());
      tell('products');
      if (who !== '') tell('profile');
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
  if (document.readyState === 'complete') {
    then();
    return () => undefined;
  }
  const ready = (): void => {
    callOff();
    then();
  };
  const late = setTimeout(ready, LOADED_WITHIN_MS);
  const callOff = (): void => {
    clearTimeout(late);
    window.removeEventListener('load', ready);
  };
  window.addEventListener('load', ready);
  return callOff;
}

function tell(event: LiveEvent): void {
  for (const handler of handlers) handler(event);
}
