import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { historyEntry } from '../state/history-entries.ts';
import { useHydrated } from '../state/hydrated.ts';
import { usePendingPath } from './pending-screen.tsx';

/** A new navigation starts at the top of the page; Back, Forward and a reload return to the place (product §2). */
export function useScrollRestoration(): void {
  const { key } = useLocation();
  const pending = usePendingPath() !== null;
  // A list gets its later batches when the page is hydrated, and in the same rendering.
  const hydrated = useHydrated();
  const first = useRef(true);
  useLayoutEffect(() => {
    if (!hydrated) return;
    // The shown screen is hidden, and comes back when the navigation fails.
    if (pending) return void scrollTo(0, 0);
    const entry = historyEntry(key);
    // A document's position is restored by the browser, but not beyond the first batch of a list.
    if (!first.current || entry.batches.length > 0) scrollTo(0, entry.scrollY);
    first.current = false;
    const onScroll = (): void => void (entry.scrollY = scrollY);
    onScroll();
    document.addEventListener('scroll', onScroll, { passive: true });
    return () => document.removeEventListener('scroll', onScroll);
  }, [key, pending, hydrated]);
  useEffect(() => {
    const listening = new AbortController();
    const byShop = (): void => void (history.scrollRestoration = 'manual');
    const byBrowser = (): void => void (history.scrollRestoration = 'auto');
    // The browser restores the position of a document before its scripts run. After that it would move the old screen on Back.
    if (document.readyState === 'complete') byShop();
    else window.addEventListener('load', byShop, listening);
    window.addEventListener('pageshow', ({ persisted }) => persisted && byShop(), listening);
    window.addEventListener('pagehide', byBrowser, listening);
    return () => listening.abort();
  }, []);
}
