import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { localPath } from '../../base/language.ts';
import { settingsWith } from '../../domain/shop/settings.ts';
import type { Services } from '../../server/services.ts';
import { FIRST_CATEGORIES } from '../../test/support/first-categories.ts';
import { servicesContext } from '../context.ts';
import { loader } from './crawlers.ts';

/** A shop with products at these positions. */
function shop(positions: readonly number[]) {
  const context = new RouterContextProvider();
  context.set(servicesContext, {
    shop: { origin: 'https://shop.example', settings: () => settingsWith({ terms: 'Pay at the door.' }) },
    categories: { menu: () => FIRST_CATEGORIES },
    catalogue: {
      size: async () => positions.length,
      lastPosition: async () => positions.at(-1) ?? 0,
      idsBetween: async (first: number, last: number) =>
        positions.filter((position) => position >= first && position <= last).map((position) => `p-${position}`),
    },
  } as unknown as Services);
  return async (part?: string) => {
    const request = new Request('https://shop.example/sitemap.xml');
    const pattern = part === undefined ? '/sitemap.xml' : '/sitemap/:part';
    const response = await loader({ context, request, params: { part }, pattern } as unknown as Parameters<
      typeof loader
    >[0]);
    const text = await response.text();
    return {
      status: response.status,
      text,
      locations: [...text.matchAll(/<loc>https:\/\/shop\.example([^<]*)/g)].map(([, path]) => path),
    };
  };
}

test('a small shop has one file with its pages and products', async () => {
  const { text, locations } = await shop([1, 2, 900_000])();
  expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset /);
  expect(locations.filter((path) => path?.startsWith('/product/'))).toEqual([
    '/product/p-1',
    '/product/p-2',
    '/product/p-900000',
  ]);
  expect(locations).toContain('/groceries/raw-products/fish');
  expect(locations).toContain('/terms');
  expect(locations).not.toContain('/privacy');
});

test('each page has its address in both languages', async () => {
  const { locations } = await shop([1, 2, 900_000])();
  expect(locations.slice(0, 2)).toEqual(['/', '/bn']);
  expect(locations).toContain('/bn/product/p-900000');
  const english = locations.filter((path) => !/^\/bn(?:\/|$)/.test(path ?? ''));
  expect(locations.toSorted()).toEqual([...english, ...english.map((path = '') => localPath('bn', path))].toSorted());
  expect(new Set(locations).size).toBe(locations.length);
});

test('an empty shop has its pages', async () => {
  const { locations } = await shop([])();
  expect(locations[0]).toBe('/');
  expect(locations.filter((path) => path?.startsWith('/product/'))).toEqual([]);
});

test('a large shop has a list of files of at most 50,000 addresses, with every product once', async () => {
  const open = shop(Array.from({ length: 120_001 }, (_, at) => at + 1));
  const { text, locations: files } = await open();
  expect(text).toContain('<sitemapindex ');
  // A product has two addresses, so a file has 25,000 of them.
  expect(files).toEqual(Array.from({ length: 6 }, (_, part) => `/sitemap/${part}.xml`));
  const parts = await Promise.all(files.map((file) => open(file?.slice('/sitemap/'.length))));
  expect(Math.max(...parts.map(({ locations }) => locations.length))).toBe(50_000);
  const products = parts.flatMap(({ locations }) => locations.filter((path) => path?.startsWith('/product/')));
  expect(new Set(products).size).toBe(120_001);
  expect(products).toHaveLength(120_001);
  const inBangla = parts.flatMap(({ locations }) => locations.filter((path) => path?.startsWith('/bn/product/')));
  expect(new Set(inBangla)).toEqual(new Set(products.map((path) => `/bn${path}`)));
  expect(inBangla).toHaveLength(120_001);
});

test.each(['6.xml', '-1.xml', '1', '1.xml.xml', 'x.xml', '9999999.xml'])('there is no part %s', async (part) => {
  expect((await shop([120_001])('5.xml')).status).toBe(200);
  expect((await shop([120_001])(part)).status).toBe(404);
});
