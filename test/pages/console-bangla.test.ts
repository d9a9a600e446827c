/** The console in Bangla: who gets it, what stays, and what nobody needs English for. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { OPERATOR_TOKEN } from '../support/operator-client.ts';
import { addRider, api, giveOrder } from '../support/operator-orders.ts';
import { type Page, PASSWORD, Visitor } from '../support/visitor.ts';

let door: FrontDoor;
beforeAll(async () => {
  door = await openFrontDoor();
});
afterAll(() => door.close());

const languageOf = ({ document }: Page): string | null => document.documentElement.getAttribute('lang');

/** What people read or hear of a page, without what is Latin everywhere: names, addresses, ids, and what is to be typed. */
function latinIn({ document }: Page, names: readonly string[]): string[] {
  const texts = [...document.querySelectorAll('title, [aria-label], [placeholder]')].flatMap((element) => [
    element.getAttribute('aria-label') ?? '',
    element.getAttribute('placeholder') ?? '',
  ]);
  const walker = document.createTreeWalker(document.documentElement, 4);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!parentElement?.closest('code, noscript, [lang=en]')) texts.push(textContent ?? '');
  }
  return texts
    .map((text) =>
      names.reduce((left, name) => left.replaceAll(name, ''), text).replaceAll(/#[a-z0-9]{6}|\S+@\S+/g, ''),
    )
    .filter((text) => /\p{Script=Latin}/u.test(text));
}

async function logIn(visitor: Visitor, email: string, query = ''): Promise<Page> {
  const login = await visitor.open(`/operator/login${query}`);
  const button = login.document.querySelector('form[method=post] button:not([name])');
  if (!button) throw new Error('there is no button');
  return visitor.press(button, login, { email, password: PASSWORD });
}

test('an operator who has chosen nothing reads English', async () => {
  const owner = await door.operator();
  const page = await owner.open('/operator/orders');
  expect(languageOf(page)).toBe('en');
  expect(page.screen.getByRole('heading', { level: 1 }).textContent).toBe('Orders');
  expect(languageOf(await new Visitor(door.url).open('/operator/login'))).toBe('en');
});

test('an invitation opens in its language, and that is the one of the console then', async () => {
  const { email } = newPerson();
  const asked = { email, role: 'packer', language: 'bn' };
  const { link } = await api<{ link: string }>(door.url, 'POST', '/operators/invite', asked);
  const { pathname, search } = new URL(link);
  expect(search).toBe('?language=bn');
  const packer = new Visitor(door.url);
  const invitation = await packer.open(pathname + search);
  expect(languageOf(invitation)).toBe('bn');
  const begun = await packer.press(invitation.screen.getByRole('button', { name: 'শুরু করুন' }), invitation, {
    name: 'রিনা',
    password: PASSWORD,
  });
  expect([begun.path, languageOf(begun)]).toEqual(['/operator/orders', 'bn']);
  // Elsewhere the login is in English, until the account is known.
  const elsewhere = new Visitor(door.url);
  expect(languageOf(await elsewhere.open('/operator/login'))).toBe('en');
  expect(languageOf(await logIn(elsewhere, email))).toBe('bn');
});

test('what is chosen at the login is the account’s, and survives the next one', async () => {
  const { email } = await door.operator();
  const visitor = new Visitor(door.url);
  const login = await visitor.open('/operator/login?next=%2Fcash');
  const chosen = await visitor.follow(login.screen.getByRole('link', { name: 'বাংলা' }), login);
  expect([chosen.path, languageOf(chosen)]).toEqual(['/operator/login?next=%2Fcash&language=bn', 'bn']);
  expect(latinIn(chosen, ['Sodai', 'Mirpur', 'sodai'])).toEqual([]);
  const cash = await visitor.press(chosen.screen.getByRole('button', { name: 'লগ ইন' }), chosen, {
    email,
    password: PASSWORD,
  });
  expect([cash.path, languageOf(cash)]).toEqual(['/operator/cash', 'bn']);
  expect(cash.screen.getByRole('heading', { level: 1 }).textContent).toBe('ক্যাশ');
  expect(languageOf(await logIn(new Visitor(door.url), email))).toBe('bn');
});

test('under Account the console changes its language, and back', async () => {
  const owner = await door.operator();
  const account = await owner.open('/operator/account');
  const bangla = await owner.press(account.screen.getByRole('button', { name: 'বাংলা' }), account);
  expect([bangla.path, languageOf(bangla)]).toEqual(['/operator/account', 'bn']);
  expect(bangla.screen.getByRole('button', { name: 'বাংলা' }).getAttribute('aria-pressed')).toBe('true');
  const english = await owner.press(bangla.screen.getByRole('button', { name: 'English' }), bangla);
  expect(languageOf(english)).toBe('en');
});

test('who logs in at somebody else’s browser gets the own language', async () => {
  const { email } = await door.operator();
  const shared = await door.operator();
  const account = await shared.open('/operator/account');
  await shared.press(account.screen.getByRole('button', { name: 'বাংলা' }), account);
  await shared.open('/operator/logout', { method: 'POST' });
  expect(languageOf(await shared.open('/operator/login'))).toBe('bn');
  expect(languageOf(await logIn(shared, email))).toBe('en');
});

test('a rider who reads no English needs none on the round', async () => {
  const { id: rider } = await addRider(door.url);
  const { browser } = { browser: await door.operator({ role: 'rider', rider }) };
  await giveOrder(door.url, rider, { name: 'সালমা বেগম', street: '১২ লেক রোড', city: 'মিরপুর' });
  const account = await browser.open('/operator/account');
  await browser.press(account.screen.getByRole('button', { name: 'বাংলা' }), account);
  const round = await browser.open('/operator/round');
  expect(round.screen.getByRole('heading', { level: 1 }).textContent).toBe('ডেলিভারি');
  expect(round.screen.getByRole('button', { name: 'ডেলিভারি হয়েছে' })).toBeTruthy();
  expect(round.screen.getByRole('article').textContent).toMatch(/৳[০-৯]/);
  expect(latinIn(round, ['Sodai', 'Dhaka', 'Rina'])).toEqual([]);
  const refused = await browser.fetch('/operator/round/change', {
    method: 'POST',
    body: new URLSearchParams({ key: randomUUID(), order: 'a'.repeat(20), change: 'deliver', collected: '5' }),
  });
  expect((await refused.json()).detail).toMatch(/^\P{Script=Latin}+$/u);
});

test('the API stays in English', async () => {
  const { status, body } = await refusalOf('/orders/unknown1/deliver');
  expect([status, body.detail]).toEqual([404, 'There is no such order.']);
});

async function refusalOf(path: string) {
  const owner = await door.operator();
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${OPERATOR_TOKEN}` };
  const answer = await owner.fetch(`/api/operator${path}`, { method: 'POST', headers, body: '{}' });
  return { status: answer.status, body: await answer.json() };
}
