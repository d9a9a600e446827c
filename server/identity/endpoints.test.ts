import type { QueryResult, UnknownRow } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeOnBothDatabases } from '../../test/support/databases.ts';
import { ORIGIN, PASSWORD, newUser, openIdentity, post, registerUser, visitor } from '../../test/support/identity.ts';
import type { Database } from '../db/connect.ts';
import type { Identity } from './identity.ts';
import { type RateLimits, createRateLimits, limitKey } from './rate-limits.ts';
import { CLIENT_ADDRESS } from './client-address.ts';

describeOnBothDatabases('the door to the identity', ({ open }) => {
  let database: Database;
  let identity: Identity;
  let countOne: RateLimits['countOne'];
  beforeAll(async () => {
    database = await open();
    ({ countOne } = createRateLimits(database.kysely));
    identity = openIdentity(database);
  });

  describe('limits', () => {
    test('after ten wrong passwords from one network the next is refused, with Retry-After', async () => {
      const { email } = await registerUser(identity);
      const here = visitor();
      const guess = () => identity.signIn({ email, password: 'correct-horse-8' }, here);
      for (let n = 0; n < 10; n += 1) expect(await guess()).toMatchObject({ status: 401 });
      const request = post('/sign-in/email', { email, password: PASSWORD }, Object.fromEntries(here.headers));
      const response = await identity.handle(request);
      expect(response.status).toBe(429);
      const wait = Number(response.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(200);
      expect(wait).toBeLessThanOrEqual(300);
      expect(await response.json()).toMatchObject({
        title: 'Too Many Requests',
        detail: 'Too many attempts. Please try again in 5 minutes.',
        message: 'Too many attempts. Please try again in 5 minutes.',
      });
      // The form has the same limit.
      expect(await guess()).toMatchObject({ ok: false, status: 429, retryAfter: expect.any(Number) });
      const unlimited = openIdentity(database, { limits: null });
      expect(await unlimited.signIn({ email, password: PASSWORD }, here)).toMatchObject({ ok: true });
    });

    test('guesses from other networks do not lock the owner out, below two hundred in an hour', async () => {
      const { email } = await registerUser(identity);
      const stranger = visitor();
      const wrong = { email, password: 'correct-horse-8' };
      for (let n = 0; n < 11; n += 1) await identity.signIn(wrong, stranger);
      expect(await identity.signIn({ email, password: PASSWORD }, stranger)).toMatchObject({ status: 429 });
      const owner = visitor();
      expect(await identity.signIn({ email, password: PASSWORD }, owner)).toMatchObject({ ok: true });
      // Counts for two hundred networks directly, because hashing would take too long.
      const key = limitKey('sign-in', 'everywhere', email);
      for (let n = 0; n < 200; n += 1) await countOne(key, { max: 200, seconds: 3600 });
      expect(await identity.signIn({ email, password: PASSWORD }, owner)).toMatchObject({ status: 429 });
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
      const response = await identity.handle(new Request(`${ORIGIN}/api/auth${path}`, { method, headers, body }));
      expect(response.status).toBe(404);
    });

    test('another method is refused', async () => {
      const response = await identity.handle(new Request(`${ORIGIN}/api/auth/sign-in/email?email=a@example.com`));
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
    });

    test('the session token is only in the cookie', async () => {
      const person = newUser();
      const joined = await identity.handle(post('/sign-up/email', person));
      const signedIn = await identity.handle(post('/sign-in/email', person));
      const cookie = signedIn.headers.getSetCookie().join();
      expect(cookie).toMatch(/HttpOnly/);
      const session = await identity.handle(new Request(`${ORIGIN}/api/auth/get-session`, { headers: { cookie } }));
      for (const response of [joined, signedIn, session]) {
        const text = await response.text();
        expect(JSON.parse(text)).toMatchObject({ user: { email: person.email } });
        expect(text).not.toContain('token');
      }
    });

    test.each<[string, string, number]>([
      ['no JSON', '{"email":', 400],
      ['a list', '[]', 400],
      ['null', 'null', 400],
      ['a word', '"email"', 400],
      ['a deep nest', '['.repeat(8000), 400],
      ['a prototype', '{"__proto__":{"email":"a@example.com","password":"x"}}', 400],
      ['nothing', '', 400],
    ])('%s is refused', async (_, body, status) => {
      for (const path of ['/sign-in/email', '/sign-up/email', '/request-password-reset', '/reset-password']) {
        expect((await identity.handle(post(path, body))).status).toBe(status);
      }
    });

    test('a body that is not JSON is refused', async () => {
      const request = post('/sign-in/email', 'email=a@example.com&password=x', { 'content-type': 'text/plain' });
      expect((await identity.handle(request)).status).toBe(415);
    });

    test('no response may be cached', async () => {
      const { cookie } = await registerUser(identity);
      for (const request of [
        new Request(`${ORIGIN}/api/auth/get-session`, { headers: { cookie } }),
        post('/sign-out', {}, { cookie }),
      ]) {
        expect((await identity.handle(request)).headers.get('cache-control')).toBe('no-store');
      }
    });

    test('an unavailable database is a 503 at every step of a request', async () => {
      const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      const { email } = await registerUser(identity);
      const broken = openIdentity(database, { mail: { enqueue: () => Promise.reject(away) } });
      const response = await broken.handle(post('/request-password-reset', { email }));
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.json()).toMatchObject({ title: 'Service Unavailable', code: 'UNAVAILABLE' });
      // Signing out gets the same answer, and no error is logged.
      const { cookie } = await registerUser(identity);
      const unreachable = {
        transformQuery: () => {
          throw away;
        },
        transformResult: async ({ result }: { result: QueryResult<UnknownRow> }) => result,
      };
      const cut = openIdentity({ ...database, kysely: database.kysely.withPlugin(unreachable) });
      expect(await cut.signOut(visitor(cookie))).toMatchObject({ ok: false, status: 503, retryAfter: 2 });
      const gone = await open();
      const shut = openIdentity(gone, { limits: null });
      await gone.close();
      const ended = /clos|destroyed|calling end/i;
      // A query of the shop, and one of the library.
      await expect(shut.signIn(newUser(), visitor())).rejects.toThrow(ended);
      await expect(shut.resetPassword({ token: 'abc', password: PASSWORD }, visitor())).rejects.toThrow(ended);
    });
  });
});
