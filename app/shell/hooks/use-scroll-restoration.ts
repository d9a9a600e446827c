import { useEffect, useLayoutEffect, useRef } from 'react';
import { type DataRouter, useLocation } from 'react-router';
import { TOUCHED } from '../../document/hydration.ts';
import { historyEntry, scrollPlace, scrollToPlace } from '../../state/history-entries.ts';
import { useHydrated } from '../../state/page-start.ts';
import { usePendingPath } from '../pending-screen.tsx';

/** A new navigation starts at the top of the page; Back, Forward and a reload return to the place (product §2). */
export function useScrollRestoration(router: DataRouter | undefined): void {
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
    if (!first.current || isReturning()) scrollToPlace(entry.place);
    first.current = false;
    const note = (): void => void (entry.place = scrollPlace());
    // Not by scroll events: a busy phone can draw the next screen before it tells of them.
    const stop = router?.subscribe(note);
    const leaving = new AbortController();
    // Before the entries are stored.
    document.addEventListener('visibilitychange', note, leaving);
    window.addEventListener('pagehide', note, { capture: true, signal: leaving.signal });
    return () => {
      stop?.();
      leaving.abort();
    };
  }, [router, key, pending, hydrated]);
  useEffect(() => {
    const listening = new AbortController();
    const byShop = (): void => void (history.scrollRestoration = 'manual');
    const byBrowser = (): void => void (history.scrollRestoration = 'auto');
    // The browser restores a document's position before its scripts run; later it would move the old screen.
    if (document.readyState === 'complete') byShop();
    else window.addEventListener('load', byShop, listening);
    window.addEventListener('pageshow', ({ persisted }) => persisted && byShop(), listening);
    window.addEventListener('pagehide', byBrowser, listening);
    return () => listening.abort();
  }, []);
}

/** A document to which the browser has returned. Whoever has scrolled since then stays where they are. */
function isReturning(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type !== 'navigate' && performance.getEntriesByName(TOUCHED).length === 0;
}
