/** A browser keeps the data of public pages that it has shown, for when the shop does not answer (product §10). */
import { DEFAULT_LANGUAGE, type Language, LANGUAGES, splitPath } from './language.ts';

/** How long a browser waits for the shop before it shows a copy, in ms. */
export const PATIENCE_MS = 3_000;

const DATA = '.data';

export function serviceWorkerOf(language: Language): string {
  return language === DEFAULT_LANGUAGE ? '/sw.js' : `/sw-${language}.js`;
}

/** Another version of the shop may not be able to show them. */
export function pageCache(language: Language, shopVersion: string): string {
  return `pages-${language}-${shopVersion}`;
}

/** Whether no service worker but `language`'s deletes it. */
export function isPageCacheOf(language: Language, name: string): boolean {
  const others = LANGUAGES.filter((other) => other !== language);
  return name.startsWith('pages-') && !others.some((other) => name.startsWith(pageCache(other, '')));
}

/** The header with the name of a public page whose name is not in its address, encoded as in a URL. */
export const PAGE_NAME = 'X-Page-Name';

/** The header of a copy that the service worker answers with, so that the page can tell how old it is. */
export const COPY = 'X-Copy';

/** The page whose data the framework loads from this path: `/groceries.data` → `/groceries`. Null for other paths. */
export function pageOfDataPath(pathname: string): string | null {
  if (!pathname.endsWith(DATA)) return null;
  const page = pathname.slice(0, -DATA.length);
  return page === '/_' ? '/' : page;
}

/** The framework may request the data of one route only; this is that route's id. */
export function isRouteId(id: string): boolean {
  return /^(?:root|routes\/[a-z-]{1,40})$/.test(id);
}

/** Where the framework loads the data of a page's own route, in which nothing is personal. `page` has its query. */
export function pageDataAddress(page: string, routeId: string): string {
  const { pathname, searchParams } = new URL(page, 'http://shop');
  searchParams.set('_routes', routeId);
  return `${pathname === '/' ? '/_' : pathname}${DATA}?${searchParams}`;
}

/** The public page, with its query, whose own route has its data at this address; null when there is none. */
export function pageOfDataAddress({ pathname, searchParams }: URL): string | null {
  const page = pageOfDataPath(pathname);
  const route = searchParams.get('_routes');
  if (page === null || !isPublicPage(page) || route === null || route === 'root' || !isRouteId(route)) return null;
  const query = new URLSearchParams(searchParams);
  query.delete('_routes');
  return query.size === 0 ? page : `${page}?${query}`;
}

/** The header of page data that names the version of the shop, so that an open page of an older version notices it. */
export const SHOP_VERSION = 'X-Shop-Version';

/** `?to=` is the page. */
export const OFFLINE_PATH = '/offline';

const PUBLIC_PAGE =
  /^\/(?:about|help|contact|terms|privacy|favourites|groceries(?:\/[a-z0-9-]{1,40}){0,2}|product\/[a-z0-9-]{1,64})?$/;

/** So that it may be stored. */
export function isPublicPage(pathname: string): boolean {
  return PUBLIC_PAGE.test(splitPath(pathname).path);
}

/** Whether a page may be shown from this browser alone: a copy, or what is in the cart. */
export function opensWithoutNetwork(pathname: string): boolean {
  const { path } = splitPath(pathname);
  return isPublicPage(pathname) || path === '/cart' || path === '/empty-cart' || path === OFFLINE_PATH;
}
