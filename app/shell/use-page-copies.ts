import { useEffect } from 'react';
import { useHref, useLocation, useMatches, useRevalidator } from 'react-router';
import { isPublicPage } from '../../domain/public-pages.ts';
import { usePageCopy } from '../state/page-copy.ts';
import { startServiceWorker, storePage } from '../state/store-page.ts';

/** After the page's own work, in ms. */
const DELAY_MS = 500;

/**
 * Has the service worker store the public pages that are shown, and replaces a copy by the shop's page as soon as it answers. Returns when
 * the shop sent the copy that is shown, in ms since 1970; null when the page is none.
 */
export function usePageCopies(): number | null {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const match = useMatches().at(-1);
  const page = useHref({ pathname, search });
  const storedAt = usePageCopy(page);
  const routeId = match?.id ?? '';

  useEffect(() => {
    if (storedAt !== null) void revalidate();
  }, [storedAt, page, revalidate]);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const store = async (): Promise<void> => {
      // Without a network the browser would complain on the console.
      if (!navigator.onLine) return;
      try {
        await (isPublicPage(pathname) && storedAt === null ? storePage({ page, routeId }) : startServiceWorker());
      } catch {
        // The network was lost, or the browser forbids it: the shop works as before.
      }
    };
    const timer = setTimeout(() => void store(), DELAY_MS);
    return () => clearTimeout(timer);
  }, [page, pathname, routeId, storedAt]);
  return storedAt;
}
