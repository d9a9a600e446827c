/** When sessions end, and that open pages are notified. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeWithDatabase } from '../../test/support/databases.ts';
import {
  PASSWORD,
  cookieOf,
  newUser,
  openIdentity,
  registerUser,
  sessionCount,
  visitor,
} from '../../test/support/identity.ts';
import { valueOf } from '../../test/support/outcome.ts';
import type { Database } from '../db/connect.ts';
import type { Identity, SignOutcome } from './identity.ts';
import type { SecurityEvent } from '../log.ts';

const NEW_PASSWORD = 'four ripe jackfruits';

describeWithDatabase('the end of a session', ({ open }) => {
  let database: Database;
  let identity: Identity;
  /** The ids of users whose open pages were notified. */
  const notified: string[] = [];
  const events: (SecurityEvent & { level: string })[] = [];

  beforeAll(async () => {
    database = await open();
    await database.listen('profile', (id) => notified.push(id));
    const security = { log: (level: string, event: SecurityEvent) => void events.push({ ...event, level }) };
    identity = openIdentity(database, { security });
  });

  const viewerOf = (cookie: string) => identity.viewer(visitor(cookie).headers);
  const idOf = async (cookie: string) => (await viewerOf(cookie))?.id ?? '';

  /** Opens one more session of a user. */
  async function signedIn({ email, password = PASSWORD }: { email: string; password?: string }): Promise<string> {
    return cookieOf(await identity.signIn({ email, password }, visitor()));
  }

  const clearedCookies = (outcome: SignOutcome) => valueOf(outcome).headers.getSetCookie().join();

  /** The user's entries in the security log. */
  const eventsOf = (userId: string) =>
    events.filter((event) => event.userId === userId).map(({ level, event }) => `${level} ${event}`);

  test('requests that come together are each their own customer’s, and nobody’s after the logout', async () => {
    const customers = [await registerUser(identity), await registerUser(identity)];
    const cookies = ['', ...customers.map(({ cookie }) => cookie)];
    const together = () => Promise.all(cookies.map(async (cookie) => (await viewerOf(cookie))?.email));
    const [first, second] = customers.map(({ email }) => email);
    expect(await together()).toEqual([undefined, first, second]);
    await identity.signOut(visitor(customers[0]?.cookie));
    expect(await together()).toEqual([undefined, undefined, second]);
  });

  test('a login ends the browser’s previous session, whoever logs in', async () => {
    const [first, second] = [await registerUser(identity), await registerUser(identity)];
    const id = await idOf(first.cookie);
    notified.length = 0;
    const cookie = cookieOf(await identity.signIn(second, visitor(first.cookie)));
    expect(await viewerOf(first.cookie)).toBeNull();
    expect(await viewerOf(cookie)).toMatchObject({ email: second.email });
    await expect.poll(() => notified.filter((heard) => heard === id)).toEqual([id]);
    // The same user again.
    valueOf(await identity.signIn(second, visitor(cookie)));
    expect(await viewerOf(cookie)).toBeNull();
    expect(await viewerOf(second.cookie)).toMatchObject({ email: second.email });
  });

  test('a refused login does not end the session', async () => {
    const { email, cookie } = await registerUser(identity);
    const refused = await identity.signIn({ email, password: 'correct-horse-8' }, visitor(cookie));
    expect(refused).toMatchObject({ status: 401 });
    expect(await viewerOf(cookie)).toMatchObject({ email });
  });

  test('a registration ends the browser’s previous session', async () => {
    const { cookie } = await registerUser(identity);
    const other = newUser();
    const fresh = cookieOf(await identity.register(other, visitor(cookie)));
    expect(await viewerOf(cookie)).toBeNull();
    expect(await viewerOf(fresh)).toMatchObject({ email: other.email });
  });

  test('a cookie that its client has decoded opens the same session', async () => {
    const { email, cookie } = await registerUser(identity);
    const decoded = decodeURIComponent(cookie);
    expect(decoded).not.toBe(cookie);
    expect(await viewerOf(decoded)).toMatchObject({ email });
    expect(await viewerOf(cookie.toLowerCase())).toBeNull();
  });

  test('a logout ends the session and notifies its pages', async () => {
    const { email, cookie } = await registerUser(identity);
    const other = await signedIn({ email });
    const id = await idOf(cookie);
    notified.length = 0;
    expect(clearedCookies(await identity.signOut(visitor(cookie)))).toMatch(/session_token=;.*Max-Age=0/);
    expect(await viewerOf(cookie)).toBeNull();
    expect(await viewerOf(other)).toMatchObject({ email });
    await expect.poll(() => notified.filter((heard) => heard === id)).toEqual([id]);
    for (const without of [cookie, undefined]) valueOf(await identity.signOut(visitor(without)));
  });

  test('cookies of ended sessions are ignored, and a logout ends all sessions that are sent', async () => {
    const { email, cookie: dead } = await registerUser(identity);
    await identity.signOut(visitor(dead));
    const [first, second] = [await signedIn({ email }), await signedIn({ email })];
    const sent = `${dead}; ${first}; ${second}`;
    expect(await viewerOf(sent)).toMatchObject({ email });
    await identity.signOut(visitor(sent));
    expect([await viewerOf(first), await viewerOf(second)]).toEqual([null, null]);

    const last = `${dead}; ${await signedIn({ email })}`;
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const fresh = cookieOf(await identity.changePassword(change, visitor(last)));
    expect([await viewerOf(last), await sessionCount(database, email)]).toEqual([null, 1]);
    const guest = await registerUser(identity);
    await identity.signOut(visitor(`${guest.cookie}; ${fresh}`), { everywhere: true });
    expect([await viewerOf(guest.cookie), await viewerOf(fresh)]).toEqual([null, null]);
  });

  test('with several open sessions the first cookie counts', async () => {
    const [one, other] = [await registerUser(identity), await registerUser(identity)];
    expect(await viewerOf(`${one.cookie}; ${other.cookie}`)).toMatchObject({ email: one.email });
    expect(await viewerOf(`${other.cookie}; ${one.cookie}`)).toMatchObject({ email: other.email });
  });

  test('logging out everywhere ends all sessions, also this one', async () => {
    const { email, cookie } = await registerUser(identity);
    const other = await signedIn({ email });
    const stranger = await registerUser(identity);
    const id = await idOf(cookie);
    notified.length = 0;
    const outcome = await identity.signOut(visitor(cookie), { everywhere: true });
    expect(clearedCookies(outcome)).toMatch(/session_token=;.*Max-Age=0/);
    expect([await viewerOf(cookie), await viewerOf(other)]).toEqual([null, null]);
    expect(await viewerOf(stranger.cookie)).toMatchObject({ email: stranger.email });
    await expect.poll(() => notified.filter((heard) => heard === id)).toEqual([id]);
    expect(eventsOf(id)).toContain('info logout-everywhere');
    // Without a session nothing happens.
    await identity.signOut(visitor(cookie), { everywhere: true });
    await identity.signOut(visitor(), { everywhere: true });
  });

  test('a changed password ends all other sessions; this one gets a new cookie', async () => {
    const { email, cookie } = await registerUser(identity);
    const other = await signedIn({ email });
    const id = await idOf(cookie);
    notified.length = 0;
    const outcome = await identity.changePassword(
      { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
      visitor(cookie),
    );
    const fresh = cookieOf(outcome);
    expect([await viewerOf(cookie), await viewerOf(other)]).toEqual([null, null]);
    expect(await viewerOf(fresh)).toMatchObject({ email });
    expect(await sessionCount(database, email)).toBe(1);
    await expect.poll(() => notified.filter((heard) => heard === id)).toEqual([id]);
    expect(await identity.signIn({ email, password: PASSWORD }, visitor())).toMatchObject({ status: 401 });
    expect(await signedIn({ email, password: NEW_PASSWORD })).not.toBe('');
    expect(eventsOf(id)).toEqual(expect.arrayContaining(['info password-changed', 'warn login-failed', 'info login']));
  });

  test('with a changed password a session that ends with the browser stays one, and a kept one is kept', async () => {
    const { email } = await registerUser(identity);
    let password = PASSWORD;
    for (const rememberMe of [false, true]) {
      const entered = await identity.signIn({ email, password, rememberMe }, visitor());
      const newPassword = `${NEW_PASSWORD} ${rememberMe}`;
      const changed = await identity.changePassword(
        { currentPassword: password, newPassword },
        visitor(cookieOf(entered)),
      );
      password = newPassword;
      expect(/max-age/i.test(valueOf(changed).headers.get('set-cookie') ?? '')).toBe(rememberMe);
      const { createdAt = 0, expiresAt = 0 } = (await identity.session(visitor(cookieOf(changed)).headers)) ?? {};
      expect((Number(expiresAt) - Number(createdAt)) / 3_600_000).toBe(rememberMe ? 30 * 24 : 24);
    }
  });

  test('changing a password needs a session, the current password and an acceptable new one', async () => {
    const { email, cookie } = await registerUser(identity);
    const change = (currentPassword: string, newPassword: string, caller = visitor(cookie)) =>
      identity.changePassword({ currentPassword, newPassword }, caller);
    const refused = (field: string, code: string) => ({ status: 400, reason: { code }, fields: [{ field }] });
    const wrong = refused('currentPassword', 'wrong-password');
    expect(await change('correct-horse-8', NEW_PASSWORD)).toMatchObject(wrong);
    expect(await change('', NEW_PASSWORD)).toMatchObject(wrong);
    expect(await change(PASSWORD, 'seven-7')).toMatchObject(refused('newPassword', 'password-too-short'));
    expect(await change(PASSWORD, 'password1')).toMatchObject(refused('newPassword', 'password-too-common'));
    expect(await change(PASSWORD, email)).toMatchObject(refused('newPassword', 'password-too-common'));
    expect(await change(PASSWORD, NEW_PASSWORD, visitor())).toMatchObject({ status: 401 });
    expect(await viewerOf(cookie)).toMatchObject({ email });
    expect(await signedIn({ email })).not.toBe('');
  });

  test('after ten wrong current passwords the account is limited, and no other', async () => {
    const { cookie } = await registerUser(identity);
    const other = await registerUser(identity);
    const guess = (at: string, currentPassword: string) =>
      identity.changePassword({ currentPassword, newPassword: NEW_PASSWORD }, visitor(at));
    for (let n = 0; n < 10; n += 1) expect(await guess(cookie, 'correct-horse-8')).toMatchObject({ status: 400 });
    expect(await guess(cookie, PASSWORD)).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
    expect(await guess(other.cookie, PASSWORD)).toMatchObject({ ok: true });
  });

  test('a password change cancels older reset links', async () => {
    const sent: string[] = [];
    const enqueue = async (_: unknown, { text }: { text: string }) => void sent.push(text);
    const mailing = openIdentity(database, { mail: { enqueue } });
    const { email, cookie } = await registerUser(mailing);
    await mailing.requestReset({ email }, visitor());
    await mailing.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, visitor(cookie));
    const [, token = ''] = /reset-password\/([\w-]+)/.exec(sent.join()) ?? [];
    expect(token).not.toBe('');
    const outcome = await mailing.resetPassword({ token, newPassword: 'five sour tamarinds' }, visitor());
    expect(outcome).toMatchObject({ reason: { code: 'invalid-token' } });
  });

  test('every event is in the security log, without a name or a password', async () => {
    events.length = 0;
    const here = visitor();
    const person = newUser();
    await identity.signIn({ email: 'nobody@example.com', password: PASSWORD }, here);
    const cookie = cookieOf(await identity.register(person, here));
    const userId = await idOf(cookie);
    await identity.register(person, here);
    for (let n = 0; n < 11; n += 1) await identity.signIn({ ...person, password: 'correct-horse-8' }, here);
    await identity.requestReset(person, here);
    await identity.requestReset({ email: 'nobody@example.com' }, here);
    await identity.resetPassword({ token: 'none', newPassword: NEW_PASSWORD }, here);
    const [address] = here.headers.values();
    const facts = events.map(({ event, level, userId: who }) => [level, event, who === userId]);
    expect(facts).toEqual([
      ['warn', 'login-failed', false],
      ['info', 'registered', true],
      ['warn', 'registration-failed', true],
      ...Array.from({ length: 10 }, () => ['warn', 'login-failed', true]),
      ['warn', 'locked-out', false],
      ['info', 'reset-requested', true],
      ['warn', 'reset-request-failed', false],
      ['warn', 'password-reset-failed', false],
    ]);
    expect(events.every((event) => event.address === address)).toBe(true);
    expect(events[0]).toMatchObject({ code: 'user-not-found' });
    expect(JSON.stringify(events)).not.toMatch(/horse|jackfruit/);
  });

  test('a login while the account is deleted is refused like one of nobody', async () => {
    const customer = await registerUser(identity);
    // The account goes after its password was checked and before its session is there.
    const run = (statement: string) => sql.raw(statement).execute(database.kysely);
    await run(`create function delete_account() returns trigger language plpgsql as
      'begin delete from users where id = new.user_id; return new; end'`);
    await run('create trigger gone before insert on sessions for each row execute function delete_account()');
    try {
      const outcome = await identity.signIn(customer, visitor());
      expect(outcome).toMatchObject({ ok: false, reason: { code: 'user-not-found' } });
    } finally {
      await run('drop function delete_account cascade');
    }
  });
});
