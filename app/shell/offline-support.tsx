import { AS_OF, LANGUAGE } from '#messages';
import { useEffect, useState } from 'react';
import { useHref, useLocation, useMatches, useRevalidator } from 'react-router';
import WifiOff from 'virtual:icons/wifi-off';
import { localPath } from '../../base/language.ts';
import { pageDataAddress, serviceWorkerOf, isPublicPage } from '../../base/page-copies.ts';
import { formatTimeOfCopy } from '../../messages/dates.ts';
import { formatMessage } from '../../messages/format.ts';
import { afterLoad } from '../state/page-start.ts';
import { usePageCopy } from '../state/network/requests.ts';

/** After the page's own work, in ms. */
const DELAY_MS = 500;

/** Has pages stored for the time without a network (product §10), after the page has loaded. */
export function OfflineSupport() {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => afterLoad(() => setLoaded(true)), []);
  return loaded ? <PageCopies /> : null;
}

/** Has the shown public pages stored. A copy shows its age until the shop answers, which replaces it. */
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
      <p role="status" className="shop-width flex items-center gap-2 py-2 text-sm font-semibold">
        <WifiOff className="size-4 shrink-0" />
        {formatMessage(AS_OF, { time: formatTimeOfCopy(storedAt, now) })}
      </p>
    </div>
  );
}

/** A younger copy was stored for the page that is shown. In ms. */
const NEW_MS = 60_000;

let controlled: Promise<void> | undefined;

/** Registers the service worker. Resolves when it answers this page's requests. @throws when the browser refuses it. */
function startServiceWorker(): Promise<void> {
  // The browser itself looks for a new one with every document.
  return isControlled() ? Promise.resolve() : (controlled ??= register());
}

/** Has the service worker store this page (a path with its query) and its pictures, if they are not stored. */
async function storePage(page: string, routeId: string): Promise<void> {
  const isFirst = !isControlled();
  await startServiceWorker();
  const address = pageDataAddress(page, routeId);
  if (!(await isNew(address))) await fetch(address);
  // Later pictures pass the service worker by themselves. One after the other: together they would block a slow phone.
  if (isFirst) for (const url of shownPictures()) await fetch(url);
}

/** Whether a page's data has passed the service worker: that of a page that a link has opened has. */
async function isNew(address: string): Promise<boolean> {
  const date = (await caches.match(address))?.headers.get('Date');
  return Math.abs(Date.now() - Date.parse(date ?? '')) < NEW_MS;
}

/** Whether this language's service worker answers this page; English's answers those that have no other. */
function isControlled(): boolean {
  return navigator.serviceWorker.controller?.scriptURL.endsWith(serviceWorkerOf(LANGUAGE)) === true;
}

/** This language's. Where the whole shop has none, it also says there that the shopper is offline. */
async function register(): Promise<void> {
  const script = serviceWorkerOf(LANGUAGE);
  await navigator.serviceWorker.register(script, { scope: localPath(LANGUAGE, '/') });
  if (!isControlled())
    await new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => isControlled() && resolve());
    });
  if (!(await navigator.serviceWorker.getRegistration('/')))
    await navigator.serviceWorker.register(script, { scope: '/' });
}

/** Pictures of products that are on the screen. The browser has them already. */
function shownPictures(): string[] {
  const shown = [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  const urls = new Set(shown.map(({ currentSrc }) => currentSrc));
  return [...urls].filter((url) => url.startsWith(`${location.origin}/images/p/`));
}
