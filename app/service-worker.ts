/**
 * The service worker of one language's pages (product §10). It shows the shop without a network: its scripts, the
 * public pages that this browser has shown, and their pictures. Nothing personal passes through it.
 */
import { clientsClaim, type WorkboxPlugin } from 'workbox-core';
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration';
import { addRoute, matchPrecache, precache, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies';
import * as copies from '../base/page-copies.ts';
import { type Language, localPath, splitPath } from '../base/language.ts';
import { isPublicPage, OFFLINE_PATH, opensWithoutNetwork } from '../base/page-copies.ts';
import { offlineScreen } from './offline-screen.ts';
import { showPushes } from './show-pushes.ts';

declare const self: ServiceWorkerGlobalScope;
/** The offline screen, and the scripts of all screens that open without a network. The build writes them here. */
declare const PRECACHED: PrecacheEntry[];
declare const LANGUAGE: Language;
declare const VERSION: string;

/** Or it only says, for the whole shop, that the shopper is offline: see `register` in offline-support.tsx. */
const isOfItsLanguage = new URL(self.registration.scope).pathname === localPath(LANGUAGE, '/');

const PAGE_CACHE = copies.pageCache(LANGUAGE, VERSION);
const OFFLINE_SCREEN = localPath(LANGUAGE, OFFLINE_PATH);

/** After a lost request the next ones wait only this long for the shop, for some seconds. In ms. */
const SHORT_PATIENCE_MS = 500;
const LOST_MS = 10_000;
/** A page without a copy waits this long. In seconds. */
const LONG_PATIENCE_SECONDS = 10;

/** What proxies answer for a shop that does not answer. */
const NO_SHOP_STATUSES = new Set([502, 503, 504]);

/** Stored at once: everybody gets to see them sooner or later. */
const FIRST_PAGES = [
  copies.pageDataAddress(localPath(LANGUAGE, '/'), 'routes/home'),
  copies.pageDataAddress(localPath(LANGUAGE, '/groceries'), 'routes/groceries'),
];

const PICTURE_CACHE = 'pictures';
/** What follows the hash in a picture's name. */
const SIZE = /-\d+\.[a-z]+$/;

let lostUntil = 0;

const patience = (): number => (Date.now() < lostUntil ? SHORT_PATIENCE_MS : copies.PATIENCE_MS);

/** Remembers whether the shop answers, and treats a proxy's error as no answer. */
const watchNetwork: WorkboxPlugin = {
  async fetchDidSucceed({ response }) {
    if (NO_SHOP_STATUSES.has(response.status)) throw new Error(`The shop does not answer: ${response.status}`);
    lostUntil = 0;
    return response;
  },
  async fetchDidFail() {
    lostUntil = Date.now() + LOST_MS;
  },
};

const markCopy: WorkboxPlugin = {
  async cachedResponseWillBeUsed({ cachedResponse }) {
    if (!cachedResponse) return null;
    lostUntil = Date.now() + LOST_MS;
    const copy = new Response(cachedResponse.body, cachedResponse);
    copy.headers.set(copies.COPY, 'yes');
    return copy;
  },
};

/** For 30 days, and no answer of more than `maxBytes`: with the number of entries this limits a cache's size. */
function limits(maxBytes: number, maxEntries: number): WorkboxPlugin[] {
  const isStored = ({ status, headers }: Response): boolean =>
    status === 200 && Number(headers.get('Content-Length') ?? 0) <= maxBytes;
  return [
    { cacheWillUpdate: async ({ response }) => (isStored(response) ? response : null) },
    new ExpirationPlugin({ maxEntries, maxAgeSeconds: 30 * 24 * 60 * 60, purgeOnQuotaError: true }),
  ];
}

const pageData = { cacheName: PAGE_CACHE, plugins: [watchNetwork, markCopy, ...limits(256 * 1024, 200)] };

/** A picture of another size is better than none. */
const otherSize: WorkboxPlugin = {
  async handlerDidError({ request }) {
    const cache = await caches.open(PICTURE_CACHE);
    const picture = request.url.replace(SIZE, '');
    const same = (await cache.keys()).find(({ url }) => url.replace(SIZE, '') === picture);
    return same && cache.match(same);
  },
};

const pictures = new CacheFirst({ cacheName: PICTURE_CACHE, plugins: [otherSize, ...limits(128 * 1024, 240)] });

/** A document: from the shop. When it does not answer, the offline screen, which shows the copy if there is one. */
async function openPage(page: { event: ExtendableEvent; request: Request; url: URL }) {
  const { url } = page;
  const network = fromShop(page);
  const late = new Promise<null>((resolve) => setTimeout(resolve, patience(), null));
  const answer = await Promise.race([network, late]);
  return answer ?? ((await opensHere(url)) ? offlineAnswer(url) : network);
}

async function fromShop({ event, request, url }: Parameters<typeof openPage>[0]) {
  try {
    const response = await new NetworkOnly({ networkTimeoutSeconds: LONG_PATIENCE_SECONDS }).handle({ event, request });
    // The shop's own 503 says what shoppers can do, so it is shown where there is no copy.
    if (NO_SHOP_STATUSES.has(response.status) && (response.status !== 503 || (await opensHere(url)))) throw new Error();
    lostUntil = 0;
    return response;
  } catch {
    return offlineAnswer(url);
  }
}

function offlineAnswer(url: URL): Response {
  lostUntil = Date.now() + LOST_MS;
  const { pathname, search } = url;
  if (!isOwn(url)) return offlineScreen(splitPath(pathname).language, LANGUAGE);
  return Response.redirect(`${OFFLINE_SCREEN}?to=${encodeURIComponent(pathname + search)}`);
}

/** The worker of the whole shop also gets pages of languages that have none in this browser. */
function isOwn({ pathname }: URL): boolean {
  return splitPath(pathname).language === LANGUAGE;
}

/** A public page that is stored, and the cart. */
async function opensHere(url: URL): Promise<boolean> {
  const { pathname, search } = url;
  if (!isOwn(url)) return false;
  if (!isPublicPage(pathname)) return opensWithoutNetwork(pathname);
  const stored = await (await caches.open(PAGE_CACHE)).keys();
  return stored.some((copy) => copies.pageOfDataAddress(new URL(copy.url)) === pathname + search);
}

async function storeFirstPages(): Promise<void> {
  const cache = await caches.open(PAGE_CACHE);
  await Promise.allSettled(FIRST_PAGES.map((address) => cache.add(new Request(address, { credentials: 'omit' }))));
}

/** Deletes the copies of other versions, which this one may not be able to show. */
async function deleteOtherCopies(): Promise<void> {
  for (const name of await caches.keys()) {
    if (!copies.isPageCacheOf(LANGUAGE, name) || name === PAGE_CACHE) continue;
    await caches.delete(name);
    await new CacheExpiration(name, { maxEntries: 1 }).delete();
  }
}

void self.skipWaiting();
clientsClaim();
if (isOfItsLanguage) self.addEventListener('install', (event) => event.waitUntil(storeFirstPages()));
self.addEventListener('activate', (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable());
  event.waitUntil(deleteOtherCopies());
});

