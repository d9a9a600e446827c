import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { PASSWORD, cookieOf, visitor } from '../../test/support/identity.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { codeAt, invite, newOperator, openOperators, switchFactorOn } from '../../test/support/operators.ts';
import type { Database } from '../db/connect.ts';
import type { SecurityEvent } from '../log.ts';
import type { Operators } from './operators.ts';
import * as fc from 'fast-check';
import { newTotpSecret, totpStep, totpUri } from './second-factor.ts';

const MINUTE = 60_000;
const WRONG_CODE = { ok: false, status: 400, reason: { code: 'invalid-code' }, fields: [{ field: 'code' }] };

describeWithDatabase('the second factor', ({ open }) => {
  let database: Database;
  let operators: Operators;
  let clock = Date.now();
  const events: SecurityEvent[] = [];

  beforeAll(async () => {
    database = await open();
    const security = { log: (_: string, event: SecurityEvent) => void events.push(event) };
    operators = openOperators(database, { now: () => clock, security });
  });
  beforeEach(() => {
    clock += 24 * 60 * MINUTE;
  });

  const sessionOf = (cookie: string) => operators.session(visitor(cookie).headers);

  const begin = async (cookie: string) =>
    valueOf(await operators.beginSecondFactor({ password: PASSWORD }, visitor(cookie)));
  const signIn = (email: string) => operators.signIn({ email, password: PASSWORD }, visitor());
  const accept = (token: string, shop = operators) =>
    shop.acceptInvitation({ token, name: 'Rahima', password: PASSWORD }, visitor());
  const NEW_PASSWORD = { currentPassword: PASSWORD, newPassword: 'four ripe jackfruits' };

  /** An operator whose second factor is on; the clock is at a code that was not used. */
  async function guarded() {
    const operator = await newOperator(operators);
    const { secret, recoveryCodes } = await switchFactorOn(operators, operator.cookie, clock);
    clock += MINUTE;
    const [recoveryCode = '', otherCode = ''] = recoveryCodes;
    return { ...operator, secret, recoveryCode, otherCode };
  }

  /** The cookie after the right password. */
  async function challengeOf({ email }: { email: string }): Promise<string> {
    const answer = await signIn(email);
    expect(valueOf(answer).needsCode).toBe(true);
    return cookieOf(answer);
  }

  const confirm = (cookie: string, code: string) => operators.confirmSignIn({ code }, visitor(cookie));

  test('counts from its first code on', async () => {
    const { email, cookie } = await newOperator(operators);
    const { secret, uri, recoveryCodes } = await begin(cookie);
    expect(uri).toContain(`issuer=Sodai&secret=${secret}`);
    expect(recoveryCodes).toHaveLength(10);
    expect(valueOf(await signIn(email)).needsCode).toBe(false);
    const enable = (code: string) => operators.enableSecondFactor({ code }, visitor(cookie));
    expect(await enable('000')).toMatchObject(WRONG_CODE);
    // An older proposal does not count.
    const again = await begin(cookie);
    expect(await enable(codeAt(secret, clock))).toMatchObject(WRONG_CODE);
    expect(await enable(codeAt(again.secret, clock))).toMatchObject({ ok: true });
    expect(await sessionOf(cookie)).toMatchObject({ secondFactor: true });
    expect(await enable(codeAt(again.secret, clock))).toMatchObject({ status: 409 });
    expect(await operators.beginSecondFactor({ password: PASSWORD }, visitor(cookie))).toMatchObject({ status: 409 });
    const stored = await database.kysely.selectFrom('users').selectAll().execute();
    for (const hidden of [again.secret, ...again.recoveryCodes]) expect(JSON.stringify(stored)).not.toContain(hidden);
  });

  test('the password alone opens no session; the code does', async () => {
    const operator = await guarded();
    const answer = await signIn(operator.email);
    const limited = /^__Host-sodai-operator\.two_factor=[\w-]{43}; Max-Age=600; .*HttpOnly/;
    expect(valueOf(answer).headers.getSetCookie()).toEqual([expect.stringMatching(limited)]);
    const challenge = cookieOf(answer);
    expect(await sessionOf(challenge)).toBeNull();
    expect(await sessionOf(challenge.replace('two_factor', 'session_token'))).toBeNull();
    const spaced = codeAt(operator.secret, clock).replace(/^.../, '$& ');
    const confirmed = await confirm(challenge, spaced);
    expect(await sessionOf(cookieOf(confirmed))).toMatchObject({ user: { email: operator.email } });
    expect(valueOf(confirmed).headers.getSetCookie().join()).toContain('two_factor=; Max-Age=0');
    clock += MINUTE;
    expect(await confirm(challenge, codeAt(operator.secret, clock))).toMatchObject({ status: 401 });
  });

  test('a clock may be one step off, not two', async () => {
    for (const [steps, ok] of [
      [-1, true],
      [1, true],
      [-2, false],
      [2, false],
    ] as const) {
      const operator = await guarded();
      clock += 10 * MINUTE;
      const code = codeAt(operator.secret, clock + steps * 30_000);
      expect(await confirm(await challengeOf(operator), code)).toMatchObject({ ok });
    }
  });

  test('no code is accepted twice, nor an older one', async () => {
    const operator = await guarded();
    const code = codeAt(operator.secret, clock);
    const challenges = [await challengeOf(operator), await challengeOf(operator)];
    const outcomes = await Promise.all(challenges.map((cookie) => confirm(cookie, code)));
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    const challenge = await challengeOf(operator);
    expect(await confirm(challenge, code)).toMatchObject(WRONG_CODE);
    expect(await confirm(challenge, codeAt(operator.secret, clock - 30_000))).toMatchObject(WRONG_CODE);
    expect(await confirm(challenge, codeAt(operator.secret, clock + 30_000))).toMatchObject({ ok: true });
  });

  test('a recovery code is good once, however it is typed', async () => {
    const operator = await guarded();
    const { recoveryCode: code, otherCode: other } = operator;
    expect(code).toMatch(/^(?:[a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    const first = await challengeOf(operator);
    expect(await confirm(first, ` ${code.replaceAll('-', ' ').toUpperCase()}`)).toMatchObject({ ok: true });
    const second = await challengeOf(operator);
    expect(await confirm(second, code)).toMatchObject(WRONG_CODE);
    expect(await confirm(second, other)).toMatchObject({ ok: true });
  });

  test('the log says which factor opened the session', async () => {
    const operator = await guarded();
    await confirm(await challengeOf(operator), codeAt(operator.secret, clock));
    await confirm(await challengeOf(operator), operator.recoveryCode);
    const logins = events.filter(({ event }) => event === 'operator-login').slice(-2);
    expect(logins.map(({ factor }) => factor)).toEqual(['totp', 'recovery-code']);
  });

  test('with another AUTH_SECRET no code is right, until a new invitation', async () => {
    const operator = await guarded();
    const shop = openOperators(database, { now: () => clock, secret: 'another secret, after a rotation' });
    const login = async () => {
      const answer = await shop.signIn({ email: operator.email, password: PASSWORD }, visitor());
      return { cookie: cookieOf(answer), needsCode: valueOf(answer).needsCode };
    };
    for (const code of [codeAt(operator.secret, clock), operator.recoveryCode]) {
      const { cookie, needsCode } = await login();
      expect(needsCode).toBe(true);
      expect(await shop.confirmSignIn({ code }, visitor(cookie))).toMatchObject(WRONG_CODE);
    }
    await accept(await invite(shop, operator.email), shop);
    expect((await login()).needsCode).toBe(false);
  });

  test('recovery codes are renewed with the password and a code', async () => {
    const operator = await guarded();
    const renew = (password: string, code: string) =>
      operators.renewRecoveryCodes({ password, code }, visitor(operator.cookie));
    const right = codeAt(operator.secret, clock);
    expect(await renew('correct-horse-8', right)).toMatchObject({ ok: false, reason: { code: 'wrong-password' } });
    expect(await renew(PASSWORD, '')).toMatchObject(WRONG_CODE);
    expect(events.at(-1)).toMatchObject({ event: 'second-factor-failed' });
    const renewed = valueOf(await renew(PASSWORD, right));
    const challenge = await challengeOf(operator);
    expect(await confirm(challenge, operator.recoveryCode)).toMatchObject(WRONG_CODE);
    expect(await confirm(challenge, renewed.recoveryCodes[0] ?? '')).toMatchObject({ ok: true });
  });

  test('is switched off with the password and a code, which ends the other sessions, as switching it on does', async () => {
    const before = await newOperator(operators);
    const open = cookieOf(await signIn(before.email));
    await switchFactorOn(operators, before.cookie, clock);
    expect(await sessionOf(open)).toBeNull();
    expect(await sessionOf(before.cookie)).not.toBeNull();

    const operator = await guarded();
    const here = visitor(operator.cookie);
    const code = codeAt(operator.secret, clock);
    const elsewhere = cookieOf(await confirm(await challengeOf(operator), operator.otherCode));
    const off = (password: string, given: string) => operators.disableSecondFactor({ password, code: given }, here);
    expect(await off('correct-horse-8', code)).toMatchObject({ status: 400 });
    expect(await off(PASSWORD, '')).toMatchObject(WRONG_CODE);
    expect(await off(PASSWORD, operator.otherCode)).toMatchObject(WRONG_CODE);
    expect(events.at(-1)).toMatchObject({ event: 'second-factor-failed' });
    expect(await off(PASSWORD, code)).toMatchObject({ ok: true });
    expect(await sessionOf(elsewhere)).toBeNull();
    expect(await sessionOf(operator.cookie)).toMatchObject({ secondFactor: false });
    const { email } = operator;
    expect(valueOf(await signIn(email)).needsCode).toBe(false);
    expect(await off(PASSWORD, code)).toMatchObject({ status: 409 });
    expect(await operators.renewRecoveryCodes({ password: PASSWORD, code }, here)).toMatchObject({ status: 409 });
    expect(await operators.enableSecondFactor({ code: '000000' }, here)).toMatchObject({ status: 409 });
    const audited = database.kysely.selectFrom('audit').select(['actor', 'details']).where('subject', '=', email);
    expect(await audited.where('action', '=', 'operators.second-factor').orderBy('id').execute()).toEqual([
      { actor: email, details: { on: true } },
      { actor: email, details: { on: false } },
    ]);
  });

  test('without a session nothing of it can be changed', async () => {
    const form = { password: PASSWORD, code: '000000' };
    for (const name of [
      'beginSecondFactor',
      'enableSecondFactor',
      'disableSecondFactor',
      'renewRecoveryCodes',
      'confirmSignIn',
    ] as const)
      expect(await operators[name](form, visitor()), name).toMatchObject({ ok: false, status: 401 });
  });

  test('an invitation of the operator switches it off, for a lost phone', async () => {
    const operator = await guarded();
    const waiting = await challengeOf(operator);
    await accept(await invite(operators, operator.email));
    expect(valueOf(await signIn(operator.email)).needsCode).toBe(false);
    expect(await confirm(waiting, codeAt(operator.secret, clock))).toMatchObject({ status: 401 });
  });

  test('the code must come within ten minutes, and before a new password', async () => {
    const operator = await guarded();
    const late = await challengeOf(operator);
    clock += 10 * MINUTE;
    expect(await confirm(late, codeAt(operator.secret, clock))).toMatchObject({ status: 401 });
    const waiting = await challengeOf(operator);
    valueOf(await operators.changePassword(NEW_PASSWORD, visitor(operator.cookie)));
    expect(await confirm(waiting, codeAt(operator.secret, clock))).toMatchObject({ status: 401 });
  });

  test('a password that is changed during its login asks for no code', async () => {
    const operator = await guarded();
    const limits = {
      count: async () => 0,
      // Called when the password has been found right.
      reset: async () => void (await operators.changePassword(NEW_PASSWORD, visitor(operator.cookie))),
    };
    const late = openOperators(database, { now: () => clock, limits });
    const { email } = operator;
    expect(await late.signIn({ email, password: PASSWORD }, visitor())).toMatchObject({ ok: false, status: 401 });
    const challenges = database.kysely.selectFrom('one_time_tokens').innerJoin('users', 'users.id', 'user_id');
    expect(await challenges.select('email').where('email', '=', email).execute()).toEqual([]);
  });

  test('after five wrong codes the account must wait, from wherever they come', async () => {
    const operator = await guarded();
    const challenge = await challengeOf(operator);
    events.length = 0;
    for (let n = 0; n < 5; n += 1) expect(await confirm(challenge, '12345')).toMatchObject(WRONG_CODE);
    expect(await confirm(challenge, codeAt(operator.secret, clock))).toMatchObject({ status: 429, retryAfter: 300 });
    const other = await challengeOf(operator);
    expect(await confirm(other, operator.recoveryCode)).toMatchObject({ status: 429 });
    const wrong = Array.from({ length: 5 }, () => 'second-factor-failed');
    expect(events.map(({ event }) => event)).toEqual([...wrong, 'locked-out', 'locked-out']);
    clock += 5 * MINUTE;
    expect(await confirm(challenge, codeAt(operator.secret, clock))).toMatchObject({ ok: true });
  });

  test('and after fifty codes in a day, even slowly', async () => {
    const operator = await guarded();
    let challenge = '';
    for (let n = 0; n < 50; n += 1) {
      if (n % 5 === 0) {
        clock += 6 * MINUTE;
        challenge = await challengeOf(operator);
      }
      expect(await confirm(challenge, '12345')).toMatchObject(WRONG_CODE);
    }
    clock += 6 * MINUTE;
    challenge = await challengeOf(operator);
    expect(await confirm(challenge, codeAt(operator.secret, clock))).toMatchObject({ status: 429 });
  });
});

describe('codes of an app', () => {
  /** '12345678901234567890', the secret of RFC 6238, in base32. */
  const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('the code of RFC 6238 at %d s is %s', (seconds, code) => {
    expect(totpStep(RFC_SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
    expect(codeAt(RFC_SECRET, seconds * 1000)).toBe(code);
  });

  test('a code is good in its own half minute and one before and after', () => {
    const moments = fc.integer({ min: 60_000, max: 4e12 });
    fc.assert(
      fc.property(moments, fc.integer({ min: -1, max: 1 }), (now, off) => {
        const secret = newTotpSecret();
        const step = Math.floor(now / 30_000) + off;
        expect(totpStep(secret, codeAt(secret, step * 30_000), now)).not.toBeNull();
      }),
    );
    const now = 1_234_567_890_000;
    for (const off of [-2, 2]) expect(totpStep(RFC_SECRET, codeAt(RFC_SECRET, now + off * 30_000), now)).toBeNull();
  });

  test.each(['', '12345', '1234567', 'abcdef', '12345\n', '١٢٣٤٥٦'])('%j is no code', (code) => {
    expect(totpStep(RFC_SECRET, code, 59_000)).toBeNull();
  });

  test('secrets are 160 random bits in base32, and apps can read their address', () => {
    const secrets = Array.from({ length: 50 }, newTotpSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(totpUri({ secret: RFC_SECRET, shop: 'My shop', email: 'a+b@example.com' }));
    expect(uri.href).toMatch(/^otpauth:\/\/totp\/My%20shop:a%2Bb%40example.com\?/);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: RFC_SECRET,
      issuer: 'My shop',
      digits: '6',
      period: '30',
    });
  });
});
