import { useEffect, useEffectEvent, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useLiveConnection, useLiveEvent } from '../../state/live/live.ts';

/** A random delay, in ms, so that many open pages do not reload in the same instant. */
const MAX_DELAY_MS = 250;

/** Reloads a screen's data in place when the shop reports a change (product §4). */
export function useLivePages(customerId: string): void {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stale = useRef(false);
  const running = useRef(false);
  useLiveConnection(customerId);

  const refresh = (wait: number): void => {
    stale.current = true;
    if (document.hidden || running.current || timer.current !== undefined) return;
    timer.current = setTimeout(async () => {
      timer.current = undefined;
      stale.current = false;
      running.current = true;
      await revalidate();
      running.current = false;
      // Another change was reported in the meantime.
      if (stale.current) refresh(MAX_DELAY_MS);
    }, wait);
  };
  const onChange = (): void => refresh(Math.random() * MAX_DELAY_MS);
  useLiveEvent('products', onChange);
  useLiveEvent('profile', onChange);

  const onVisible = useEffectEvent(() => {
    if (stale.current) refresh(0);
  });
  useEffect(() => {
    const listener = (): void => onVisible();
    document.addEventListener('visibilitychange', listener);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
}
