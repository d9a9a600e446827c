import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogueRow, exampleProduct } from '../support/factories.ts';
import { FIRST_CATEGORIES, LISTINGS, listingOf } from '../support/first-categories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { SOON } from '../support/soon.ts';
import type { Page } from '../support/visitor.ts';

let door: FrontDoor;
beforeAll(async () => {
  door = await openFrontDoor();
  const of = { id: 'xylo', name: 'Xylo Fish', imgUrl: '/xylo.jpg', weight: '500', unit: 'g' };
  const row = catalogueRow(exampleProduct({ ...of, price: 55, discount: '12.5' }));
  await door.services.catalogue.importRows([row], 'operator');
});
afterAll(() => door.close());

const open = (path: string): Promise<Page> => door.visitor().open(path, { headers: { Accept: 'text/html' } });

const cardsOf = (within: Pick<Page['screen'], 'queryAllByRole'>) => within.queryAllByRole('article');
const nameOf = (card: Element) => card.getAttribute('aria-label');
const hrefOf = (link: Element) => link.getAttribute('href');

const TRENDING = [
  ['top-products', 'Top Products'],
  ['recent-products', 'Recent Products'],
  ['popular-now', 'Popular Now'],
] as const;

test('home shows the last ten products of each trending list, and links to the lists, the offers and all categories', async () => {
  const { part, screen } = await open('/');
  for (const [slug, name] of TRENDING) {
    const section = part('region', name);
    const { products } = await door.services.catalogue.listing(listingOf(slug), { limit: 1000 });
    const last = products.map((product) => product.name).toReversed();
    expect(cardsOf(section).map(nameOf)).toEqual(last.slice(0, 10));
    expect(hrefOf(section.getByRole('link', { name: 'View more' }))).toBe(`/groceries/trending/${slug}`);
  }
  expect(screen.getAllByText(/30% off for the first order/)).toHaveLength(1);
  const categories = part('navigation', 'Shop by category').getAllByRole('link').map(hrefOf);
  expect(categories).toEqual([...FIRST_CATEGORIES.map(({ id, group }) => `/groceries/${group}/${id}`), '/groceries']);
  const offers = screen.getAllByRole('link', { name: /^See the offers/ });
  expect(offers.map(hrefOf)).toEqual(['/groceries/offers', '/groceries/offers']);
});

test('groceries shows the sections of all lists, and tiles that link to the categories and have their counts', async () => {
  const page = await open('/groceries');
  // Roles and names of two hundred cards would take a second.
  const all = (selector: string) => [...page.document.querySelectorAll(selector)];
  expect(all('main h2').map(({ textContent }) => textContent)).toEqual([
    'Raw Products',
    'Beverages',
    ...TRENDING.map(([, name]) => name),
    ...FIRST_CATEGORIES.map(({ name }) => name),
  ]);
  const tiles = all('[aria-label$=" categories"] a');
  const counts = await door.services.catalogue.counts();
  expect(tiles.map((tile) => [hrefOf(tile), tile.textContent])).toEqual(
    FIRST_CATEGORIES.map(({ id, group, name }) => [`/groceries/${group}/${id}`, `${name} ${counts[id]} Items`]),
  );
});

test.each(['raw-products', 'beverages', 'trending'])('the group %s has the sections of its lists', async (group) => {
  const { part } = await open(`/groceries/${group}`);
  const expected = LISTINGS.filter((listing) => listing.group === group).map(({ path }) => path);
  expect(part('main').getAllByRole('link', { name: 'View more' }).map(hrefOf)).toEqual(expected);
});

test('each listing opens with its name and its count', async () => {
  const names = new Map<string, string>([...TRENDING, ...FIRST_CATEGORIES.map(({ id, name }) => [id, name] as const)]);
  const counts = await door.services.catalogue.counts();
  for (const { slug, path } of LISTINGS) {
    const html = await (await door.visitor().fetch(path)).text();
    expect(html).toContain(`>${names.get(slug)?.replace('&', '&amp;')}</h1>`);
    expect(html).toContain(`>${counts[slug]} Items<`);
  }
});

test('offers shows 15 discounted products, and 15 more by its link', async () => {
  const first = await open('/groceries/offers');
  const second = await door.visitor().follow(first.screen.getByRole('link', { name: 'Show more' }), first);
  const cards = [first, second].map(({ part }) => cardsOf(part('main')));
  expect(cards.map(({ length }) => length)).toEqual([15, 15]);
  expect(new Set(cards.flat().map(nameOf)).size).toBe(30);
  for (const card of cards.flat()) expect(card.textContent).toMatch(/[\d.]+% off/);
});

