import { assert, constantFrom, dictionary, property, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageDataAddress, pageOfDataAddress, pageOfDataPath } from './page-copies.ts';
import { isPublicPage } from './public-pages.ts';

const page = tuple(
  constantFrom('/', '/about', '/help', '/groceries', '/groceries/offers', '/groceries/raw-products/fish'),
  dictionary(string({ minLength: 1 }), string()),
).map(([path, query]) => {
  const parameters = new URLSearchParams(query);
  parameters.delete('_routes');
  return parameters.size === 0 ? path : `${path}?${parameters}`;
});

test.each(['/', '/about', '/help', '/groceries', '/groceries/search-results', '/groceries/raw-products/rice'])(
  '%s is public',
  (path) => expect(isPublicPage(path)).toBe(true),
);

test.each([
  '/cart',
  '/checkout',
  '/payment',
  '/user/login',
  '/user/profile',
  '/api/products',
  '/offline',
  '//',
  '/groceries/',
])('%s is not public', (path) => expect(isPublicPage(path)).toBe(false));

describe('where a page has its data', () => {
  test.each([
    ['/', 'routes/home', '/_.data?_routes=routes%2Fhome'],
    ['/groceries', 'routes/groceries', '/groceries.data?_routes=routes%2Fgroceries'],
    [
      '/groceries/search-results?searchText=tea',
      'routes/search-results',
      '/groceries/search-results.data?searchText=tea&_routes=routes%2Fsearch-results',
    ],
  ])('%s: %s → %s', (of, route, address) => expect(pageDataAddress(of, route)).toBe(address));

  test('the address leads back to the page', () => {
    assert(
      property(page, (of) => {
        const address = new URL(pageDataAddress(of, 'routes/listing'), 'https://shop.example');
        expect(pageOfDataAddress(address)).toBe(of);
      }),
    );
  });

  test.each([
    // All routes, and so who is signed in.
    '/groceries.data',
    '/groceries.data?_routes=root',
    '/groceries.data?_routes=root%2Croutes%2Fgroceries',
    '/cart.data?_routes=routes%2Fcart',
    '/user/orders.data?_routes=routes%2Forders',
    '/groceries?_routes=routes%2Fgroceries',
    '/api/orders',
  ])('%s is the data of no public page', (address) => {
    expect(pageOfDataAddress(new URL(address, 'https://shop.example'))).toBeNull();
  });

  test.each([
    ['/_.data', '/'],
    ['/about.data', '/about'],
    ['/about', null],
  ])('%s has the data of %s', (path, of) => expect(pageOfDataPath(path)).toBe(of));
});
