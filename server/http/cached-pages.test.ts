import { expect, test } from 'vitest';
import { publicPage } from './cached-pages.ts';
import { encodingFor } from './cached-response.ts';

const RESULTS = '/groceries/search-results';

test.each([
  ['/', '/', 'few'],
  ['/?utm_source=x&y=%', '/', 'few'],
  ['/_.data', '/_.data', 'few'],
  ['/?searchText=rice&_routes=root', '/', 'few'],
  ['/groceries/raw-products/fish?after=12&x=1', '/groceries/raw-products/fish?after=12', 'many'],
  ['/groceries/raw-products/fish?after=0012', '/groceries/raw-products/fish?after=12', 'many'],
  ['/groceries/raw-products/fish?after=0', '/groceries/raw-products/fish', 'few'],
  ['/groceries/raw-products/fish?after=anything', '/groceries/raw-products/fish', 'few'],
  ['/groceries.data?_routes=routes%2Fgroceries', '/groceries.data?_routes=routes%2Fgroceries', 'few'],
  ['/api/listings/offers?after=3', '/api/listings/offers?after=3', 'many'],
  ['/product/rui-1kg', '/product/rui-1kg', 'many'],
  ['/product/rui-1kg?after=3&utm_source=x', '/product/rui-1kg', 'many'],
  ['/product/rui-1kg.data?_routes=routes%2Fproduct', '/product/rui-1kg.data?_routes=routes%2Fproduct', 'many'],
  ['/sitemap.xml?x=1', '/sitemap.xml', 'many'],
  ['/sitemap/20.xml', '/sitemap/20.xml', 'many'],
  ['/api/suggest?q=%20%C4%92LISH!&after=3', '/api/suggest?q=elish', 'many'],
  ['/api/suggest', '/api/suggest', 'many'],
  // A page shows the text as it was typed. It is cached when that text is exactly what is searched for.
  [`${RESULTS}?searchCategory=all&searchText=ric`, `${RESULTS}?searchText=ric`, 'many'],
  [
    `${RESULTS}?searchText=rice&searchCategory=beverages`,
    `${RESULTS}?searchText=rice&searchCategory=beverages`,
    'none',
  ],
  [`${RESULTS}?searchText=Ric`, `${RESULTS}?searchText=Ric`, 'none'],
  [`${RESULTS}.data?searchText=Rice+0001&searchCategory=x`, `${RESULTS}.data?searchText=ric`, 'many'],
  [
    '/api/listings/search-results?searchText=rice!&after=7',
    '/api/listings/search-results?searchText=ric&after=7',
    'many',
  ],
])('%s is cached as %s among the %s', (url, address, tier) => {
  expect(publicPage(url)).toEqual({ address, tier });
});

test.each([
  '/cart',
  '/user/profile',
  '/api/orders',
  '/product/Rui',
  '/product/rui/x',
  '/sitemap/x.xml',
  '/groceries/a/b/c',
  '/About',
  '/about/',
  '/groceries.data?_routes=routes%2Fgroceries%2Croot',
  '/groceries.data?_routes=x1',
  `${RESULTS}?searchText=${'x'.repeat(1000)}`,
])('%s is not cached', (url) => {
  expect(publicPage(url)).toBeNull();
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000,gzip;q=0', 'identity'],
  ['br;q=0.5', 'br'],
  // Whatever the client prefers: the smallest one that it accepts.
  ['gzip, br;q=0.1', 'br'],
  ['identity, gzip;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['abracadabra, gzipped', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('who accepts %j gets %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
