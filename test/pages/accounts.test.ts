/** A customer's account by plain requests: getting in, a forgotten password, the profile, the end. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROBLEM_TYPE } from '../../base/problem.ts';
import { newPerson } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { mailPart, type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Page, PASSWORD, Visitor } from '../support/visitor.ts';

const NEW_PASSWORD = 'four ripe jackfruits';

let door: FrontDoor;
let mails: MailServer;
beforeAll(async () => {
  mails = await startMailServer();
  door = await openFrontDoor({ SMTP_URL: mails.url });
});
afterAll(async () => {
  await door.close();
  await mails.stop();
});

const texts = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);
const alerts = ({ screen }: Page) => texts(screen.queryAllByRole('alert'));

/** Presses a button of a page with these fields; the page may be given by its path. */
async function send(visitor: Visitor, on: string | Page, name: string, typed: Record<string, string> = {}) {
  const page = typeof on === 'string' ? await visitor.open(on) : on;
  return visitor.press(page.screen.getByRole('button', { name }), page, typed);
}

const logIn = (visitor: Visitor, email: string, password = PASSWORD) =>
  send(visitor, '/user/login', 'Login', { email, password });

async function customer() {
  const visitor = door.visitor();
  return { visitor, ...(await visitor.register()) };
}

test.each([
  '/cart',
  '/empty-cart',
  '/checkout',
  '/payment',
  '/user',
  '/user/profile',
  '/user/update-profile',
  '/user/orders',
  '/user/orders/abc',
  '/user/delete-account',
])('%s leads a visitor to the login', async (path) => {
  expect((await door.visitor().open(path)).path).toBe(`/user/login?next=${encodeURIComponent(path)}`);
});

test('what the login refuses gets the provider’s messages, and it leads to no other site', async () => {
  const { name, email } = await customer();
  const visitor = door.visitor();
  const fields = { name, email: email.toUpperCase(), password: PASSWORD };
  const taken = await send(visitor, '/user/register?next=//evil.example', 'Register', fields);
  expect(taken.path).toMatch(/^\/user\/register/);
  expect(alerts(taken)).toEqual(['User already exists. Use another email.']);
  expect(taken.document.querySelector('[name=next]')?.getAttribute('value')).toBe('/');
  expect(alerts(await logIn(visitor, newPerson().email))).toEqual(['user not found!']);
  expect(alerts(await logIn(visitor, email, 'not the password'))).toEqual(['Invalid email or password']);
  const next = 'https://evil.example';
  expect((await send(visitor, '/user/login', 'Login', { email, password: PASSWORD, next })).path).toBe('/');
  expect((await visitor.open('/user/profile')).path).toBe('/user/profile');
});

test('a browser that keeps no cookies is told so after registering and logging in, in its language', async () => {
  const person = newPerson();
  const visitor = new Visitor(door.url, false);
  const fields = { ...person, password: PASSWORD };
  const registered = await send(visitor, '/user/register?next=%2Fcart', 'Register', fields);
  const told = 'This browser keeps no cookies, and without them nobody stays logged in.';
  expect(alerts(registered)).toEqual([expect.stringContaining(told)]);
  expect(registered.document.querySelector('main [name=next]')?.getAttribute('value')).toBe('/cart');
  expect(alerts(await send(visitor, registered, 'Login', fields))).toEqual([expect.stringContaining(told)]);
  expect(alerts(await send(visitor, '/bn/user/login', 'লগ ইন', fields))).toEqual([
    expect.stringContaining('এই ব্রাউজার কুকি রাখছে না'),
  ]);
  // One that keeps them is where it wanted to go.
  expect((await send(door.visitor(), '/user/login?next=%2Fuser%2Forders', 'Login', fields)).path).toBe('/user/orders');
});

test('what shows nothing does not count in an e-mail address or a phone', async () => {
  const { name, email } = newPerson();
  const visitor = door.visitor();
  const unseen = `\u200E${email.replace('@', '\u200B@\u2060')}\uFEFF`;
  const registered = await send(visitor, '/user/register', 'Register', { name, email: unseen, password: PASSWORD });
  expect(registered.path).toBe('/');
  expect((await logIn(door.visitor(), unseen)).path).toBe('/');
  const typed = {
    phone: '\u200E01712\u200B345\u00AD678\uFE0F',
    street: '12 Lake Road',
    city: 'Dhaka',
    postcode: '1\u200F207',
  };
  const saved = await send(visitor, '/user/update-profile', 'Update profile', typed);
  expect(alerts(saved)).toEqual([]);
  expect(saved.document.querySelector('[name=phone]')?.getAttribute('value')).toBe('01712345678');
});

test('a visitor with an empty cart reads that, and where the groceries are', async () => {
  const page = await door.visitor().open('/empty-cart');
  expect(page.path).toBe('/user/login?next=%2Fempty-cart');
  const empty = page.screen.getByText('Your cart is empty').closest('.notice');
  expect(empty?.querySelector('a')?.getAttribute('href')).toBe('/groceries');
});

