import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLiveConnection, useLiveEvent } from '../state/live.ts';

/** Pages of one browser, and the browsers of a whole town, do not all ask again in the same instant. In ms. */
const SPREAD_MS = 250;

/** Loads a screen's data anew when the shop says that it changed (product §4): in place, without losing scroll, focus or typed text. */
export function useLivePages(who: string): void {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stale = useRef(false);
  useLiveConnection(who);

  const refresh = (): void => {
    stale.current = true;
    if (document.hidden || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      stale.current = false;
      void revalidate();
    }, Math.random() * SPREAD_MS);
  };
  useLiveEvent('products', refresh);
  useLiveEvent('profile', refresh);

  useEffect(() => {
    const onVisible = (): void => {
      if (document.hidden || !stale.current) return;
      stale.current = false;
      void revalidate();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [revalidate]);
}
