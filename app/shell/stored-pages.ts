import { PAGE_NAME, pageCache, pageOfDataAddress } from '../../base/page-copies.ts';
import { screens } from '../state/network/requests.ts';
import * as messages from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { splitPath } from '../../base/language.ts';
import { ABOUT, CONTACT, FAVOURITES, GROCERIES, HELP, HOME, OFFERS, PRIVACY, TERMS } from './links.ts';
import { isListingGroup } from '../../domain/catalogue/catalogue.ts';

/**
 * What links to the stored pages say, by their addresses with their queries, the newest first; null for the later parts of
 * a long list.
 */
export async function storedPages(): Promise<ReadonlyMap<string, string | null>> {
  if (!('caches' in window)) return new Map();
  const cache = await caches.open(pageCache(messages.LANGUAGE, screens().version));
  const pages = new Map<string, string | null>();
  for (const request of (await cache.keys()).toReversed()) {
    const page = pageOfDataAddress(new URL(request.url));
    if (page === null || pages.has(page)) continue;
    const own = (await cache.match(request))?.headers.get(PAGE_NAME);
    pages.set(page, own ? decodeURIComponent(own) : nameOfPage(page));
  }
  return pages;
}

const NAMED = [ABOUT, CONTACT, FAVOURITES, GROCERIES, HELP, HOME, OFFERS, PRIVACY, TERMS];

/** What a link to a public page says, `page` with its query; null for other pages and later parts of lists. */
export function nameOfPage(page: string): string | null {
  const { pathname: full, searchParams } = new URL(page, 'http://shop');
  const pathname = splitPath(full).path;
  if (searchParams.has('after')) return null;
  if (pathname === '/groceries/search-results')
    return formatMessage(messages.RESULTS_FOR, { text: searchParams.get('searchText') ?? '' });
  const [, , group = '', category] = pathname.split('/');
  const named = NAMED.find(({ to }) => to === pathname);
  if (named) return named.text;
  return isListingGroup(group) && category === undefined ? messages.GROUP_NAMES[group] : null;
}