test('a card shows name, weight, the price without its fraction, the full price and the discount, and its picture and name link to the product', async () => {
  const { part, document } = await open('/groceries/search-results?searchText=xylo');
  const card = part('article', 'Xylo Fish');
  for (const text of ['500 g', '12.5% off']) expect(card.getByText(text)).toBeTruthy();
  expect(document.querySelector('[aria-label="Xylo Fish"] b')?.textContent).toBe('Tk 48');
  expect(card.getByText(/^Tk 55$/).closest('s')).toBeTruthy();
  const link = card.getByRole('link', { name: 'Xylo Fish' });
  expect(hrefOf(link)).toBe('/product/xylo');
  expect(link.querySelector('.card-picture img')).toBeTruthy();
});

describe('a product’s page', () => {
  const openIlish = (): Promise<Page> => open('/product/ilish-hilsa');

  test('says what it costs, how it is delivered and whom to call, and shows others of its category', async () => {
    const { part, document } = await openIlish();
    const main = part('main');
    expect(main.getByRole('heading', { level: 1 }).textContent).toBe('Padma Ilish');
    expect(document.querySelector('.card-price b')?.textContent).toMatch(/^Tk \d+$/);
    for (const text of ['1 kg', /^Order (?:now|before)/, 'Delivery Tk 60 · Cash'])
      expect(main.getAllByText(text).length).toBeGreaterThan(0);
    const outside = main.getAllByRole('button', { name: 'Add to Cart' }).filter((button) => !button.closest('article'));
    expect(outside).toHaveLength(1);
    expect(main.getAllByText(/^Tk \d+ \/ kg$/)).toHaveLength(1);
    expect(hrefOf(main.getByRole('link', { name: 'Not fresh? Call +880 1700-000000' }))).toBe('tel:+8801700000000');
    const more = cardsOf(part('region', 'More like this')).map(nameOf);
    expect(more).toHaveLength(10);
    expect(more).not.toContain('Padma Ilish');
    const trail = part('navigation', 'Breadcrumb').getByRole('link', { name: 'Fish' });
    expect(hrefOf(trail)).toBe('/groceries/raw-products/fish');
  });

  test('describes the product to search engines and chats, with a picture that they can read', async () => {
    const { document } = await openIlish();
    const content = (name: string) => document.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content');
    expect(content('title')).toBe('Padma Ilish');
    expect(content('description')).toMatch(/^পদ্মার ইলিশ · Tk \d+ for 1 kg$/);
    const picture = await fetch(content('image') ?? '');
    expect(picture.headers.get('Content-Type')).toBe('image/webp');
    const told = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
    const url = `${door.url}/product/ilish-hilsa`;
    expect(JSON.parse(told)).toMatchObject({ '@type': 'Product', offers: { url, priceCurrency: 'BDT' } });
  });
});

test.each([
  ['/no-such-page', 'There is nothing at this address.'],
  ['/groceries/raw-products/gold', 'There is no such listing.'],
  ['/groceries/nothing/rice', 'There is no such listing.'],
  ['/groceries/jewels', 'There is no such part of the shop.'],
  ['/product/none', 'There is no such product.'],
  ['/product/%20', 'There is no such product.'],
  ['/product/UPPER', 'There is no such product.'],
  [`/product/${'a'.repeat(65)}`, 'There is no such product.'],
])('%s gets the error screen with 404', async (path, text) => {
  const { status, part } = await open(path);
  expect(status).toBe(404);
  const main = part('main');
  expect(main.getByRole('heading', { level: 1 }).textContent).toBe('Unexpected Application Error!');
  for (const told of ['404 Not Found', text]) expect(main.getByText(told)).toBeTruthy();
  part('navigation', 'Categories');
});

test.each(['/product/%E0%A4%A', '/bn/%E0%A4%A'])('the damaged address %s gets a page with links', async (path) => {
  const { status, part } = await open(path);
  expect(status).toBe(404);
  expect(part('main').getAllByRole('link').length).toBeGreaterThan(0);
  expect((await door.visitor().fetch(path, { headers: { Accept: 'application/json' } })).status).toBe(400);
});

test('/trending redirects to the trending sections', async () => {
  expect((await open('/trending')).path).toBe('/groceries/trending');
});

test('robots.txt names the sitemap, which has every public page', async () => {
  const visitor = door.visitor();
  expect(await (await visitor.fetch('/robots.txt')).text()).toContain(`Sitemap: ${door.url}/sitemap.xml`);
  const answer = await visitor.fetch('/sitemap.xml');
  expect(answer.headers.get('Content-Type')).toContain('application/xml');
  const pages = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc);
  for (const path of ['/product/ilish-hilsa', '/groceries/beverages/tea-coffe'])
    expect(pages).toContain(door.url + path);
  const products = pages.filter((loc) => loc?.startsWith(`${door.url}/product/`));
  expect(products).toHaveLength(await door.services.catalogue.size());
  const parts = ['1.xml', '2.xml', 'x.xml'].map(async (part) => (await visitor.fetch(`/sitemap/${part}`)).status);
  expect(await Promise.all(parts)).toEqual([200, 404, 404]);
});

