import { AS_OF } from '#messages';
import { useEffect, useState } from 'react';
import { useHref, useLocation, useMatches, useRevalidator } from 'react-router';
import WifiOff from 'virtual:icons/wifi-off';
import { isPublicPage } from '../../base/public-pages.ts';
import { formatTimeOfCopy } from '../../messages/dates.ts';
import { formatMessage } from '../../messages/format.ts';
import { afterLoad } from '../state/after-load.ts';
import { usePageCopy } from '../state/offline/page-copy.ts';
import { startServiceWorker, storePage } from '../state/offline/store-page.ts';

/** After the page's own work, in ms. */
const DELAY_MS = 500;

/** What a page needs to be stored and shown without a network (product §10). It begins when the page has loaded, so that it delays nothing. */
export function OfflineSupport() {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => afterLoad(() => setLoaded(true)), []);
  return loaded ? <PageCopies /> : null;
}

/** Has the service worker store the public pages that are shown. Replaces a copy as soon as the shop answers; until then shows its age. */
function PageCopies() {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const routeId = useMatches().at(-1)?.id ?? '';
  const page = useHref({ pathname, search });
  const storedAt = usePageCopy(page);
  const [now] = useState(() => Date.now());

  useEffect(() => {
    if (storedAt !== null) void revalidate();
  }, [storedAt, page, revalidate]);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const store = async (): Promise<void> => {
      // Without a network the browser would complain on the console.
      if (!navigator.onLine) return;
      try {
        await (isPublicPage(pathname) && storedAt === null ? storePage(page, routeId) : startServiceWorker());
      } catch {
        // The network was lost, or the browser forbids it: the shop works as before.
      }
    };
    const timer = setTimeout(() => void store(), DELAY_MS);
    return () => clearTimeout(timer);
  }, [page, pathname, routeId, storedAt]);

  return storedAt === null ? null : (
    <div className="bg-clay-soft text-clay">
      <p role="status" className="shop-width flex items-center gap-2 py-2 text-sm font-medium">
        <WifiOff className="size-4 shrink-0" />
        {formatMessage(AS_OF, { time: formatTimeOfCopy(storedAt, now) })}
      </p>
    </div>
  );
}