test('resetting a password, from the request to the login', async () => {
  const { email } = await customer();
  const visitor = door.visitor();
  const unknown = await send(visitor, '/user/reset-password', 'Send reset link', { email: newPerson().email });
  expect(alerts(unknown)).toEqual(['No user found with this email!']);
  const sent = await send(visitor, unknown, 'Send reset link', { email });
  expect(sent.screen.getByRole('status').textContent).toBe(
    'A message was sent to your email. Please check it out to reset your password!',
  );
  sent.screen.getByRole('button', { name: 'Back to login' });

  const mail = mailPart((await mails.nextTo(email)).raw, 'text/plain');
  const link = /\/user\/reset-password\/[\w-]+/.exec(mail)?.[0] ?? 'none';
  const common = await send(visitor, link, 'Set new password', { newPassword: 'password' });
  expect(alerts(common)).toEqual([expect.stringContaining('Password too common')]);
  const done = await send(visitor, common, 'Set new password', { newPassword: NEW_PASSWORD });
  expect(done.screen.getByRole('status').textContent).toContain('Your password is changed');
  // The link works once.
  const again = await send(visitor, link, 'Set new password', { newPassword: 'five sour tamarinds' });
  expect(alerts(again)).toEqual([expect.stringMatching(/^Error 400!! /)]);
  expect(again.screen.queryByRole('button', { name: 'Set new password' })).toBeNull();
  again.screen.getByRole('link', { name: 'Ask for a new link' });
  expect((await logIn(visitor, email, NEW_PASSWORD)).path).toBe('/');
});

test('a password is changed with the current one, and all sessions are ended', async () => {
  const { visitor, email } = await customer();
  const change = (currentPassword: string) =>
    send(visitor, '/user/change-password', 'Change password', { currentPassword, newPassword: NEW_PASSWORD });
  expect(alerts(await change('not the password'))).toEqual(['This is not your current password!']);
  const changed = await change(PASSWORD);
  changed.screen.getByRole('heading', { name: 'My Profile' });
  expect(changed.screen.getByRole('status').textContent).toMatch(/^Your password is changed\./);
  const other = door.visitor();
  await logIn(other, email, NEW_PASSWORD);
  expect((await send(visitor, '/user/profile', 'Log out everywhere')).path).toBe('/');
  for (const one of [visitor, other]) expect((await one.open('/user/profile')).path).toMatch(/^\/user\/login/);
});

test('the profile has what was typed as it was typed; e-mail and country are fixed', async () => {
  const { visitor, email } = await customer();
  const page = await visitor.open('/user/update-profile');
  const field = (role: string, name: string) => page.screen.getByRole<HTMLInputElement>(role, { name });
  expect(field('textbox', 'Email')).toMatchObject({ value: email, readOnly: true });
  expect(field('textbox', 'Country').readOnly).toBe(true);
  const divisions = ['dhaka', 'barishal', 'sylhet', 'mymensingh', 'rajshahi', 'rangpur', 'khulna', 'chattogram'];
  expect(texts(field('combobox', 'Division').children).slice(1)).toEqual(divisions);
  const address = { street: '12 <b>Lake</b> Road', city: 'Sylhet', postcode: '3100', division: 'sylhet' };
  const typed = { name: 'রহিমা বেগম', phone: '01712345678', gender: 'female', ...address };
  await send(visitor, page, 'Update profile', { ...typed, phone: '123', postcode: '1' });
  expect((await visitor.open('/user/profile')).screen.queryByText(typed.street)).toBeNull();
  await send(visitor, page, 'Update profile', typed);
  const profile = await visitor.open('/user/profile');
  for (const text of Object.values(typed)) expect(profile.screen.getAllByText(text)).not.toEqual([]);
});

test('/user is the profile, with the account’s menu and its counts in two digits', async () => {
  const { visitor } = await customer();
  const { path, part, screen } = await visitor.open('/user');
  expect(path).toBe('/user/profile');
  const links = part('navigation', 'Account').getAllByRole('link');
  expect(texts(links)).toEqual(['My Profile', 'Update Profile', 'My Orders', 'Switch to Admin']);
  expect(links.at(-1)?.hasAttribute('href')).toBe(false);
  expect(texts(screen.getAllByRole('term')).slice(0, 4)).toEqual(['Total Orders', 'Pending', 'Shipped', 'Payment Due']);
  expect(texts(screen.getAllByRole('definition')).slice(0, 4)).toEqual(['00', '00', '00', '00']);
});

test('an account is deleted with the exact words, and kept by logging in', async () => {
  const { visitor, email } = await customer();
  const confirm = (confirmation: string) => send(visitor, '/user/delete-account', 'Delete account', { confirmation });
  expect(alerts(await confirm('Delete-my-account'))).toEqual(['Text not matched!']);
  expect((await visitor.open('/user/profile')).path).toBe('/user/profile');
  await confirm('delete-my-account');
  expect((await visitor.open('/user/profile')).path).toMatch(/^\/user\/login/);
  await logIn(visitor, email);
  expect(await (await visitor.fetch('/api/profile')).json()).toMatchObject({ scheduleForDeletion: false });
});

