import { findListing, groupName, isListingGroup } from './catalogue.ts';
import { ABOUT_US, FAVOURITES, GROCERIES, HELP, HOME, NEW_OFFERS, resultsFor } from './messages.ts';

/** The header with the name of a public page whose name is not in its address, encoded as in a URL. */
export const PAGE_NAME = 'X-Page-Name';

const NAMES: Readonly<Record<string, string>> = {
  '/': HOME,
  '/about': ABOUT_US,
  '/help': HELP,
  '/groceries': GROCERIES,
  '/groceries/offers': NEW_OFFERS,
  '/favourites': FAVOURITES,
};

/** What a link to a public page says; null for other pages and for the later parts of a long list. `page` has its query. */
export function nameOfPage(page: string): string | null {
  const { pathname, searchParams } = new URL(page, 'http://shop');
  if (searchParams.has('after')) return null;
  if (pathname === '/groceries/search-results') return resultsFor(searchParams.get('searchText') ?? '');
  const [, , group = '', category] = pathname.split('/');
  if (pathname in NAMES) return NAMES[pathname] ?? null;
  if (!isListingGroup(group)) return null;
  return category === undefined ? groupName(group) : (findListing(category)?.name ?? null);
}
