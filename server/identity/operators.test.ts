/** Signing in to the console, its sessions and limits. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { BACKGROUND_REQUEST } from '../../base/console-path.ts';
import { describeWithDatabase, unreachable } from '../../test/support/databases.ts';
import { PASSWORD, cookieOf, newUser, openIdentity, registerUser, visitor } from '../../test/support/identity.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { newOperator, openOperators } from '../../test/support/operators.ts';
import type { Database } from '../db/connect.ts';
import type { SecurityEvent } from '../log.ts';
import type { Identity } from './identity.ts';
import type { Operators } from './operators.ts';

const NEW_PASSWORD = 'four ripe jackfruits';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WRONG = { ok: false, status: 401, reason: { code: 'wrong-credentials' } };

describeWithDatabase('operators', ({ open }) => {
  let database: Database;
  let operators: Operators;
  let identity: Identity;
  let clock = Date.now();
  let queries = 0;
  const events: (SecurityEvent & { level: string })[] = [];

  beforeAll(async () => {
    database = await open();
    const kysely = database.kysely.withPlugin({
      transformQuery({ node }) {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const security = { log: (level: string, event: SecurityEvent) => void events.push({ ...event, level }) };
    operators = openOperators({ ...database, kysely }, { now: () => clock, security });
    identity = openIdentity(database);
  });
  beforeEach(() => {
    clock += HOUR;
    events.length = 0;
  });

  const sessionOf = (cookie: string) => operators.session(visitor(cookie).headers);
  async function openSessionOf(cookie: string) {
    const session = await sessionOf(cookie);
    if (!session) throw new Error('no session');
    return session;
  }
  const signIn = async ({ email, password = PASSWORD }: { email: string; password?: string }) =>
    cookieOf(await operators.signIn({ email, password }, visitor()));

  test('sign in and out', async () => {
    const { email, name } = await newOperator(operators);
    const answer = await operators.signIn({ email: ` ${email.toUpperCase()} `, password: PASSWORD }, visitor());
    expect(valueOf(answer).needsCode).toBe(false);
    const [session = ''] = valueOf(answer).headers.getSetCookie();
    expect(session).toMatch(/^__Host-sodai-operator\.session_token=[\w-]{43}; /);
    for (const part of ['Max-Age=2592000', 'Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']) {
      expect(session.split('; ')).toContain(part);
    }
    const cookie = cookieOf(answer);
    const user = { id: expect.any(String), email, name, role: 'operator', language: 'en' };
    const times = { createdAt: expect.any(Date), expiresAt: expect.any(Date) };
    const settings = { secondFactor: false, orderMails: false };
    expect(await sessionOf(cookie)).toEqual({ id: expect.any(String), user, ...settings, ...times });
    const out = await operators.signOut(visitor(cookie));
    expect(valueOf(out).headers.getSetCookie().join()).toMatch(/session_token=; Max-Age=0/);
    expect(await sessionOf(cookie)).toBeNull();
    expect(await operators.signOut(visitor())).toMatchObject({ ok: true });
  });

  test('the cookie of a shop without TLS has no prefix', async () => {
    const sender = { name: 'Sodai', nameBn: 'সদাই', phone: '', url: 'http://localhost:3000' };
    const { email } = await newOperator(operators);
    const local = openOperators(database, { sender });
    const answer = await local.signIn({ email, password: PASSWORD }, visitor());
    expect(valueOf(answer).headers.get('set-cookie')).toMatch(/^sodai-operator\.session_token=(?!.*Secure)/);
  });

  test('a wrong password, an unknown address and a customer’s are refused alike', async () => {
    const { email } = await newOperator(operators);
    const customer = await registerUser(identity);
    for (const form of [
      { email, password: 'correct-horse-8' },
      { email: 'nobody@example.com', password: PASSWORD },
      { email: customer.email, password: PASSWORD },
    ]) {
      expect(await operators.signIn(form, visitor())).toEqual(WRONG);
    }
    const failed = 'warn operator-login-failed';
    const logged = events.map(({ level, event }) => `${level} ${event}`);
    expect(logged).toEqual(['info operator-invited', 'info invitation-accepted', failed, failed, failed]);
    expect(JSON.stringify(events)).not.toMatch(/horse/);
  });

  test('an incomplete form is refused with its reason', async () => {
    const refused = { ok: false, status: 400, reason: { code: 'required', field: 'password' } };
    expect(await operators.signIn({ email: 'rahim@example.com', password: '' }, visitor())).toMatchObject(refused);
  });

  test('the shop and the console do not open each other', async () => {
    const operator = await newOperator(operators);
    const customer = await registerUser(identity);
    expect(await sessionOf(customer.cookie)).toBeNull();
    expect(await sessionOf(customer.cookie.replace('__Host-sodai.', '__Host-sodai-operator.'))).toBeNull();
    expect(await identity.viewer(visitor(operator.cookie).headers)).toBeNull();
    const renamed = operator.cookie.replaceAll('-operator.', '.');
    expect(await identity.viewer(visitor(renamed).headers)).toBeNull();
    expect(await identity.signIn(operator, visitor())).toMatchObject({ ok: false, reason: { code: 'user-not-found' } });
    // Both at once in one browser.
    const both = visitor(`${customer.cookie}; ${operator.cookie}`);
    expect(await identity.viewer(both.headers)).toMatchObject({ email: customer.email });
    expect(await operators.session(both.headers)).toMatchObject({ user: { email: operator.email } });
  });

  test('a session ends after 12 idle hours, and lasts while it is used', async () => {
    const { cookie } = await newOperator(operators);
    for (let n = 0; n < 3; n += 1) {
      clock += 11 * HOUR;
      expect(await sessionOf(cookie)).not.toBeNull();
    }
    clock += 12 * HOUR;
    expect(await sessionOf(cookie)).toBeNull();
  });

  test('what the page asks by itself is no use', async () => {
    const { cookie } = await newOperator(operators);
    const page = visitor(cookie);
    page.headers.set(BACKGROUND_REQUEST, '1');
    const session = () => operators.session(page.headers);
    for (let n = 0; n < 11; n += 1) {
      clock += HOUR;
      expect(await session()).not.toBeNull();
    }
    // Though the page has just asked, the operator's own request counts.
    const expiresAt = new Date(clock + 12 * HOUR);
    expect(await sessionOf(cookie)).toMatchObject({ expiresAt });
    clock += 11 * HOUR;
    expect(await session()).toMatchObject({ expiresAt });
    clock += HOUR;
    expect(await session()).toBeNull();
  });

  test('a session that is always used ends with its cookie, after 30 days', async () => {
    const { cookie } = await newOperator(operators);
    let hours = 0;
    for (; await sessionOf(cookie); hours += 10) clock += 10 * HOUR;
    expect(hours).toBe(30 * 24);
  });

  test('finding a session is one query, and its use is written at most every five minutes', async () => {
    const { cookie } = await newOperator(operators);
    queries = 0;
    clock += 5 * MINUTE - 1;
    await sessionOf(cookie);
    expect(queries).toBe(1);
    expect(await operators.session(visitor().headers)).toBeNull();
    expect(queries).toBe(1);
    clock += 1;
    await sessionOf(cookie);
    expect(queries).toBe(4);
    await sessionOf(cookie);
    expect(queries).toBe(5);
  });

  test('a removed operator is signed out at once in every process, and stays a customer', async () => {
    const { email, cookie } = await newOperator(operators);
    const other = openOperators(database, { now: () => clock });
    expect(await other.session(visitor(cookie).headers)).not.toBeNull();
    await operators.setOrderMails(await openSessionOf(cookie), true);
    const mail = { recipient: email, subject: 'New order', body_text: '', body_html: '' };
    await database.kysely.insertInto('outbox').values(mail).execute();
    expect(await operators.remove(` ${email.toUpperCase()}`, 'boss@example.com')).toMatchObject({ ok: true });
    expect(await sessionOf(cookie)).toBeNull();
    expect(await other.session(visitor(cookie).headers)).toBeNull();
    expect(await operators.signIn({ email, password: PASSWORD }, visitor())).toEqual(WRONG);
    expect(await identity.signIn({ email, password: PASSWORD }, visitor())).toMatchObject({ ok: true });
    const { kysely } = database;
    const row = kysely.selectFrom('users').select(['role', 'order_mails']).where('email', '=', email);
    expect(await row.executeTakeFirst()).toEqual({ role: 'user', order_mails: false });
    const mails = kysely.selectFrom('outbox').select('id').where('recipient', '=', email);
    expect(await mails.execute()).toEqual([]);
    expect(await operators.remove(email, 'operator')).toMatchObject({ status: 404 });
    const audited = kysely.selectFrom('audit').select(['actor', 'action']).where('subject', '=', email).orderBy('id');
    expect(await audited.execute()).toEqual([
      { actor: 'operator', action: 'operators.invite' },
      { actor: email, action: 'operators.accept' },
      { actor: 'boss@example.com', action: 'operators.remove' },
    ]);
    expect(events).toContainEqual(expect.objectContaining({ event: 'operator-removed', level: 'info' }));
  });

  test('without the database everything is refused until it is back', async () => {
    const { email, cookie } = await newOperator(operators);
    const alone = openOperators(unreachable(database), { limits: null });
    const passwords = { password: PASSWORD, currentPassword: PASSWORD, newPassword: PASSWORD };
    const form = { email, ...passwords, code: '000000', token: 'none', name: 'Rahima' };
    const here = visitor(cookie);
    const away = { ok: false, status: 503, reason: { code: 'unavailable' }, retryAfter: 2 };
    expect(await alone.signOut(here)).toMatchObject(away);
    for (const name of ['signIn', 'changePassword', 'acceptInvitation', 'beginSecondFactor'] as const)
      expect(await alone[name](form, here), name).toMatchObject(away);
    await expect(alone.session(here.headers)).rejects.toThrow('connect');
    expect(await sessionOf(cookie)).not.toBeNull();
  });

  test('a changed password ends all other sessions; this one gets a new cookie', async () => {
    const { email, cookie } = await newOperator(operators);
    const second = await signIn({ email });
    expect(await sessionOf(second)).not.toBeNull();
    const change = (currentPassword: string, newPassword: string, at = cookie) =>
      operators.changePassword({ currentPassword, newPassword }, visitor(at));
    const wrong = { status: 400, reason: { code: 'wrong-password' } };
    expect(await change('correct-horse-8', NEW_PASSWORD)).toMatchObject(wrong);
    expect(await change(PASSWORD, 'seven-7')).toMatchObject({ reason: { code: 'password-too-short' } });
    expect(await change(PASSWORD, email)).toMatchObject({ reason: { code: 'password-too-common' } });
    expect(await change(PASSWORD, '')).toMatchObject({ status: 400, reason: { code: 'required' } });
    expect(await change(PASSWORD, NEW_PASSWORD, '')).toMatchObject({ status: 401 });
    const fresh = cookieOf(await change(PASSWORD, NEW_PASSWORD));
    expect(await Promise.all([cookie, second, fresh].map(sessionOf))).toMatchObject([null, null, { user: { email } }]);
    expect(await operators.signIn({ email, password: PASSWORD }, visitor())).toEqual(WRONG);
    expect(await signIn({ email, password: NEW_PASSWORD })).not.toBe('');
    const known = events.map(({ event }) => event);
    expect(known).toEqual(expect.arrayContaining(['operator-password-refused', 'operator-password-changed']));
  });

  test('of two parallel changes of a password one is done', async () => {
    const { cookie } = await newOperator(operators);
    const change = (newPassword: string) =>
      operators.changePassword({ currentPassword: PASSWORD, newPassword }, visitor(cookie));
    const outcomes = await Promise.all([NEW_PASSWORD, 'five sour tamarinds'].map(change));
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  });

  test('sessions are listed, and each owner can end them', async () => {
    const { email, cookie } = await newOperator(operators);
    const phone = visitor();
    phone.headers.set('user-agent', 'Phone '.repeat(100));
    const other = cookieOf(await operators.signIn({ email, password: PASSWORD }, phone));
    const session = await openSessionOf(cookie);
    const listed = await operators.sessions(session);
    expect(listed).toHaveLength(2);
    expect(listed.find(({ current }) => current)).toMatchObject({ id: session.id, userAgent: null });
    const { id } = await openSessionOf(other);
    const times = { createdAt: new Date(clock), lastUsedAt: new Date(clock) };
    const userAgent = expect.stringMatching(/^(Phone )+Ph$/);
    expect(listed.find((one) => one.id === id)).toEqual({ id, current: false, ...times, userAgent });
    const stranger = await openSessionOf((await newOperator(operators)).cookie);
    for (const other of [id, 'x', '\0']) await operators.endSession(stranger, other);
    expect(await sessionOf(other)).not.toBeNull();
    await operators.endSession(session, id);
    expect(await sessionOf(other)).toBeNull();
    expect(await sessionOf(cookie)).toMatchObject({ id: session.id });
  });

  test('a login ends the session that this browser had', async () => {
    const { email, cookie } = await newOperator(operators);
    const fresh = cookieOf(await operators.signIn({ email, password: PASSWORD }, visitor(cookie)));
    expect(await sessionOf(cookie)).toBeNull();
    expect(await sessionOf(fresh)).not.toBeNull();
  });

  test('mails about orders are switched for each operator', async () => {
    const { cookie } = await newOperator(operators);
    for (const on of [true, false]) {
      await operators.setOrderMails(await openSessionOf(cookie), on);
      expect((await openSessionOf(cookie)).orderMails).toBe(on);
    }
  });

  test('are listed with open invitations', async () => {
    const { email, name } = await newOperator(operators);
    const invited = newUser();
    await operators.invite(invited.email, 'operator');
    const listed = await operators.list();
    const owner = { email, name, role: 'operator', status: 'operator', secondFactor: false };
    const times = { since: new Date(clock), lastUsedAt: new Date(clock) };
    expect(listed.find((one) => one.email === email)).toEqual({ ...owner, ...times });
    expect(listed.find((one) => one.email === invited.email)).toMatchObject({ status: 'invited', lastUsedAt: null });
    valueOf(await operators.remove(invited.email, 'operator'));
    expect((await operators.list()).some((one) => one.email === invited.email)).toBe(false);
  });

  test('after ten wrong passwords from one network the next is refused; elsewhere the owner gets in', async () => {
    const { email, cookie } = await newOperator(operators);
    const here = visitor();
    for (let n = 0; n < 10; n += 1) {
      expect(await operators.signIn({ email, password: 'correct-horse-8' }, here)).toEqual(WRONG);
    }
    const locked = await operators.signIn({ email, password: PASSWORD }, here);
    expect(locked).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
    expect(events.at(-1)).toMatchObject({ event: 'locked-out', request: 'operator-sign-in', level: 'warn' });
    expect(await signIn({ email })).not.toBe('');
    // The current password in a session has its own limit.
    const guess = () =>
      operators.changePassword({ currentPassword: 'correct-horse-8', newPassword: NEW_PASSWORD }, visitor(cookie));
    for (let n = 0; n < 10; n += 1) expect(await guess()).toMatchObject({ status: 400 });
    expect(await guess()).toMatchObject({ status: 429 });
    // Guesses from very many networks leave a new network three tries, in the console as in the shop.
    for (let n = 0; n < 300; n += 1) await operators.signIn({ email, password: 'correct-horse-8' }, visitor());
    const elsewhere = visitor();
    expect(await operators.signIn({ email, password: 'correct-horse-8' }, elsewhere)).toEqual(WRONG);
    expect(await operators.signIn({ email, password: PASSWORD }, elsewhere)).toMatchObject({ ok: true });
    const unlimited = openOperators(database, { limits: null });
    expect(await unlimited.signIn({ email, password: PASSWORD }, here)).toMatchObject({ ok: true });
  });
});
