import { useEffect, useEffectEvent, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLiveConnection, useLiveEvent } from '../state/live.ts';

/** Pages of one browser, and the browsers of a whole town, do not all ask again in the same instant. In ms. */
const SPREAD_MS = 250;

/** Loads a screen's data anew when the shop says that it changed (product §4): in place, without losing scroll, focus or typed text. */
export function useLivePages(who: string): void {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stale = useRef(false);
  const running = useRef(false);
  useLiveConnection(who);

  const refresh = (wait: number): void => {
    stale.current = true;
    if (document.hidden || running.current || timer.current !== undefined) return;
    timer.current = setTimeout(async () => {
      timer.current = undefined;
      stale.current = false;
      running.current = true;
      await revalidate();
      running.current = false;
      // Told again meanwhile.
      if (stale.current) refresh(SPREAD_MS);
    }, wait);
  };
  const onTold = (): void => refresh(Math.random() * SPREAD_MS);
  useLiveEvent('products', onTold);
  useLiveEvent('profile', onTold);

  const onVisible = useEffectEvent(() => {
    if (stale.current) refresh(0);
  });
  useEffect(() => {
    const listener = (): void => onVisible();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
