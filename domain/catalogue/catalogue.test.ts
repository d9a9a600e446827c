import { expect, test } from 'vitest';
import { listingOf } from '../../test/support/first-categories.ts';
import { isListingGroup, isStatus, listingsWith, picturesOf, TRENDING_LISTINGS } from './catalogue.ts';

test('statuses and groups are distinguished from other texts', () => {
  expect(isStatus('popular')).toBe(true);
  expect(isStatus('popular-now')).toBe(false);
  expect(['trending', 'beverages', 'fish', undefined].map(isListingGroup)).toEqual([true, true, false, false]);
});

test('a category is shown by the first picture that its products have', () => {
  const sections = {
    fish: [{ imgUrl: '' }, { imgUrl: '/rui.webp' }, { imgUrl: '/ilish.webp' }],
    rice: [{ imgUrl: '' }],
  };
  expect(picturesOf(sections)).toEqual({ fish: '/rui.webp', rice: '' });
});

test('listings have an address and a filter', () => {
  expect(listingOf('jams')).toEqual({
    slug: 'jams',
    group: 'beverages',
    path: '/groceries/beverages/jams',
    filter: { category: 'jams' },
  });
  expect(TRENDING_LISTINGS.map(({ path, filter }) => ({ path, filter }))).toEqual([
    { path: '/groceries/trending/top-products', filter: { status: 'top' } },
    { path: '/groceries/trending/recent-products', filter: { status: 'recent' } },
    { path: '/groceries/trending/popular-now', filter: { status: 'popular' } },
  ]);
  expect(listingsWith([])).toEqual(TRENDING_LISTINGS);
});
