import { expect, test } from 'vitest';
import { publicAddress } from './cached-pages.ts';
import { encodingFor } from './finished.ts';

test.each([
  ['/', '/'],
  ['/?utm_source=x&y=%', '/'],
  ['/_.data', '/_.data'],
  ['/groceries/raw-products/fish?after=12&x=1', '/groceries/raw-products/fish?after=12'],
  [
    '/groceries/search-results?searchCategory=all&searchText=ri%20ce',
    '/groceries/search-results?searchText=ri+ce&searchCategory=all',
  ],
  ['/groceries.data?_routes=routes%2Fgroceries', '/groceries.data?_routes=routes%2Fgroceries'],
  ['/api/listings/offers?after=3', '/api/listings/offers?after=3'],
  ['/cart', null],
  ['/user/profile', null],
  ['/api/orders', null],
  ['/groceries/a/b/c', null],
  [`/groceries/search-results?searchText=${'x'.repeat(1000)}`, null],
])('%s is kept as %s', (url, address) => {
  expect(publicAddress(url)).toBe(address);
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000,gzip;q=0', 'identity'],
  ['br;q=0.5', 'br'],
  ['', 'identity'],
  [undefined, 'identity'],
])('who accepts %j gets %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
