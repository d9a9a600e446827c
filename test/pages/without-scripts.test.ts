import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson } from '../support/factories.ts';
import { PASSWORD } from '../support/visitor.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';

let door: FrontDoor;
beforeAll(async () => {
  door = await openFrontDoor();
});
afterAll(() => door.close());

test.each([
  '/',
  '/groceries',
  '/groceries/trending',
  '/groceries/raw-products',
  '/groceries/beverages',
  '/groceries/offers',
])('%s has its products and its footer', async (path) => {
  const { part } = await door.visitor().open(path);
  expect(part('main').getAllByRole('article').length).toBeGreaterThan(9);
  part('contentinfo');
});

test.each(['/about', '/help', '/user/login', '/user/register', '/user/reset-password'])(
  '%s has a heading',
  async (path) => {
    const { part } = await door.visitor().open(path);
    expect(part('main').getAllByRole('heading', { level: 1 })).toHaveLength(1);
  },
);

test('a listing continues by a plain link, to its end', async () => {
  const visitor = door.visitor();
  let page = await visitor.open('/groceries/raw-products/vegetables');
  const total = Number.parseInt(page.screen.getByText(/^\d+ Items$/).textContent ?? '', 10);
  const names: (string | null)[] = [];
  for (;;) {
    names.push(
      ...page
        .part('main')
        .getAllByRole('article')
        .map((card) => card.getAttribute('aria-label')),
    );
    const more = page.screen.queryByRole('link', { name: 'Show more' });
    if (more === null) break;
    page = await visitor.follow(more, page);
  }
  expect(names).toHaveLength(total);
  expect(new Set(names).size).toBe(total);
});

test('the search is a plain form', async () => {
  const visitor = door.visitor();
  const home = await visitor.open('/');
  const found = await visitor.press(home.screen.getByRole('button', { name: 'Search' }), home, { searchText: 'tea' });
  expect(found.part('main').getAllByRole('article').length).toBeGreaterThan(0);
});

test('registering, and the redirect to the requested page', async () => {
  const visitor = door.visitor();
  const login = await visitor.open('/user/orders');
  expect(login.path).toMatch(/^\/user\/login\?next=/);
  const register = await visitor.follow(login.part('main').getByRole('link', { name: 'Register' }), login);
  const { name, email } = newPerson();
  const orders = await visitor.press(register.screen.getByRole('button', { name: 'Register' }), register, {
    name,
    email,
    password: PASSWORD,
  });
  expect(orders.path).toBe('/user/orders');
  expect(orders.screen.getByText('You have not ordered anything yet.')).toBeTruthy();
});
