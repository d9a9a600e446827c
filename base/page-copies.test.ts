import { constantFrom, dictionary, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, localPath } from './language.ts';
import {
  serviceWorkerOf,
  isPageCacheOf,
  pageCache,
  pageDataAddress,
  pageOfDataAddress,
  pageOfDataPath,
  isPublicPage,
  opensWithoutNetwork,
} from './page-copies.ts';
import { testAll } from '../test/support/properties.ts';

const page = tuple(
  constantFrom('/', '/about', '/help', '/groceries', '/groceries/offers', '/groceries/raw-products/fish'),
  dictionary(string({ minLength: 1 }), string()),
  constantFrom(...LANGUAGES),
).map(([path, query, language]) => {
  const parameters = new URLSearchParams(query);
  parameters.delete('_routes');
  return localPath(language, parameters.size === 0 ? path : `${path}?${parameters}`);
});

test.each(['/user/login', '/api/products', '//', '/groceries/'])('%s is not public, in no language', (path) => {
  expect(LANGUAGES.some((language) => isPublicPage(localPath(language, path)))).toBe(false);
});

test.each(['/bnx', '/BN', '/bn.data', '/about/bn', '/bn/bn', '/bn/bn/about'])('%s is no page', (path) => {
  expect([isPublicPage(path), opensWithoutNetwork(path)]).toEqual([false, false]);
});

test.each([
  ...['/', '/about', '/help', '/groceries', '/groceries/search-results', '/groceries/raw-products/rice'].map(
    (path) => [path, true, true] as const,
  ),
  ...['/cart', '/empty-cart', '/offline'].map((path) => [path, false, true] as const),
  ...['/checkout', '/payment', '/user/profile'].map((path) => [path, false, false] as const),
])(
  'whether %s is public is %s, and whether it opens without a network %s, in every language',
  (path, isPublic, opens) => {
    for (const page of LANGUAGES.map((language) => localPath(language, path)))
      expect([isPublicPage(page), opensWithoutNetwork(page)]).toEqual([isPublic, opens]);
  },
);

describe('where a page has its data', () => {
  test.each([
    ['/', 'routes/home', '/_.data?_routes=routes%2Fhome'],
    ['/groceries', 'routes/groceries', '/groceries.data?_routes=routes%2Fgroceries'],
    [
      '/groceries/search-results?searchText=tea',
      'routes/search-results',
      '/groceries/search-results.data?searchText=tea&_routes=routes%2Fsearch-results',
    ],
    ['/bn', 'routes/home', '/bn.data?_routes=routes%2Fhome'],
    ['/bn/groceries', 'routes/groceries', '/bn/groceries.data?_routes=routes%2Fgroceries'],
  ])('%s: %s → %s', (of, route, address) => expect(pageDataAddress(of, route)).toBe(address));

  testAll('the address leads back to the page', page, (of) => {
    const address = new URL(pageDataAddress(of, 'routes/listing'), 'https://shop.example');
    expect(pageOfDataAddress(address)).toBe(of);
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
    '/bn.data',
    '/bn/cart.data?_routes=routes%2Fcart',
    '/bn/bn.data?_routes=routes%2Fhome',
  ])('%s is the data of no public page', (address) => {
    expect(pageOfDataAddress(new URL(address, 'https://shop.example'))).toBeNull();
  });

  test.each([
    ['/_.data', '/'],
    ['/about.data', '/about'],
    ['/about', null],
    ['/bn.data', '/bn'],
    ['/bn/about.data', '/bn/about'],
    ['/bn', null],
  ])('%s has the data of %s', (path, of) => expect(pageOfDataPath(path)).toBe(of));
});

describe('the copies of a language', () => {
  test('have a service worker and a cache of their own', () => {
    expect(new Set(LANGUAGES.map(serviceWorkerOf)).size).toBe(LANGUAGES.length);
    expect(new Set(LANGUAGES.map((language) => pageCache(language, '1a2b'))).size).toBe(LANGUAGES.length);
    expect(pageCache('en', '1a2b')).not.toBe(pageCache('en', '3c4d'));
  });

  testAll('are deleted by its own service worker only, whatever the version is called', string(), (version) => {
    for (const language of LANGUAGES) {
      for (const owner of LANGUAGES)
        expect(isPageCacheOf(language, pageCache(owner, version))).toBe(owner === language);
      expect(isPageCacheOf(language, `workbox-${version}`)).toBe(false);
    }
  });

  test('of a version without languages are nobody’s, so each service worker deletes them', () => {
    for (const language of LANGUAGES) expect(isPageCacheOf(language, 'pages-1a2b3c')).toBe(true);
  });
});
