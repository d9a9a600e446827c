import { beforeAll, describe, expect, test } from 'vitest';
import type { Reason } from '../../domain/outcome.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import {
  PASSWORD,
  accountRow,
  cookieOf,
  newUser,
  openIdentity,
  registerUser,
  sessionCount,
  visitor,
} from '../../test/support/identity.ts';
import { valueOf } from '../../test/support/outcome.ts';
import type { Database } from '../db/connect.ts';
import type { Identity } from './identity.ts';
import { hashToken } from './tokens.ts';

const NO_NAME: Reason = { code: 'required', field: 'name' };
const NO_EMAIL: Reason = { code: 'invalid-email' };

describeWithDatabase('identity', ({ open }) => {
  let database: Database;
  let identity: Identity;
  beforeAll(async () => {
    database = await open();
    identity = openIdentity(database);
  });

  describe('registering', () => {
    test('creates an account with the defaults and signs in', async () => {
      const typed = { name: ' \u202E রহিমা খাতুন ', email: ' Rahima@Example.COM ', password: PASSWORD };
      const outcome = await identity.register(typed, visitor());
      const [cookie = ''] = valueOf(outcome).headers.getSetCookie();
      expect(cookie).toMatch(/^__Host-sodai\.session_token=/);
      expect(cookie).not.toContain('Domain');
      for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000'])
        expect(cookie).toContain(part);
      const user = await accountRow(database, 'rahima@example.com');
      const shown = { email: 'rahima@example.com', name: 'রহিমা খাতুন', role: 'user', language: 'en' };
      expect(user).toMatchObject({ ...shown, schedule_for_deletion: false, deletion_requested_at: null });
      expect(await identity.viewer(visitor(cookieOf(outcome)).headers)).toEqual({ id: user?.id, ...shown });
      expect(user?.password).toMatch(/^\$argon2id\$/);
    });

    test('an address that is taken is refused, in upper and lower case', async () => {
      const { email, ...person } = await registerUser(identity);
      expect(await identity.register({ ...person, email: email.toUpperCase() }, visitor())).toEqual({
        ok: false,
        status: 422,
        reason: { code: 'already-registered' },
      });
    });

    test('parallel registrations of one address create one account', async () => {
      const { name, email, password } = newUser();
      const spellings = [email, email.toUpperCase(), ` ${email}`, email.replace('p', 'P')];
      const register = (email: string) => identity.register({ name, email, password }, visitor());
      const refusals = (await Promise.all(spellings.map(register))).filter(({ ok }) => !ok);
      const taken = { status: 422, reason: { code: 'already-registered' } };
      expect(refusals).toMatchObject([taken, taken, taken]);
      expect(await sessionCount(database, email)).toBe(1);
    });

    test('the request cannot choose a role, a picture or an id', async () => {
      const person = newUser();
      const extra = {
        role: 'admin',
        image: 'javascript:alert(1)',
        img_url: 'x',
        id: 'mine',
        scheduleForDeletion: true,
      };
      valueOf(await identity.register({ ...person, ...extra }, visitor()));
      const user = await accountRow(database, person.email);
      expect(user).toMatchObject({ role: 'user', img_url: '', schedule_for_deletion: false });
      expect(user?.id).not.toBe('mine');
    });

    test.each<[string, Record<string, unknown>, Reason]>([
      ['half a character', { name: 'Rahima \uD83E' }, { code: 'invalid-name' }],
      ['a name that is an object', { name: { $ne: null } }, NO_NAME],
      ['an e-mail that is a list', { email: ['a@example.com'] }, { code: 'required', field: 'email' }],
      ['an e-mail with SQL', { email: `x'; drop table users; --@example.com` }, NO_EMAIL],
      ['an e-mail with a line break', { email: 'a@example.com\nb@example.com' }, NO_EMAIL],
      ['a number as password', { password: 12_345_678 }, { code: 'required', field: 'password' }],
      ['a short password', { password: 'seven-7' }, { code: 'password-too-short' }],
      ['a long password', { password: 'x-'.repeat(65) }, { code: 'password-too-long' }],
      ['everybody’s password', { password: 'Password123' }, { code: 'password-too-common' }],
    ])('%s is refused', async (_, change, reason) => {
      const person = newUser();
      const fields = [{ field: Object.keys(change)[0], reason }];
      const refused = { ok: false, status: 400, reason, fields };
      expect(await identity.register({ ...person, ...change }, visitor())).toEqual(refused);
      expect(await accountRow(database, person.email)).toBeUndefined();
    });
  });

  describe('signing in', () => {
    test('opens a session for the right password; the address may have any case', async () => {
      const { email } = await registerUser(identity);
      const outcome = await identity.signIn({ email: email.toUpperCase(), password: PASSWORD }, visitor());
      expect(await identity.viewer(visitor(cookieOf(outcome)).headers)).toMatchObject({ email });
    });

    test('a wrong password is refused, also a very long one', async () => {
      const { email } = await registerUser(identity);
      const wrong = { status: 401, reason: { code: 'wrong-credentials' } };
      for (const password of ['correct-horse-8', 'x'.repeat(15_000)])
        expect(await identity.signIn({ email, password }, visitor())).toMatchObject(wrong);
    });

    test('who is nobody, or no customer, is not found, and such a session is not accepted', async () => {
      const { email, cookie } = await registerUser(identity);
      await database.kysely.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute();
      const unknown = { ok: false, status: 400, reason: { code: 'user-not-found' } };
      for (const address of [email, 'nobody@example.com'])
        expect(await identity.signIn({ email: address, password: PASSWORD }, visitor())).toEqual(unknown);
      expect(await identity.viewer(visitor(cookie).headers)).toBeNull();
    });

    test('a session that is not to be remembered ends with the browser, or after a day', async () => {
      const { email } = await registerUser(identity);
      const signedIn = valueOf(await identity.signIn({ email, password: PASSWORD, rememberMe: false }, visitor()));
      const cookie = signedIn.headers.get('set-cookie') ?? '';
      expect(cookie).not.toMatch(/max-age|expires/i);
      const { expiresAt = new Date(0) } = (await identity.session(new Headers({ cookie }))) ?? {};
      expect(Math.round((expiresAt.getTime() - Date.now()) / 3_600_000)).toBe(24);
    });

    test('cancels a scheduled deletion', async () => {
      const { email } = await registerUser(identity);
      const asked = { schedule_for_deletion: true, deletion_requested_at: new Date() };
      await database.kysely.updateTable('users').set(asked).where('email', '=', email).execute();
      expect(await identity.signIn({ email, password: 'correct-horse-8' }, visitor())).toMatchObject({ ok: false });
      expect(await accountRow(database, email)).toMatchObject(asked);
      expect(await identity.signIn({ email, password: PASSWORD }, visitor())).toMatchObject({ ok: true });
      const kept = { schedule_for_deletion: false, deletion_requested_at: null };
      expect(await accountRow(database, email)).toMatchObject(kept);
    });
  });

  describe('sessions', () => {
    test('only a cookie with the shop’s signature and of a valid session is accepted', async () => {
      const { cookie, email } = await registerUser(identity);
      const [name = '', value = ''] = cookie.split('=');
      const [token = '', signature = ''] = decodeURIComponent(value).split('.');
      const forged = [
        '',
        `${name}=`,
        `${name}=${token}`,
        `${name}=${token}.`,
        `${name}=${encodeURIComponent(`${token}x.${signature}`)}`,
        `${name}=${encodeURIComponent(`${token}.${'A'.repeat(43)}=`)}`,
        `${name}=%E0%A4%A`,
        `sodai.session_token=${value}`,
        `__Secure-sodai.session_token=${value}`,
        `\u00a0${cookie}`,
      ];
      for (const cookie of forged) expect(await identity.viewer(new Headers({ cookie }))).toBeNull();
      expect(await identity.viewer(new Headers())).toBeNull();
      expect(await identity.viewer(new Headers({ cookie: `a=1; ${cookie}; b=2` }))).toMatchObject({ email });
      const stored = database.kysely.updateTable('sessions').where('token_hash', '=', hashToken(token));
      await stored.set({ expires_at: new Date(0) }).execute();
      expect(await identity.viewer(new Headers({ cookie }))).toBeNull();
    });

    test('an invalid cookie of the same name does not hide the session', async () => {
      const { cookie, email } = await registerUser(identity);
      const [name = ''] = cookie.split('=');
      for (const other of [`${name}=made.up`, `${name}=`, `${name}=%E0%A4%A`, `${name}=a.b; x=1`]) {
        const headers = new Headers({ cookie: `${other}; ${cookie}; ${other}` });
        expect(await identity.viewer(headers), other).toMatchObject({ email });
      }
      await identity.signOut(visitor(`${name}=made.up; ${cookie}`));
      expect(await sessionCount(database, email)).toBe(0);
    });

    test('over plain http the cookie has a plain name', async () => {
      const sender = { name: 'Sodai', nameBn: 'সদাই', phone: '', url: 'http://localhost:3000' };
      const plain = openIdentity(database, { sender });
      const outcome = await plain.register(newUser(), visitor());
      const cookie = cookieOf(outcome);
      expect(cookie).toMatch(/^sodai\.session_token=/);
      expect(valueOf(outcome).headers.getSetCookie().join()).not.toContain('Secure');
      expect(await plain.viewer(visitor(cookie).headers)).not.toBeNull();
    });
  });
});
