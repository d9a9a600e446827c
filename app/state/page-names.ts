import {
  ABOUT_US,
  FAVOURITES,
  GROCERIES,
  GROUP_NAMES,
  HELP,
  HOME,
  LISTING_NAMES,
  NEW_OFFERS,
  RESULTS_FOR,
} from '#messages';
import { formatMessage } from '../../messages/format.ts';
import { splitPath } from '../../domain/language.ts';
import { findListing, isListingGroup } from '../../domain/catalogue.ts';

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
  const { pathname: full, searchParams } = new URL(page, 'http://shop');
  const pathname = splitPath(full).path;
  if (searchParams.has('after')) return null;
  if (pathname === '/groceries/search-results')
    return formatMessage(RESULTS_FOR, { text: searchParams.get('searchText') ?? '' });
  const [, , group = '', category] = pathname.split('/');
  if (pathname in NAMES) return NAMES[pathname] ?? null;
  if (!isListingGroup(group)) return null;
  if (category === undefined) return GROUP_NAMES[group];
  const listing = findListing(category);
  return listing ? LISTING_NAMES[listing.slug] : null;
}
