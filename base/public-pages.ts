/** Which pages are the same for everybody, and which open without a network (product §10). Paths may have a language. */

import { splitPath } from './language.ts';

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
