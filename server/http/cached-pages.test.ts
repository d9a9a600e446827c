import { createServer } from 'node:http';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { localPath } from '../../base/language.ts';
import { listen } from '../../test/support/listen.ts';
import { cachedPages, publicPage } from './cached-pages.ts';
import { compose } from './middleware.ts';
import { encodingFor, createPageCache } from './page-cache.ts';

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
  ['/api/suggest?q=tea&category=beverages&x=1', '/api/suggest?q=tea&category=beverages', 'many'],
  ['/api/suggest?q=tea&category=all', '/api/suggest?q=tea', 'many'],
  ['/api/suggest', '/api/suggest', 'many'],
  // A page shows the text as it was typed. It is cached when that text is exactly what is searched for.
  [`${RESULTS}?searchCategory=all&searchText=ric`, `${RESULTS}?searchText=ric`, 'many'],
  [
    `${RESULTS}?searchText=rice&searchCategory=beverages`,
    `${RESULTS}?searchText=rice&searchCategory=beverages`,
    'none',
  ],
  [`${RESULTS}?searchText=Ric`, `${RESULTS}?searchText=Ric`, 'none'],
  [`${RESULTS}.data?searchText=+Rice+0001&searchCategory=x`, `${RESULTS}.data?searchText=Rice+0001`, 'many'],
  [
    '/api/listings/search-results?searchText=rice!&after=7',
    '/api/listings/search-results?searchText=rice%21&after=7',
    'many',
  ],
])('%s is cached as %s among the %s', (url, address, tier) => expect(publicPage(url)).toMatchObject({ address, tier }));

const RICE = encodeURIComponent('চাল');

test.each([
  ['/bn', '/bn', 'few'],
  ['/bn?utm_source=x', '/bn', 'few'],
  ['/bn/', '/bn', 'few'],
  ['/bn.data', '/bn.data', 'few'],
  ['/bn.data?_routes=routes%2Fhome', '/bn.data?_routes=routes%2Fhome', 'few'],
  ['/bn/groceries/offers?x=1', '/bn/groceries/offers', 'few'],
  ['/bn/groceries/offers?x=1&after=15', '/bn/groceries/offers?after=15', 'many'],
  ['/bn/product/rui-1kg?after=3', '/bn/product/rui-1kg', 'many'],
  ['/bn/product/rui-1kg.data?_routes=routes%2Fproduct', '/bn/product/rui-1kg.data?_routes=routes%2Fproduct', 'many'],
  [`/bn${RESULTS}?searchText=চাল`, `/bn${RESULTS}?searchText=${RICE}`, 'many'],
  [`/bn${RESULTS}?searchText=${RICE}&x=1`, `/bn${RESULTS}?searchText=${RICE}`, 'many'],
  [`/bn${RESULTS}?searchText=rice`, `/bn${RESULTS}?searchText=rice`, 'none'],
  [`/bn${RESULTS}.data?searchText=rice`, `/bn${RESULTS}.data?searchText=rice`, 'many'],
])('%s is cached in Bangla as %s among the %s', (url, address, tier) => {
  expect(publicPage(url)).toMatchObject({ address, tier, language: 'bn' });
});

test.each(['/', '/_.data', '/groceries/offers', '/product/rui-1kg.data', `${RESULTS}?searchText=ric`])(
  '%s is an English page, and the same page in Bangla has another key',
  (url) => {
    const english = publicPage(url);
    const bangla = publicPage(url === '/_.data' ? '/bn.data' : localPath('bn', url));
    expect([english?.language, bangla?.language]).toEqual(['en', 'bn']);
    expect(bangla?.tier).toBe(english?.tier);
    expect(bangla?.address).not.toBe(english?.address);
  },
);

test.each(['/api/suggest?q=x', '/api/listings/offers?after=3', '/sitemap.xml'])('%s has no language', (url) => {
  // So that a request of a Bangla page does not make its customer an English one.
  expect(publicPage(url)?.language).toBeNull();
});

test('no page has the key of a page in another language', () => {
  const parts = fc.constantFrom('', 'bn', 'about', 'groceries', 'offers', 'product', 'rui', 'search-results', '_', 'x');
  const addresses = fc
    .tuple(
      fc.array(parts, { maxLength: 3 }),
      fc.constantFrom('', '.data'),
      fc.constantFrom('', '?after=3', '?searchText=চাল', '?x=/bn', '?_routes=routes%2Fhome'),
    )
    .map(([path, data, query]) => `/${path.join('/')}${data}${query}`);
  const isBangla = (address: string): boolean => /^\/bn(?:[/?.]|$)/.test(address);
  fc.assert(
    fc.property(addresses, (url) => {
      const pages = [publicPage(url), publicPage(`/bn${url}`), publicPage(localPath('bn', url))];
      const known = pages.filter((page) => page !== null);
      expect(known.map(({ address }) => isBangla(address))).toEqual(known.map(({ language }) => language === 'bn'));
    }),
    { numRuns: 2_000 },
  );
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
  '/bnx',
  '/BN',
  '/bn/bn',
  '/bn/cart',
  '/bn/user/profile',
  '/bn/_.data',
  '/bn/api/suggest?q=x',
  '/bn/api/listings/offers?after=3',
  '/bn/sitemap.xml',
  '/bn/sitemap/1.xml',
  '/bn.data?_routes=routes%2Fhome%2Croot',
])('%s is not cached', (url) => expect(publicPage(url)).toBeNull());

test('pages of both languages are rendered once in a period each, and the session is asked for in the language of the page', async () => {
  let period = 'morning';
  const rendered: string[] = [];
  const asked: string[] = [];
  const step = cachedPages({
    cache: createPageCache(),
    render: async (address, variant) => {
      rendered.push(`${variant} ${address}`);
      return new Response(`${variant} ${address}`, { headers: { 'Content-Type': 'text/html' } });
    },
    variantOf: async (cookie, language, isHome) => {
      asked.push(`${cookie} ${language}`);
      return isHome ? 'open' : 'none';
    },
    period: () => period,
  });
  const server = createServer(compose([step], () => {}));
  const base = `http://127.0.0.1:${await listen(server)}`;
  const read = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(base + path, { headers })).text();
  const addresses = ['/', '/bn', '/groceries/offers', '/bn/groceries/offers'];
  for (let time = 1; time <= 2; time += 1) {
    for (const address of addresses) expect(await read(address)).toBe(`visitor ${address}`);
  }
  expect(rendered).toEqual(addresses.map((address) => `visitor ${address}`));
  expect(asked).toEqual([]);
  for (const [at, address] of addresses.entries())
    expect(await read(address, { Cookie: 'a=b' })).toBe(`${at < 2 ? 'open' : 'none'} ${address}`);
  expect(asked).toEqual(['a=b en', 'a=b bn', 'a=b en', 'a=b bn']);
  expect(rendered).toHaveLength(8);
  // Those above took gzip.
  for (const encoding of ['br', 'identity', 'gzip', 'br']) {
    const response = await fetch(`${base}/`, { headers: { 'Accept-Encoding': encoding } });
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    expect(await response.text()).toBe('visitor /');
  }
  expect(rendered).toHaveLength(10);
  period = 'evening';
  await read('/');
  expect(rendered).toHaveLength(11);
  server.closeAllConnections();
  server.close();
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
])('who accepts %j gets %s', (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding));
