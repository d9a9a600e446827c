import { LANGUAGE } from '#messages';
import { localPath } from '../../../base/language.ts';
import { pageDataAddress, serviceWorkerOf } from '../../../base/page-copies.ts';

/** A younger copy was stored for the page that is shown. In ms. */
const NEW_MS = 60_000;

let controlled: Promise<void> | undefined;

/** Registers the service worker. Resolves when it answers this page's requests. @throws when the browser refuses it. */
export function startServiceWorker(): Promise<void> {
  // The browser itself looks for a new one with every document.
  return isControlled() ? Promise.resolve() : (controlled ??= register());
}

/** Has the service worker store this page (a path with its query) with its pictures. What is unchanged is not downloaded again. */
export async function storePage(page: string, routeId: string): Promise<void> {
  const isFirst = !isControlled();
  await startServiceWorker();
  const address = pageDataAddress(page, routeId);
  if (!(await isNew(address))) await fetch(address);
  // Later pictures pass the service worker by themselves. One after the other: together they would block a slow phone.
  if (isFirst) for (const url of shownPictures()) await fetch(url);
}

/** Whether a page's data has passed the service worker just now: that of a page that a link opened has, a document's has not. */
async function isNew(address: string): Promise<boolean> {
  const date = (await caches.match(address))?.headers.get('Date');
  return Math.abs(Date.now() - Date.parse(date ?? '')) < NEW_MS;
}

/** Whether the service worker of this language answers this page's requests. That of English answers all pages that have no other. */
function isControlled(): boolean {
  return navigator.serviceWorker.controller?.scriptURL.endsWith(serviceWorkerOf(LANGUAGE)) === true;
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register(serviceWorkerOf(LANGUAGE), { scope: localPath(LANGUAGE, '/') });
  if (isControlled()) return;
  await new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => isControlled() && resolve());
  });
}

/** Pictures of products that are on the screen. The browser has them already. */
function shownPictures(): string[] {
  const shown = [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  const urls = new Set(shown.map(({ currentSrc }) => currentSrc));
  return [...urls].filter((url) => url.startsWith(`${location.origin}/images/p/`));
}
