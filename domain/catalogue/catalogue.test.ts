import { describe, expect, test } from 'vitest';
import { CATEGORIES, FIRST_CATEGORIES, LISTINGS, listingOf } from '../../test/support/first-categories.ts';
import { isListingGroup, isStatus, listingsWith, TRENDING_LISTINGS } from './catalogue.ts';

test('the first categories are the 15 of product §3, in menu order', () => {
  const ids = (group: string) => FIRST_CATEGORIES.filter((category) => category.group === group).map(({ id }) => id);
  expect(ids('raw-products').join(' ')).toBe('vegetables fruits meat fish eggs spices rice flour oil');
  expect(ids('beverages').join(' ')).toBe('tea-coffe dry-fruits jams biscuits cakes breads');
});

test('statuses and groups are distinguished from other texts', () => {
  expect(isStatus('popular')).toBe(true);
  expect(isStatus('popular-now')).toBe(false);
  expect(['trending', 'beverages', 'fish', undefined].map(isListingGroup)).toEqual([true, true, false, false]);
});

describe('listings (product §2)', () => {
  test('are 18 with the slugs of the routes', () => {
    expect(LISTINGS.map((listing) => listing.slug)).toEqual([
      'top-products',
      'recent-products',
      'popular-now',
      ...CATEGORIES,
    ]);
  });

  test('have an address and a filter', () => {
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
});
