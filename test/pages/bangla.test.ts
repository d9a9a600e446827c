/** The shop in Bangla: a walk over all screens as they are sent, on which no English sentence may stand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishIn, textsOn } from '../support/english-on.ts';
import { exampleShipping, newPerson } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { type Page, PASSWORD, type Visitor } from '../support/visitor.ts';

let door: FrontDoor;
beforeAll(async () => {
  door = await openFrontDoor();
});
afterAll(() => door.close());

/** The language that a page says it has, and what it has in English. */
function languageOf({ document }: Page): string[] {
  return [document.documentElement.lang, ...englishIn(textsOn(document))];
}

function expectBangla(page: Page): void {
  expect(languageOf(page), page.path).toEqual(['bn']);
}

/** Opens a page, checks it, and returns what presses a button of it; what comes then is checked too. */
async function open(path: string, visitor = door.visitor()) {
  const page = await visitor.open(`/bn${path}`);
  expectBangla(page);
  return async (name: string, typed: Readonly<Record<string, string>> = {}): Promise<Page> => {
    const answer = await visitor.press(page.part('main').getByRole('button', { name }), page, typed);
    expectBangla(answer);
    return answer;
  };
}

/** A visitor who has registered on the Bangla screen. */
async function newCustomer(): Promise<Visitor & { email: string }> {
  const visitor = door.visitor();
  const { email } = newPerson();
  const press = await open('/user/register', visitor);
  const home = await press('অ্যাকাউন্ট খুলুন', { name: 'রহিমা খাতুন', email, password: PASSWORD });
  expect(home.path).toBe('/bn');
  return Object.assign(visitor, { email });
}

test('the check finds English', async () => {
  const home = await door.visitor().open('/');
  expect(englishIn(textsOn(home.document))).toContain('Top Products');
  const login = await door.visitor().open('/bn/user/login');
  login.document.querySelector('form')?.setAttribute('aria-label', 'Log in here');
  expect(englishIn(textsOn(login.document))).toEqual(['Log in here']);
});

test.each([
  '',
  '/about',
  '/help',
  '/groceries',
  '/groceries/trending',
  '/groceries/raw-products',
  '/groceries/beverages',
  '/groceries/beverages/jams',
  '/groceries/offers',
  '/groceries/search-results?searchText=চাল&searchCategory=all',
  '/groceries/search-results?searchText=জ্জ্জ&searchCategory=raw-products',
  '/groceries/search-results',
  '/product/ilish-hilsa',
  '/product/none',
  '/favourites',
  '/offline',
  '/no-such-page',
  '/groceries/nothing/here',
  '/user/login?next=%2Fcart',
  '/user/reset-password',
])('a visitor reads Bangla on /bn%s', async (path) => {
  expect(languageOf(await door.visitor().open(`/bn${path}`))).toEqual(['bn']);
});

test('what is promised beside a product names its day, its cost and that it is paid in cash', async () => {
  const main = (await door.visitor().open('/bn/product/ilish-hilsa')).part('main');
  for (const text of [/^[^·]*অর্ডার করলে [^·]*$/, 'ডেলিভারি ৳৬০ · নগদে']) expect(main.getByText(text)).toBeTruthy();
});

test('a customer reads Bangla on every screen', async () => {
  const customer = await newCustomer();
  for (const path of ['/empty-cart', '/user/profile', '/user/orders', '/user/orders/abcdefghijklmnopqrstuvwx'])
    expect(languageOf(await customer.open(`/bn${path}`)), path).toEqual(['bn']);
});

test('an order is in Bangla, with Bangla digits, also when it is canceled', async () => {
  const customer = await newCustomer();
  const { email } = customer;
  const shippingInfo = exampleShipping({ name: 'রহিমা', email, street: '১২ লেক রোড', city: 'ধানমন্ডি' });
  const { id } = await customer.order('rice', { shippingInfo });
  const order = await customer.open(`/bn/user/orders/${id}`);
  expect(order.screen.getByText('০১৭১২৩৪৫৬৭৮')).toBeTruthy();
  expectBangla(order);
  const canceled = await customer.send('POST', `/api/orders/${id}/cancel`, {});
  expect(canceled.status).toBe(200);
  const after = await customer.open(`/bn/user/orders/${id}`);
  expect(after.screen.getByRole('button', { name: 'বাতিল' })).toHaveProperty('disabled', true);
  expectBangla(after);
  expectBangla(await customer.open('/bn/user/orders'));
});

test('what a form refuses is said in Bangla', async () => {
  const refusal = (page: Page) => page.screen.getByRole('alert').textContent;
  const { email } = await newCustomer();
  const login = await open('/user/login');
  const password = 'wrong password';
  expect(refusal(await login('লগ ইন', { email: newPerson().email, password }))).toBe('এই ই-মেইলে কোনো অ্যাকাউন্ট নেই!');
  expect(refusal(await login('লগ ইন', { email, password }))).toBe('ই-মেইল বা পাসওয়ার্ড মেলেনি');

  const register = await open('/user/register');
  const person = { name: 'রহিমা', email };
  expect(refusal(await register('অ্যাকাউন্ট খুলুন', { ...person, password: PASSWORD }))).toContain('আগে থেকেই অ্যাকাউন্ট আছে');
  const common = await register('অ্যাকাউন্ট খুলুন', { ...newPerson(), name: 'রহিমা', password: 'password' });
  expect(refusal(common)).toContain('সহজে আন্দাজ করা যায়');

  const forgotten = await open('/user/reset-password');
  expect((await forgotten('লিংক পাঠান', { email })).screen.getByRole('status').textContent).toContain(
    'একটি লিংক পাঠানো হয়েছে',
  );
  const reset = await open('/user/reset-password/some-token');
  expect(refusal(await reset('নতুন পাসওয়ার্ড দিন', { newPassword: PASSWORD }))).toContain('লিংকটি আর কাজ করছে না');
});

test('what an account’s form refuses is said in Bangla', async () => {
  const customer = await newCustomer();
  const change = await open('/user/change-password', customer);
  const passwords = { currentPassword: 'not my password', newPassword: 'five blue fishing boats' };
  expect((await change('পাসওয়ার্ড বদলান', passwords)).screen.getByText('বর্তমান পাসওয়ার্ড মেলেনি!')).toBeTruthy();
  const remove = await open('/user/delete-account', customer);
  expect((await remove('অ্যাকাউন্ট মুছুন')).screen.getByText('লেখা মেলেনি!')).toBeTruthy();
});

test('the shop keeps ASCII digits of what is typed in Bangla', async () => {
  const customer = await newCustomer();
  const update = await open('/user/update-profile', customer);
  await update('প্রোফাইল আপডেট করুন', { phone: '০১৮ ১২৩ ৪৫৬ ৭৮', street: '৫ স্টেশন রোড', city: 'কুমিল্লা', postcode: '৩৫০০' });
  const profile = await customer.open('/bn/user/profile');
  expect(profile.screen.getByText('০১৮১২৩৪৫৬৭৮')).toBeTruthy();
  expectBangla(profile);
  expect(await (await customer.fetch('/api/profile')).json()).toMatchObject({
    phone: '01812345678',
    address: { postcode: '3500' },
  });
});
