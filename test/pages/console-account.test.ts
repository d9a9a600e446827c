import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorRequest } from '../support/operator-client.ts';
import { type Page, PASSWORD, Visitor } from '../support/visitor.ts';

let door: FrontDoor;
let owner: Awaited<ReturnType<FrontDoor['operator']>>;
beforeAll(async () => {
  door = await openFrontDoor();
  owner = await door.operator();
});
afterAll(() => door.close());

/** The path of a new invitation's link. */
async function invite(email: string): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ email }) };
  return new URL((await (await operatorRequest(door.url, '/operators/invite', init)).json()).link).pathname;
}

function logIn(visitor: Visitor, page: Page, email: string, password = PASSWORD): Promise<Page> {
  return visitor.press(page.screen.getByRole('button', { name: 'Login' }), page, { email, password });
}

test('the newest invitation opens the console once, with a good password', async () => {
  const { email } = newPerson();
  const [older, link] = [await invite(email), await invite(email)];
  const visitor = door.visitor();
  expect((await visitor.open(older)).screen.getByRole('heading', { name: 'This invitation is over' })).toBeTruthy();
  const page = await visitor.open(link);
  expect(page.screen.getByText(`You are invited as ${email}.`)).toBeTruthy();
  const begin = (from: Page, password: string) =>
    visitor.press(from.screen.getByRole('button', { name: 'Begin' }), from, { name: 'Karim', password });
  const refused = await begin(page, '12345678');
  expect(refused.screen.getByRole('alert').textContent).toMatch(/common/i);
  expect((await begin(refused, PASSWORD)).path).toBe('/operator/orders');
  const again = await door.visitor().open(link);
  expect([again.status, again.headers.get('Referrer-Policy')]).toEqual([404, 'strict-origin']);
});

test('the login says the same for a wrong password, an unknown address and a shopper, and then goes on', async () => {
  const visitor = door.visitor();
  const shopper = await visitor.register();
  // A shopper's session is none here.
  let page = await visitor.open('/operator/account?from=shop');
  expect(page.path).toMatch(/^\/operator\/login\?next=/);
  for (const [email, password] of [
    [owner.email, 'not the password'],
    [newPerson().email, PASSWORD],
    [shopper.email, PASSWORD],
  ] as const) {
    page = await logIn(visitor, page, email, password);
    expect(page.screen.getByRole('alert').textContent).toBe('Invalid email or password');
  }
  expect((await logIn(visitor, page, owner.email)).path).toBe('/operator/account?from=shop');
});

test('a browser that keeps no cookies is told so after a login that went well, and goes on to the same screen', async () => {
  const visitor = new Visitor(door.url, false);
  const page = await visitor.open('/operator/account?from=shop');
  const told = await logIn(visitor, page, owner.email);
  expect(told.screen.getByRole('alert').textContent).toContain('This browser keeps no cookies');
  expect(told.document.querySelector('main [name=next]')?.getAttribute('value')).toBe('/account?from=shop');
  const keeps = door.visitor();
  expect((await logIn(keeps, await keeps.open(page.path), owner.email)).path).toBe('/operator/account?from=shop');
  const wrong = await logIn(visitor, page, owner.email, 'not the password');
  expect(wrong.screen.getByRole('alert').textContent).toBe('Invalid email or password');
});
