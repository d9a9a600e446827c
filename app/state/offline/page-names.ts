import * as messages from '#messages';
import { formatMessage } from '../../../messages/format.ts';
import { splitPath } from '../../../base/language.ts';
import { isListingGroup } from '../../../domain/catalogue/catalogue.ts';

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

/** What a link to a public page says; null for other pages, for those that send their name, and for the later parts of a long list. `page` has its query. */
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
