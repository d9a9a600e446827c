import { expect, test } from 'vitest';
import { LANGUAGES, localPath } from '../../base/language.ts';
import { importInBangla } from '../../test/support/bangla.ts';
import { HOME, GROUP_NAMES, RESULTS_FOR } from '../../messages/bn.ts';
import { nameOfPage } from './stored-pages.ts';

const bangla = await importInBangla(() => import('./stored-pages.ts'));

test.each([
  ['/', 'Home'],
  ['/about', 'About Us'],
  ['/help', 'Help'],
  ['/terms', 'Terms of use'],
  ['/groceries', 'Groceries'],
  ['/groceries/offers', 'New Offers'],
  ['/favourites', 'Favourites'],
  ['/groceries/trending', 'Trending now'],
  ['/groceries/beverages', 'Beverages'],
  ['/groceries/search-results?searchText=ilish&searchCategory=all', 'Results for “ilish”'],
])('%s is called %s, in the language of this page', (page, name) => {
  expect(nameOfPage(page)).toBe(name);
  expect(nameOfPage(localPath('bn', page))).toBe(name);
});

test.each([
  '/cart',
  '/groceries/offers?after=15',
  // The shop sends the name along.
  '/groceries/beverages/tea-coffe',
  '/groceries/petrol',
  '/user/profile',
  '/product/rui',
  '/bnx',
  '/bn/bn',
])('%s has no name of its own, in no language', (page) => {
  for (const language of LANGUAGES) expect(nameOfPage(localPath(language, page))).toBeNull();
});

test('on Bangla pages names are Bangla, whatever the page', () => {
  for (const language of LANGUAGES) {
    expect(bangla.nameOfPage(localPath(language, '/'))).toBe(HOME);
    expect(bangla.nameOfPage(localPath(language, '/groceries/beverages'))).toBe(GROUP_NAMES.beverages);
    expect(bangla.nameOfPage(localPath(language, '/groceries/search-results?searchText=চাল'))).toBe(
      RESULTS_FOR.replace('{text}', 'চাল'),
    );
  }
});
