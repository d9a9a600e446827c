/**
 * Copies of public pages. A browser stores the data of those that it has shown, and shows them again when the shop does not answer
 * (product §10).
 */
import { isPublicPage } from './public-pages.ts';

/** How long a browser waits for the shop before it shows a copy, in ms. */
export const PATIENCE_MS = 3_000;

const DATA = '.data';
/** The framework may request the data of one route only; this is that route's id. */
const ROUTE = /^(?:root|routes\/[a-z-]{1,40})$/;

/** What the names of the caches with copies begin with. */
export const PAGE_CACHES = 'pages-';

/** The name of the browser's cache with the copies. Another version of the shop may not be able to show them. */
export function pageCache(shopVersion: string): string {
  return PAGE_CACHES + shopVersion;
}

/** The page whose data the framework loads from this path: `/groceries.data` → `/groceries`. Null for other paths. */
export function pageOfDataPath(pathname: string): string | null {
  if (!pathname.endsWith(DATA)) return null;
  const page = pathname.slice(0, -DATA.length);
  return page === '/_' ? '/' : page;
}

/** Whether this is the id of a route, as in the framework's parameter `_routes`. */
export function isRouteId(id: string): boolean {
  return ROUTE.test(id);
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

/** The time of a copy in Dhaka, with the day when it is not today's: `14:05`, `21 Nov, 14:05`. Both in ms since 1970. */
export function timeOfCopy(storedAt: number, now: number): string {
  const time = inDhaka({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(storedAt);
  const day = inDhaka({ day: 'numeric', month: 'short' });
  return day.format(storedAt) === day.format(now) ? time : `${day.format(storedAt)}, ${time}`;
}

function inDhaka(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'Asia/Dhaka' });
}
