import { beforeAll, describe, expect, test } from 'vitest';
import { describeWithDatabase, unreachable } from '../../test/support/databases.ts';
import {
  ORIGIN,
  PASSWORD,
  answerOf,
  newUser,
  openIdentity,
  post,
  refusalOf,
  registerUser,
  visitor,
} from '../../test/support/identity.ts';
import type { Database } from '../db/connect.ts';
import type { Identity } from './identity.ts';
import { type RateLimits, createRateLimits, limitKey } from '../limits/rate-limits.ts';
import { CLIENT_ADDRESS } from '../http/client-address.ts';

describeWithDatabase('the door to the identity', ({ open }) => {
  let database: Database;
  let identity: Identity;
  let countOne: RateLimits['countOne'];
  beforeAll(async () => {
    database = await open();
    ({ countOne } = createRateLimits(database.kysely));
    identity = openIdentity(database);
  });

  const malformed = (status: number, code: string, detail: string) => ({
    status,
    code,
    reason: { code: 'malformed', detail },
  });

  describe('limits', () => {
    test('after ten wrong passwords from one network the next is refused, with Retry-After', async () => {
      const { email } = await registerUser(identity);
      const here = visitor();
      const guess = () => identity.signIn({ email, password: 'correct-horse-8' }, here);
      for (let n = 0; n < 10; n += 1) expect(await guess()).toMatchObject({ status: 401 });
      const request = post('/sign-in/email', { email, password: PASSWORD }, Object.fromEntries(here.headers));
      const refusal = await refusalOf(identity, request);
      const { retryAfter: wait = 0 } = refusal;
      const reason = { code: 'too-many-attempts', seconds: wait };
      expect(refusal).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS', reason, retryAfter: wait });
      expect(wait).toBeGreaterThan(200);
      expect(wait).toBeLessThanOrEqual(300);
      // The form has the same limit.
      expect(await guess()).toMatchObject({ ok: false, status: 429, retryAfter: expect.any(Number) });
      const unlimited = openIdentity(database, { limits: null });
      expect(await unlimited.signIn({ email, password: PASSWORD }, here)).toMatchObject({ ok: true });
    });

    test('guesses from other networks do not lock the owner out, below a thousand in an hour', async () => {
      const { email } = await registerUser(identity);
      const stranger = visitor();
      const wrong = { email, password: 'correct-horse-8' };
      for (let n = 0; n < 11; n += 1) await identity.signIn(wrong, stranger);
      expect(await identity.signIn({ email, password: PASSWORD }, stranger)).toMatchObject({ status: 429 });
      const owner = visitor();
      expect(await identity.signIn({ email, password: PASSWORD }, owner)).toMatchObject({ ok: true });
      // Counts for very many networks directly, because hashing would take too long.
      const fill = async (max: number, ...name: string[]): Promise<void> => {
        for (let n = 0; n < max; n += 1) await countOne(limitKey('sign-in', ...name, email), { max, seconds: 3600 });
      };
      await fill(200, 'everywhere');
      for (let n = 0; n < 3; n += 1) expect(await identity.signIn(wrong, owner)).toMatchObject({ status: 401 });
      expect(await identity.signIn({ email, password: PASSWORD }, owner)).toMatchObject({ status: 429 });
      expect(await identity.signIn({ email, password: PASSWORD }, visitor())).toMatchObject({ ok: true });
      await fill(200, 'everywhere');
      await fill(1_000, 'attack');
      expect(await identity.signIn({ email, password: PASSWORD }, visitor())).toMatchObject({ status: 429 });
    });

    test('all addresses of one IPv6 /64 network count as one', async () => {
      const { email } = await registerUser(identity);
      const at = (address: string) => ({ headers: new Headers({ [CLIENT_ADDRESS]: address }) });
      for (let n = 0; n < 10; n += 1) {
        await identity.signIn({ email, password: 'correct-horse-8' }, at(`2001:db8:7:7::${n}`));
      }
      const right = { email, password: PASSWORD };
      expect(await identity.signIn(right, at('2001:db8:7:7:abcd::1'))).toMatchObject({ status: 429 });
      expect(await identity.signIn(right, at('2001:db8:7:8::1'))).toMatchObject({ ok: true });
    });

    test('repeated successful logins are not limited', async () => {
      const { email } = await registerUser(identity);
      for (let n = 0; n < 12; n += 1) {
        expect(await identity.signIn({ email, password: PASSWORD }, visitor())).toMatchObject({ ok: true });
      }
    });

    test('one network cannot try many accounts', async () => {
      const here = visitor();
      const answers = new Set<number>();
      for (let n = 0; n < 101; n += 1) {
        const outcome = await identity.signIn({ email: `stranger-${n}@example.com`, password: PASSWORD }, here);
        if (!outcome.ok) answers.add(outcome.status);
      }
      expect([...answers]).toEqual([400, 429]);
    });

    test('repeated registrations of one e-mail address are limited', async () => {
      const person = newUser();
      const here = visitor();
      const statuses = [];
      for (let n = 0; n < 21; n += 1) {
        const outcome = await identity.register(person, here);
        statuses.push(outcome.ok ? 200 : outcome.status);
      }
      expect(new Set(statuses)).toEqual(new Set([200, 422, 429]));
    });
  });

  describe('the endpoints', () => {
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
      ['GET', '/error'],
      ['GET', '/sign-up/../update-user'],
      ['POST', '/sign-in/email/'],
      ['GET', ''],
    ])('%s %s does not exist', async (method, path) => {
      const { cookie } = await registerUser(identity);
      const body = method === 'POST' ? JSON.stringify({ name: 'x', image: 'x', newEmail: 'x@example.com' }) : null;
      const headers = { cookie, 'content-type': 'application/json', origin: ORIGIN };
      const request = new Request(`${ORIGIN}/api/auth${path}`, { method, headers, body });
      const none = malformed(404, 'NOT_FOUND', 'There is no such endpoint.');
      expect(await refusalOf(identity, request)).toEqual(none);
    });

    test('another method is refused', async () => {
      const request = new Request(`${ORIGIN}/api/auth/sign-in/email?email=a@example.com`);
      const refused = malformed(405, 'METHOD_NOT_ALLOWED', 'This endpoint takes another method.');
      expect(await refusalOf(identity, request)).toEqual({ ...refused, allow: 'POST' });
    });

    test('answers have the members that programs know', async () => {
      const person = newUser();
      const { name, email, password } = person;
      const time = expect.stringMatching(/^\d{4}-.*Z$/);
      const id = expect.any(String);
      const user = { id, name, email, emailVerified: false, image: '', createdAt: time, updatedAt: time };
      const answer = async (request: Request) => (await answerOf(identity, request)).json();
      expect(await answer(post('/sign-up/email', person))).toEqual({ user });
      const signedIn = await answerOf(identity, post('/sign-in/email', person));
      expect(await signedIn.json()).toEqual({ redirect: false, user });
      const cookie = signedIn.headers.get('set-cookie') ?? '';
      const times = { expiresAt: time, createdAt: time, updatedAt: time };
      const session = { id, userId: id, ...times, ipAddress: '', userAgent: '' };
      const asked = () => answer(new Request(`${ORIGIN}/api/auth/get-session`, { headers: { cookie } }));
      expect(await asked()).toEqual({ session, user });
      expect(await answer(post('/request-password-reset', { email }))).toEqual({
        status: true,
        message: 'If this email exists in our system, check your email for the reset link',
      });
      const passwords = { currentPassword: password, newPassword: 'four ripe jackfruits' };
      expect(await answer(post('/change-password', passwords, { cookie }))).toEqual({ user });
      expect(await answer(post('/sign-out', {}, { cookie }))).toEqual({ success: true });
      expect(await asked()).toBeNull();
    });

    test('a session that is not to be remembered ends with the browser, or after a day', async () => {
      const person = newUser();
      await identity.register(person, visitor());
      const signedIn = await answerOf(identity, post('/sign-in/email', { ...person, rememberMe: false }));
      const cookie = signedIn.headers.get('set-cookie') ?? '';
      expect(cookie).not.toMatch(/max-age|expires/i);
      const { expiresAt = new Date(0) } = (await identity.session(new Headers({ cookie }))) ?? {};
      expect(Math.round((expiresAt.getTime() - Date.now()) / 3_600_000)).toBe(24);
    });

    test('the session token is only in the cookie', async () => {
      const person = newUser();
      const joined = await answerOf(identity, post('/sign-up/email', person));
      const signedIn = await answerOf(identity, post('/sign-in/email', person));
      const cookie = signedIn.headers.getSetCookie().join();
      expect(cookie).toMatch(/HttpOnly/);
      const session = await answerOf(identity, new Request(`${ORIGIN}/api/auth/get-session`, { headers: { cookie } }));
      for (const response of [joined, signedIn, session]) {
        const text = await response.text();
        expect(JSON.parse(text)).toMatchObject({ user: { email: person.email } });
        expect(text).not.toContain('token');
      }
    });

    test.each([
      ['no JSON', '{"email":'],
      ['a list', '[]'],
      ['null', 'null'],
      ['a word', '"email"'],
      ['a deep nest', '['.repeat(8000)],
    ])('%s is refused', async (_, body) => {
      for (const path of ['/sign-in/email', '/sign-up/email', '/request-password-reset', '/reset-password']) {
        const refused = malformed(400, 'INVALID_BODY', 'The request must be a JSON object.');
        expect(await refusalOf(identity, post(path, body))).toEqual(refused);
      }
    });

    test.each([
      ['a prototype', '{"__proto__":{"email":"a@example.com","password":"x","name":"x","token":"x"}}'],
      ['nothing', ''],
    ])('%s has no fields', async (_, body) => {
      const required = (field: string) => ({ status: 400, reason: { code: 'required', field } });
      expect(await refusalOf(identity, post('/sign-in/email', body))).toMatchObject(required('email'));
      expect(await refusalOf(identity, post('/sign-up/email', body))).toMatchObject(required('name'));
      expect(await refusalOf(identity, post('/request-password-reset', body))).toMatchObject(required('email'));
      const noToken = { status: 400, code: 'INVALID_TOKEN', reason: { code: 'invalid-token' } };
      expect(await refusalOf(identity, post('/reset-password', body))).toMatchObject(noToken);
    });

    test('a body that is not JSON is refused', async () => {
      const request = post('/sign-in/email', 'email=a@example.com&password=x', { 'content-type': 'text/plain' });
      const refused = malformed(415, 'UNSUPPORTED_MEDIA_TYPE', 'The request must be JSON.');
      expect(await refusalOf(identity, request)).toEqual(refused);
    });

    test('no response may be cached', async () => {
      const { cookie } = await registerUser(identity);
      const asked = new Request(`${ORIGIN}/api/auth/get-session`, { headers: { cookie } });
      for (const request of [asked, post('/sign-out', {}, { cookie })])
        expect((await answerOf(identity, request)).headers.get('cache-control')).toBe('no-store');
    });

    test('an unavailable database is a 503 at every step of a request', async () => {
      const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      const { email } = await registerUser(identity);
      const broken = openIdentity(database, { mail: { enqueue: () => Promise.reject(away) } });
      const refused = { status: 503, code: 'UNAVAILABLE', reason: { code: 'unavailable' }, retryAfter: 2 };
      expect(await refusalOf(broken, post('/request-password-reset', { email }))).toEqual(refused);
      // Signing out gets the same answer, and no error is logged.
      const { cookie } = await registerUser(identity);
      const cut = openIdentity(unreachable(database));
      expect(await cut.signOut(visitor(cookie))).toEqual({ ok: false, ...refused });
      const gone = await open();
      const shut = openIdentity(gone, { limits: null });
      await gone.close();
      const ended = /clos|destroyed|calling end/i;
      await expect(shut.signIn(newUser(), visitor())).rejects.toThrow(ended);
      await expect(shut.resetPassword({ token: 'abc', password: PASSWORD }, visitor())).rejects.toThrow(ended);
    });
  });
});
