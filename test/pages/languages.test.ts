import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { type Page, PASSWORD } from '../support/visitor.ts';

let door: FrontDoor;
beforeAll(async () => {
  door = await openFrontDoor();
});
afterAll(() => door.close());

const toBangla = ({ part }: Page) => part('navigation', 'Shortcuts').getByRole('link', { name: 'বাংলা' });
const toEnglish = ({ part }: Page) => part('navigation', 'শর্টকাট').getByRole('link', { name: 'English' });
const headingOf = ({ screen }: Page) => screen.getByRole('heading', { level: 1 });

test.each([
  ['/', '/bn'],
  ['/groceries/search-results?searchText=alu&searchCategory=raw-products', null],
  ['/no-such-page', null],
])('the link on %s leads to the same screen with its query, and back', async (path, address) => {
  const visitor = door.visitor();
  const english = await visitor.open(path);
  expect(toBangla(english).lang).toBe('bn');
  const bangla = await visitor.follow(toBangla(english), english);
  expect([bangla.path, bangla.status]).toEqual([address ?? `/bn${path}`, english.status]);
  expect(bangla.document.documentElement.lang).toBe('bn');
  expect(toEnglish(bangla).lang).toBe('en');
  expect((await visitor.follow(toEnglish(bangla), bangla)).path).toBe(path);
});

describe('search engines', () => {
  test.each([
    ['/', '/bn', '/', '/bn'],
    ['/groceries/offers', '/bn/groceries/offers', '/groceries/offers', '/bn/groceries/offers'],
    ['/product/ilish-hilsa', '/bn/product/ilish-hilsa', '/product/ilish-hilsa', '/bn/product/ilish-hilsa'],
    [
      '/groceries/search-results?searchText=alu',
      '/bn/groceries/search-results?searchText=alu',
      '/groceries/search-results',
      '/bn/groceries/search-results',
    ],
  ])('are told of %s and %s what each is called, and in the other language', async (en, bn, english, bangla) => {
    for (const [address, own] of [
      [en, english],
      [bn, bangla],
    ] as const) {
      const { document } = await door.visitor().open(address);
      const named = ['canonical', 'alternate][hreflang=en', 'alternate][hreflang=bn'].map((rel) =>
        document.querySelector(`head link[rel=${rel}]`)?.getAttribute('href'),
      );
      expect(named).toEqual([own, english, bangla].map((path) => new URL(path, door.url).href));
    }
  });

  test('do not look into what is personal in Bangla either', async () => {
    const robots = (await (await door.visitor().fetch('/robots.txt')).text()).split('\n');
    const rules = ['Disallow: /bn/cart', 'Disallow: /bn/user/', 'Allow: /bn/user/login'];
    expect(robots).toEqual(expect.arrayContaining(rules));
  });
});

test('the Bangla shop is installed under its own name', async () => {
  const manifest = await (await door.visitor().fetch('/bn/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: 'সদাই', lang: 'bn', start_url: '/bn' });
});

test.each(['/bn/api/products?ids=ilish-hilsa', '/bn/healthz', '/bn/sitemap.xml', '/bn/api/operator'])(
  'endpoints have one address, so %s is none',
  async (path) => {
    const response = await door.visitor().fetch(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
  },
);

test('a visitor is led to the login of the language, and back after it', async () => {
  const customer = door.visitor();
  const { email } = await customer.register();
  const visitor = door.visitor();
  const login = await visitor.open('/bn/user/orders');
  expect(login.path).toBe('/bn/user/login?next=%2Fuser%2Forders');
  const english = await visitor.follow(toEnglish(login), login);
  expect(english.path).toBe('/user/login?next=%2Fuser%2Forders');
  const bangla = await visitor.follow(toBangla(english), english);
  const button = bangla.part('main').getByRole('button', { name: 'লগ ইন' });
  const refused = await visitor.press(button, bangla, { email, password: 'wrong password' });
  expect(refused.screen.getByRole('alert').textContent).toBe('ই-মেইল বা পাসওয়ার্ড মেলেনি');
  const orders = await visitor.press(button, bangla, { email, password: PASSWORD });
  expect(orders.path).toBe('/bn/user/orders');
  const out = orders.part('main').getByRole('button', { name: 'লগ আউট' });
  expect((await visitor.press(out, orders)).path).toBe('/bn');
});

test('Bangla digits, spaces and hyphens count on English pages too', async () => {
  const customer = door.visitor();
  await customer.register();
  const page = await customer.open('/user/update-profile');
  const typed = { phone: '+৮৮ ০১৭১২-৩৪৫৬৭৮', street: '12 Lake Road', city: 'Dhaka', postcode: '১২০৭' };
  await customer.press(page.screen.getByRole('button', { name: 'Update profile' }), page, typed);
  expect(await (await customer.fetch('/api/profile')).json()).toMatchObject({
    phone: '+8801712345678',
    address: { postcode: '1207' },
  });
});

test('names and prices have both languages', async () => {
  const english = await door.visitor().open('/product/ilish-hilsa');
  expect(headingOf(english).textContent).toBe('Padma Ilish');
  expect(headingOf(english).nextElementSibling?.querySelector('[lang=bn]')?.textContent).toBe('পদ্মার ইলিশ');
  const bangla = await door.visitor().open('/bn/product/ilish-hilsa');
  expect(headingOf(bangla).textContent).toBe('পদ্মার ইলিশ');
  expect(bangla.screen.getAllByText('১ কেজি').length).toBeGreaterThan(0);
  expect(bangla.document.querySelector('.card-price b')?.textContent).toMatch(/^৳[০-৯]+$/);
});

test.each([
  ['/groceries/search-results?searchText=ইলি', 'Padma Ilish'],
  ['/bn/groceries/search-results?searchText=pad', 'পদ্মার ইলিশ'],
])('both languages are searched in both: %s', async (path, name) => {
  const { screen } = await door.visitor().open(path);
  expect(screen.getByRole('article', { name })).toBeTruthy();
});

test('without scripts lists and the search work in Bangla', async () => {
  const visitor = door.visitor();
  const list = await visitor.open('/bn/groceries/raw-products/vegetables');
  const more = await visitor.follow(list.screen.getByRole('link', { name: 'আরও দেখান' }), list);
  expect(more.path).toMatch(/^\/bn\/groceries\/raw-products\/vegetables\?after=/);
  const search = more.screen.getByRole('button', { name: 'খুঁজুন' });
  const found = await visitor.press(search, more, { searchText: 'আলু' });
  expect(found.screen.getByRole('article', { name: 'আলু' })).toBeTruthy();
  const english = await visitor.follow(toEnglish(found), found);
  expect(english.screen.getByRole('article', { name: 'Potato' })).toBeTruthy();
});
