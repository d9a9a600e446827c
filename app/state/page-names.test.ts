import { expect, test } from 'vitest';
import { nameOfPage } from './page-names.ts';

test.each([
  ['/', 'Home'],
  ['/about', 'About Us'],
  ['/help', 'Help'],
  ['/groceries', 'Groceries'],
  ['/groceries/offers', 'New Offers'],
  ['/favourites', 'Favourites'],
  ['/groceries/trending', 'Trending now'],
  ['/groceries/beverages', 'Beverages'],
  ['/groceries/beverages/tea-coffe', 'Tea & Coffe'],
  ['/groceries/trending/popular-now', 'Popular Now'],
  ['/groceries/search-results?searchText=ilish&searchCategory=all', 'Results for “ilish”'],
])('%s is called %s', (page, name) => expect(nameOfPage(page)).toBe(name));

test.each([
  '/cart',
  '/groceries/offers?after=15',
  '/groceries/beverages/petrol',
  '/groceries/petrol',
  '/user/profile',
  '/product/rui',
])('%s has no name of its own', (page) => expect(nameOfPage(page)).toBeNull());
