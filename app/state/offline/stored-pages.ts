import { PAGE_NAME, pageCache, pageOfDataAddress } from '../../../base/page-copies.ts';
import { screens } from '../network/requests.ts';
import * as messages from '#messages';
import { formatMessage } from '../../../messages/format.ts';
import { splitPath } from '../../../base/language.ts';
import { isListingGroup } from '../../../domain/catalogue/catalogue.ts';

export interface StoredPage {
  /** When the shop sent it, in ms since 1970. */
  storedAt: number;
  /** What a link to it says; null for the later parts of a long list. */
  name: string | null;
}

/** The stored pages by their addresses, each with its query; the newest first. */
export async function storedPages(): Promise<ReadonlyMap<string, StoredPage>> {
  if (!('caches' in window)) return new Map();
  const cache = await caches.open(pageCache(messages.LANGUAGE, screens().version));
  const pages = new Map<string, StoredPage>();
  for (const request of (await cache.keys()).toReversed()) {
    const page = pageOfDataAddress(new URL(request.url));
    const headers = (await cache.match(request))?.headers;
    if (page === null || pages.has(page)) continue;
    const own = headers?.get(PAGE_NAME);
    const name = own ? decodeURIComponent(own) : nameOfPage(page);
    pages.set(page, { storedAt: Date.parse(headers?.get('Date') ?? ''), name });
  }
  return pages;
}

const NAMES: Readonly<Record<string, string>> = {
  '/': messages.HOME,
  '/about': messages.ABOUT_US,
  '/help': messages.HELP,
  '/contact': messages.CONTACT,
  '/terms': messages.TERMS,
  '/privacy': messages.PRIVACY,
  '/groceries': messages.GROCERIES,
  '/groceries/offers': messages.NEW_OFFERS,
  '/favourites': messages.FAVOURITES,
};

/** What a link to a public page says, `page` with its query; null for other pages and later parts of lists. */
export function nameOfPage(page: string): string | null {
  const { pathname: full, searchParams } = new URL(page, 'http://shop');
  const pathname = splitPath(full).path;
  if (searchParams.has('after')) return null;
  if (pathname === '/groceries/search-results')
    return formatMessage(messages.RESULTS_FOR, { text: searchParams.get('searchText') ?? '' });
  const [, , group = '', category] = pathname.split('/');
  if (pathname in NAMES) return NAMES[pathname] ?? null;
  return isListingGroup(group) && category === undefined ? messages.GROUP_NAMES[group] : null;
}
