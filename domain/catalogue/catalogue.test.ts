import { describe, expect, test } from 'vitest';
import {
  CATEGORIES,
  GROUPS,
  LISTINGS,
  TRENDING_LISTINGS,
  categoriesIn,
  findListing,
  groupOf,
  isCategory,
  isListingGroup,
  isStatus,
  listingsIn,
} from './catalogue.ts';

describe('categories (product §2, §3)', () => {
  test('are 15, each in exactly one group', () => {
    expect(CATEGORIES).toHaveLength(15);
    const grouped = GROUPS.flatMap((group) => [...categoriesIn(group)]);
    expect(new Set(grouped)).toEqual(new Set(CATEGORIES));
    expect(grouped).toHaveLength(15);
    for (const group of GROUPS) {
      expect(categoriesIn(group).map(groupOf)).toEqual(categoriesIn(group).map(() => group));
    }
  });

  test('are in menu order', () => {
    expect(categoriesIn('raw-products').join(' ')).toBe('vegetables fruits meat fish eggs spices rice flour oil');
    expect(categoriesIn('beverages').join(' ')).toBe('tea-coffe dry-fruits jams biscuits cakes breads');
  });

  test('are distinguished from other texts', () => {
    expect(isCategory('tea-coffe')).toBe(true);
    expect(isCategory('tea-coffee')).toBe(false);
    expect(isCategory(undefined)).toBe(false);
    expect(isStatus('popular')).toBe(true);
    expect(isStatus('popular-now')).toBe(false);
    expect(['trending', 'beverages', 'fish', undefined].map(isListingGroup)).toEqual([true, true, false, false]);
  });
});

describe('listings (product §2)', () => {
  test('are 18 with the slugs of the routes', () => {
    expect(LISTINGS.map((listing) => listing.slug).toSorted()).toEqual(
      [...CATEGORIES, 'top-products', 'recent-products', 'popular-now'].toSorted(),
    );
  });

  test('have an address and a filter', () => {
    expect(findListing('jams')).toEqual({
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
  });

  test('are found by slug only', () => {
    for (const listing of LISTINGS) expect(findListing(listing.slug)).toBe(listing);
    for (const slug of ['', 'raw-products', 'Fish', 'toString', '__proto__']) expect(findListing(slug)).toBeUndefined();
  });

  test('of a group are its categories', () => {
    for (const group of GROUPS) {
      expect(listingsIn(group).map((listing) => listing.slug)).toEqual(categoriesIn(group));
    }
    expect(listingsIn('trending')).toEqual(TRENDING_LISTINGS);
  });
});
