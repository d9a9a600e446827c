import { beforeAll, expect, test } from 'vitest';
import { describeWithDatabase, unreachable } from '../../test/support/databases.ts';
import { PASSWORD, newUser, openIdentity, registerUser, visitor } from '../../test/support/identity.ts';
import type { Database } from '../db/connect.ts';
import type { Identity } from './identity.ts';
import { type RateLimits, createRateLimits, limitKey } from '../limits/rate-limits.ts';
import { CLIENT_ADDRESS } from '../http/client-address.ts';

describeWithDatabase('what somebody could guess or flood', ({ open }) => {
  let database: Database;
  let identity: Identity;
  let countOne: RateLimits['countOne'];
  beforeAll(async () => {
    database = await open();
    ({ countOne } = createRateLimits(database.kysely));
    identity = openIdentity(database);
  });

  test('after ten wrong passwords from one network the next is refused, with Retry-After', async () => {
    const { email } = await registerUser(identity);
    const here = visitor();
    const guess = () => identity.signIn({ email, password: 'correct-horse-8' }, here);
    for (let n = 0; n < 10; n += 1) expect(await guess()).toMatchObject({ status: 401 });
    const locked = await identity.signIn({ email, password: PASSWORD }, here);
    const wait = locked.ok ? 0 : (locked.retryAfter ?? 0);
    const reason = { code: 'too-many-attempts', seconds: wait };
    expect(locked).toEqual({ ok: false, status: 429, reason, retryAfter: wait });
    expect(wait).toBeGreaterThan(200);
    expect(wait).toBeLessThanOrEqual(300);
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

  test('an unavailable database is a 503 at every step of a request', async () => {
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const { email } = await registerUser(identity);
    const broken = openIdentity(database, { mail: { enqueue: () => Promise.reject(away) } });
    const refused = { ok: false, status: 503, reason: { code: 'unavailable' }, retryAfter: 2 };
    expect(await broken.requestReset({ email }, visitor())).toEqual(refused);
    // Signing out gets the same answer, and no error is logged.
    const { cookie } = await registerUser(identity);
    const cut = openIdentity(unreachable(database));
    expect(await cut.signOut(visitor(cookie))).toEqual(refused);
    const gone = await open();
    const shut = openIdentity(gone, { limits: null });
    await gone.close();
    const ended = /clos|destroyed|calling end/i;
    await expect(shut.signIn(newUser(), visitor())).rejects.toThrow(ended);
    await expect(shut.resetPassword({ token: 'abc', newPassword: PASSWORD }, visitor())).rejects.toThrow(ended);
  });
});
