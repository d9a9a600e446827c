import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { productInPage } from '../../app/document/product-in-page.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorSends } from '../support/operator-client.ts';

let door: FrontDoor;
beforeAll(async () => {
  door = await openFrontDoor();
});
afterAll(() => door.close());

test('the shell has the texts and links of product §2', async () => {
  const { screen, document } = await door.visitor().open('/');
  const address = (name: string | RegExp) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');
  expect(address('30% off for the first order with a gift box')).toBe('/groceries/offers');
  expect(document.querySelector('header [href^="tel:"]')?.getAttribute('href')).toBe('tel:+8801700000000');
  expect(address(/880 1700-000000/)).toBe('tel:+8801700000000');
  screen.getByText('Sunday to Thursday, 9:00 AM to 10:00 PM');
  expect(['Login', 'Register', 'About Us', 'Help'].map(address)).toEqual([
    '/user/login',
    '/user/register',
    '/about',
    '/help',
  ]);
});

const MAIN = ['Home', 'Groceries', 'Raw Products', 'Beverages'];
const BEVERAGES = ['Tea & Coffe', 'Dry Fruits', 'Jams & Jellies', 'Biscuits', 'Cakes', 'Breads'];
const RAW = ['Vegetables', 'Fruits', 'Meat', 'Fish', 'Eggs', 'Spices', 'Rice', 'Flour', 'Oil'];

test.each([
  ['/', []],
  ['/groceries/beverages', BEVERAGES],
  ['/groceries/beverages/jams', BEVERAGES],
  ['/groceries/raw-products', RAW],
])('the category bar of %s has the sub-categories of its group', async (path, categories) => {
  const { part } = await door.visitor().open(path);
  const links = part('navigation', 'Categories').getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([...MAIN, ...categories]);
});

test.each(['Become an Affiliate', 'Track Orders', 'Latest Blogs', 'Contact Us', 'Terms of use', 'Privacy policy'])(
  '%s is a link that leads nowhere yet',
  async (name) => {
    const { part } = await door.visitor().open('/help');
    expect(part('contentinfo').getByRole('link', { name }).hasAttribute('href')).toBe(false);
  },
);

describe('for presses before the scripts have loaded', () => {
  afterEach(() => void vi.unstubAllGlobals());

  const scriptsOf = (html: string) =>
    [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text]) => ({ text }));

  test.each([
    '/',
    '/groceries/raw-products/rice',
    '/groceries/offers',
    '/groceries/search-results?searchText=a&searchCategory=all',
    '/product/basmati-rice',
    '/bn/groceries',
  ])('%s has the data of every product that it has a button for', async (path) => {
    const visitor = door.visitor();
    const { document, html } = await visitor.open(path);
    const ids = [...document.querySelectorAll('main .card-add')].map((button) =>
      (button.closest('article')?.querySelector('a')?.getAttribute('href') ?? path).replace(/.*\//, ''),
    );
    const { products } = await (await visitor.fetch(`/api/products?ids=${ids.join()}`)).json();
    expect(products.length).toBeGreaterThan(4);
    const textContent = /id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    vi.stubGlobal('document', { getElementById: () => ({ textContent }) });
    expect([...new Set(ids)].map(productInPage)).toEqual(products);
  });

  test('a Bangla page has the words of its language', async () => {
    const { html } = await door.visitor().open('/bn');
    expect(scriptsOf(html).filter(({ text }) => text?.includes('কার্টে আছে'))).toHaveLength(1);
  });
});

test('what is not available has no button to add it', async () => {
  await operatorSends(door.url, 'PATCH', '/products/basmati-rice', { available: 'no' });
  const page = async () => (await door.visitor().open('/groceries/raw-products/rice')).screen;
  // The pages in memory are dropped a moment after the change.
  await expect.poll(async () => (await page()).queryAllByRole('button', { name: 'Not available' })).toHaveLength(1);
  expect((await page()).getByRole('button', { name: 'Not available' })).toHaveProperty('disabled', true);
});