const post = (visitor: Visitor, path: string, body: unknown, headers?: Record<string, string>) =>
  visitor.send('POST', `/api/auth${path}`, body, headers);

test.each([
  ['POST', '/update-user'],
  ['POST', '/change-email'],
  ['POST', '/delete-user'],
  ['GET', '/delete-user/callback'],
  ['POST', '/sign-in/social'],
  ['GET', '/callback/google'],
  ['POST', '/link-social'],
  ['GET', '/list-sessions'],
  ['GET', '/reset-password/abc?callbackURL=https://evil.example'],
  ['GET', '/verify-email?token=x&callbackURL=https://evil.example'],
  ['GET', '/sign-up/../update-user'],
  ['POST', '/sign-in/email/'],
  ['GET', '/'],
])('%s /api/auth%s does not exist', async (method, path) => {
  const { visitor } = await customer();
  const answer = await (method === 'GET' ? visitor.fetch(`/api/auth${path}`) : post(visitor, path, { name: 'x' }));
  expect(answer.status).toBe(404);
});

test.each(['/user/reset-password/a-token', '/bn/user/reset-password/a-token', '/operator/invitation/a-token'])(
  'no request of the page at %s takes its token along',
  async (path) => {
    const { headers } = await door.visitor().fetch(path);
    expect(headers.get('Referrer-Policy')).toBe('strict-origin');
  },
);

test('the endpoints of accounts answer who that is, and have the session’s token only in the cookie', async () => {
  const visitor = door.visitor();
  const person = { ...newPerson(), password: PASSWORD };
  const time = expect.stringMatching(/^\d{4}-.*Z$/);
  const id = expect.any(String);
  const user = { id, name: person.name, email: person.email, image: '', createdAt: time, updatedAt: time };
  const session = { id, userId: id, createdAt: time, expiresAt: time };
  const bodyOf = async (answer: Response) => {
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return answer.json();
  };
  const asked = async () => bodyOf(await visitor.fetch('/api/auth/get-session'));
  expect(await asked()).toBeNull();
  expect(await bodyOf(await post(visitor, '/sign-up/email', person))).toEqual({ user });
  const signedIn = await post(visitor, '/sign-in/email', person);
  expect(signedIn.headers.get('set-cookie')).toMatch(/HttpOnly/);
  expect(await bodyOf(signedIn)).toEqual({ user });
  expect(await asked()).toEqual({ session, user });
  expect(await bodyOf(await post(visitor, '/request-password-reset', person))).toEqual({ success: true });
  const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  expect(await bodyOf(await post(visitor, '/change-password', passwords))).toEqual({ user });
  const other = door.visitor();
  await post(other, '/sign-in/email', { ...person, password: NEW_PASSWORD });
  const out = await visitor.fetch('/api/auth/sign-out', { method: 'POST' });
  expect(await bodyOf(out)).toEqual({ success: true });
  expect(await asked()).toBeNull();
  expect((await other.open('/user/profile')).path).toBe('/user/profile');
  await post(other, '/sign-in/email', { ...person, password: NEW_PASSWORD });
  await post(other, '/sign-out', { everywhere: true });
  expect((await other.open('/user/profile')).path).toMatch(/^\/user\/login/);
});

test('the endpoints of accounts refuse with a problem, which names the reason and the field', async () => {
  const visitor = door.visitor();
  const { email } = await visitor.register();
  const taken = await post(visitor, '/sign-up/email', { ...newPerson(), email, password: PASSWORD });
  expect([taken.status, taken.headers.get('content-type')]).toEqual([422, PROBLEM_TYPE]);
  const detail = 'User already exists. Use another email.';
  const reason = { code: 'already-registered' };
  const problem = { type: 'already-registered', title: 'Unprocessable Content', status: 422, detail, reason };
  expect(await taken.json()).toEqual(problem);
  const wrong = { currentPassword: 'not the password', newPassword: NEW_PASSWORD };
  const refused = await post(visitor, '/change-password', wrong);
  const fields = [{ field: 'currentPassword', detail: 'This is not your current password!' }];
  expect([refused.status, await refused.json()]).toMatchObject([400, { reason: { code: 'wrong-password' }, fields }]);
  const method = await visitor.fetch('/api/auth/sign-in/email');
  expect([method.status, method.headers.get('allow')]).toEqual([405, 'POST']);
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect((await post(visitor, '/sign-in/email', 'email=a@example.com&password=x', form)).status).toBe(415);
});

test.each(['{"email":', '[]', 'null', '"email"', '['.repeat(8000), '{"__proto__":{"email":"a@example.com"}}'])(
  'the endpoints of accounts find no field in %j',
  async (body) => {
    const headers = { 'Content-Type': 'application/json' };
    for (const path of ['/sign-in/email', '/sign-up/email', '/request-password-reset', '/reset-password']) {
      const answer = await door.visitor().fetch(`/api/auth${path}`, { method: 'POST', headers, body });
      expect([path, answer.status]).toEqual([path, 400]);
    }
  },
);