describe('the search', () => {
  const find = (text: string, category = 'all'): Promise<Page> =>
    open(`/groceries/search-results?${new URLSearchParams({ searchText: text, searchCategory: category })}`);

  test('shows the best matches above what the first three characters find', async () => {
    const { part, html } = await find('murgi');
    expect(cardsOf(part('region', 'Best matches')).map(nameOf)[0]).toMatch(/Chicken/);
    expect(cardsOf(part('main')).map(nameOf).at(-1)).toMatch(/Muri/);
    expect(html).not.toContain('No items found');
  });

  test.each([
    ['  chicken', 'raw-products', /^Chicken/],
    ['ইলিশ', 'all', /Ilish/],
  ])('for %j in %s finds %s first', async (text, category, name) => {
    const { part } = await find(text, category);
    expect(cardsOf(part('main')).map(nameOf)[0]).toMatch(name);
  });

  test.each(['all', 'raw-products'])('suggests by what people say, where it finds nothing in %s', async (category) => {
    const { screen, part } = await find('peyaj', category);
    expect(screen.getByText(`No items found in category ${category}!`)).toBeTruthy();
    expect(cardsOf(part('region', 'Did you mean …')).map(nameOf)).toEqual(['Deshi Onion']);
  });

  test.each([
    ['zzz', 'raw-products', '/groceries/raw-products'],
    ['%%%', 'all', '/groceries'],
  ])('for %j says that nothing is in %s, and links to %s', async (text, category, href) => {
    const { part } = await find(text, category);
    const main = part('main');
    expect(main.getByText(`No items found in category ${category}!`)).toBeTruthy();
    expect(cardsOf(main)).toEqual([]);
    expect(hrefOf(main.getByRole('link'))).toBe(href);
  });

  test('takes spaces for no text, and hostile queries for what they are', async () => {
    expect((await find('   ')).html).not.toContain('No items found');
    const queries = ['searchText=%E0%A4%A', 'searchText=%00', '%%%', 'searchText=a&searchCategory=toys', 'after=zzz'];
    queries.push('after=-1', 'after=99999999999999999999', 'searchText=rice&after=1e9');
    const statusOf = async (query: string) => (await door.visitor().fetch(`/groceries/search-results?${query}`)).status;
    for (const query of queries) expect(await statusOf(query), query).toBe(200);
    expect(await statusOf(`searchText=${'x'.repeat(1_000_000)}`)).toBe(431);
  });
});

test('a search says when only the beginning of its text is found, and small what it did not find above what was meant', async () => {
  const begins = await open('/groceries/search-results?searchText=shampoo');
  expect(begins.screen.getByText('Nothing called “shampoo”. These begin with “sha”.')).toBeTruthy();
  expect(cardsOf(begins.part('main')).length).toBeGreaterThan(0);
  const meant = await open('/groceries/search-results?searchText=peyaj');
  const main = meant.document.querySelector('main');
  const none = meant.screen.getByText('No items found in category all!');
  const region = meant.screen.getByRole('region', { name: 'Did you mean …' });
  expect(none.nextElementSibling).toBe(region);
  expect(none.className).toContain('text-sm text-muted');
  expect(region.nextElementSibling?.getAttribute('href')).toBe('/groceries');
  expect(main?.textContent).not.toContain('Nothing called');
});

// The last one: nothing else is left then.
test('a section without products is not on home, and a category has the first picture that there is', async () => {
  const row = (id: string, imgUrl: string) => catalogueRow(exampleProduct({ id, name: id, imgUrl, status: 'recent' }));
  const rows = [row('b', '/b.jpg'), row('a', '')];
  await door.services.catalogue.importRows(rows, 'operator', { replace: true });
  // The shop hears of a change from its database.
  const home = await vi.waitFor(async () => {
    const page = await open('/');
    const headings = page.screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.filter((text) => TRENDING.some(([, name]) => name === text))).toEqual(['Recent Products']);
    return page;
  }, SOON);
  expect(home.screen.queryByText(/Nothing here today/)).toBeNull();
  const fish = home.part('navigation', 'Shop by category').getByRole('link', { name: 'Fish' });
  expect(fish.querySelector('img')?.getAttribute('src')).toBe('/b.jpg');
  await door.services.catalogue.importRows([], 'operator', { replace: true });
  await vi.waitFor(
    async () => expect((await open('/')).screen.getAllByText(/Nothing here today/)).toHaveLength(1),
    SOON,
  );
});