precache(isOfItsLanguage ? PRECACHED : []);
registerRoute(
  new NavigationRoute(
    async ({ event, request, url }) => {
      // The browser asks for a document while the worker starts. It complains when nobody takes the answer.
      if (event instanceof FetchEvent) event.waitUntil(Promise.resolve(event.preloadResponse).catch(() => undefined));
      if (url.pathname !== OFFLINE_SCREEN) return openPage({ event, request, url });
      // Always this build's own, also when the shop answers.
      return (await matchPrecache(OFFLINE_SCREEN)) ?? fetch(OFFLINE_SCREEN);
    },
    { denylist: [/^\/(?:api|operator|images|healthz|readyz|metrics)(?:[/?]|$)/, /\.[a-z]+$/] },
  ),
);
addRoute();
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isOwn(url) && copies.pageOfDataAddress(url) !== null,
  ({ event, request }) =>
    new NetworkFirst({ ...pageData, networkTimeoutSeconds: patience() / 1_000 }).handle({ event, request }),
);
// The scripts of the screens that were opened besides those. Their names change with their contents.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'scripts',
    plugins: [new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true })],
  }),
);
// Not `/images/u/`: those are people.
registerRoute(({ sameOrigin, url }) => sameOrigin && /^\/images\/[lp]\//.test(url.pathname), pictures);
showPushes();
