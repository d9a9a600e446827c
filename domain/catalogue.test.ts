import { describe, expect, test } from 'vitest';
import {
  CATEGORIES,
  GROUPS,
  LISTINGS,
  TRENDING_LISTINGS,
  categoriesIn,
  categoryName,
  findListing,
  groupName,
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
    expect(categoriesIn('beverages').map(categoryName)).toEqual([
      'Tea & Coffe',
      'Dry Fruits',
      'Jams & Jellies',
      'Biscuits',
      'Cakes',
      'Breads',
    ]);
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

  test('have a name, an address and a filter', () => {
    expect(findListing('jams')).toEqual({
      slug: 'jams',
      name: 'Jams & Jellies',
      group: 'beverages',
      path: '/groceries/beverages/jams',
      filter: { category: 'jams' },
    });
    expect(TRENDING_LISTINGS.map(({ name, path, filter }) => ({ name, path, filter }))).toEqual([
      { name: 'Top Products', path: '/groceries/trending/top-products', filter: { status: 'top' } },
      { name: 'Recent Products', path: '/groceries/trending/recent-products', filter: { status: 'recent' } },
      { name: 'Popular Now', path: '/groceries/trending/popular-now', filter: { status: 'popular' } },
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
    expect([groupName('trending'), groupName('raw-products'), groupName('beverages')]).toEqual([
      'Trending now',
      'Raw Products',
      'Beverages',
    ]);
  });
});
