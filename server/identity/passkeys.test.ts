import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newAuthenticator } from '../../test/support/authenticator.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { ORIGIN, PASSWORD, cookieOf, newUser, visitor } from '../../test/support/identity.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { codeAt, invite, newOperator, openOperators, switchFactorOn } from '../../test/support/operators.ts';
import type { Database } from '../db/connect.ts';
import type { SecurityEvent } from '../log.ts';
import type { Operators } from './operators.ts';

const MINUTE = 60_000;
const NOT_KNOWN = { ok: false, status: 401, reason: { code: 'passkey-not-known' } };
const NOT_ADDED = { ok: false, status: 400, reason: { code: 'passkey-not-added' } };
const NOT_YOURS = { ok: false, status: 400, reason: { code: 'passkey-not-yours' } };
const WRONG_CODE = { ok: false, reason: { code: 'invalid-code' } };

describeWithDatabase('passkeys', ({ open }) => {
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
    events.length = 0;
  });

  const sessionOf = (cookie: string) => operators.session(visitor(cookie).headers);
  async function openSessionOf(cookie: string) {
    const session = await sessionOf(cookie);
    if (!session) throw new Error('no session');
    return session;
  }
  const listOf = async (cookie: string) => operators.passkeys(await openSessionOf(cookie));

  /** Asks for a new passkey; the cookie is that of the session and of the challenge. */
  async function begin(cookie: string) {
    const begun = await operators.beginPasskey({ password: PASSWORD, code: '' }, visitor(cookie));
    return { options: valueOf(begun).options, cookie: `${cookie}; ${cookieOf(begun)}` };
  }

  async function withPasskey() {
    const operator = await newOperator(operators);
    const { options, cookie } = await begin(operator.cookie);
    const device = newAuthenticator(ORIGIN);
    const credential = device.create(options.challenge, options.user.id);
    valueOf(await operators.addPasskey({ name: ' My phone ', credential }, visitor(cookie)));
    return { ...operator, device };
  }

  /** Asks for a login; the cookie is that of the challenge. */
  async function asked() {
    const begun = await operators.beginPasskeySignIn(visitor());
    return { challenge: valueOf(begun).options.challenge, cookie: cookieOf(begun) };
  }

  const signIn = (credential: string, cookie: string) => operators.passkeySignIn({ credential }, visitor(cookie));

  test('a passkey is added with the password, and opens a session by itself', async () => {
    const { email, device, cookie } = await withPasskey();
    const listed = { id: device.id, name: 'My phone', createdAt: new Date(clock), lastUsedAt: null };
    expect(await listOf(cookie)).toEqual([listed]);
    clock += MINUTE;
    const begun = await operators.beginPasskeySignIn(visitor());
    const { options, headers } = valueOf(begun);
    const challenge = expect.stringMatching(/^[\w-]{43}$/);
    expect(options).toEqual({ challenge, rpId: 'shop.example', userVerification: 'required' });
    const limited = /^__Host-sodai-operator\.passkey=.*; Max-Age=300; .*HttpOnly; Secure/;
    expect(headers.get('set-cookie')).toMatch(limited);
    const answer = await signIn(device.get(options.challenge), cookieOf(begun));
    expect(valueOf(answer).headers.getSetCookie().join()).toContain('passkey=; Max-Age=0');
    const fresh = cookieOf(answer);
    expect(await sessionOf(fresh)).toMatchObject({ user: { email } });
    expect(await listOf(fresh)).toMatchObject([{ lastUsedAt: new Date(clock) }]);
    expect(events.map(({ event, factor }) => [event, factor])).toEqual([
      ['operator-invited', undefined],
      ['invitation-accepted', undefined],
      ['passkey-added', undefined],
      ['operator-login', 'passkey'],
    ]);
    const audited = database.kysely.selectFrom('audit').select('action').where('subject', '=', email).orderBy('id');
    expect(await audited.execute()).toContainEqual({ action: 'operators.passkey-add' });
  });

  test('it counts as both factors', async () => {
    const { cookie, device } = await withPasskey();
    await switchFactorOn(operators, cookie, clock);
    const login = await asked();
    const answer = await signIn(device.get(login.challenge), login.cookie);
    expect(await sessionOf(cookieOf(answer))).toMatchObject({ secondFactor: true });
  });

  test('a challenge is good once, for five minutes, in the browser that asked, and for what it was asked', async () => {
    const { cookie, device } = await withPasskey();
    const login = await asked();
    expect(await signIn(device.get(login.challenge), login.cookie)).toMatchObject({ ok: true });
    expect(await signIn(device.get(login.challenge), login.cookie)).toMatchObject(NOT_KNOWN);
    const elsewhere = await asked();
    expect(await signIn(device.get(elsewhere.challenge), (await asked()).cookie)).toMatchObject(NOT_KNOWN);
    expect(await signIn(device.get(elsewhere.challenge), '')).toMatchObject(NOT_KNOWN);
    const late = await asked();
    clock += 5 * MINUTE;
    expect(await signIn(device.get(late.challenge), late.cookie)).toMatchObject(NOT_KNOWN);
    const forAdding = await begin(cookie);
    expect(await signIn(device.get(forAdding.options.challenge), forAdding.cookie)).toMatchObject(NOT_KNOWN);
    const spent = await asked();
    expect(await signIn('{}', spent.cookie)).toMatchObject(NOT_KNOWN);
    expect(await signIn(device.get(spent.challenge), spent.cookie)).toMatchObject(NOT_KNOWN);
    expect(events.filter(({ event }) => event === 'passkey-refused')).toHaveLength(7);
  });

  test('of parallel answers to challenges, one counter opens one session', async () => {
    const { device } = await withPasskey();
    const logins = [await asked(), await asked()];
    const outcomes = await Promise.all(
      logins.map(({ challenge, cookie }) => signIn(device.get(challenge, { counter: 7 }), cookie)),
    );
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    const copied = await asked();
    expect(await signIn(device.get(copied.challenge, { counter: 6 }), copied.cookie)).toMatchObject(NOT_KNOWN);
  });

  test.each([
    ['without its owner’s finger, face or PIN', { verified: false }],
    ['from another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
  ])('an answer %s is refused', async (_, change) => {
    const { device } = await withPasskey();
    const login = await asked();
    expect(await signIn(device.get(login.challenge, change), login.cookie)).toMatchObject(NOT_KNOWN);
  });

  test('so is an unknown passkey, a stranger’s signature, and what is no answer at all', async () => {
    const { device } = await withPasskey();
    const stranger = newAuthenticator(ORIGIN);
    for (const credential of [
      stranger.get('x'),
      JSON.stringify({ ...JSON.parse(stranger.get('x')), id: device.id, rawId: device.id }),
      '',
      'null',
      '{"id":{}}',
      '['.repeat(5000),
      JSON.stringify({ ...JSON.parse(device.get('x')), id: 'a\0b' }),
    ]) {
      const { cookie } = await asked();
      expect(await signIn(credential, cookie)).toMatchObject(NOT_KNOWN);
    }
  });

  test('with one the password alone opens nothing; with a code of the app, or without passkeys, it does', async () => {
    const { email, cookie, device } = await withPasskey();
    const byPassword = () => operators.signIn({ email, password: PASSWORD }, visitor());
    const refused = { ok: false, status: 401, reason: { code: 'passkey-needed' } };
    expect(await byPassword()).toMatchObject(refused);
    expect(events.at(-1)).toMatchObject({ event: 'operator-login-failed', code: 'passkey-needed' });
    // Who does not know the password does not learn that there is a passkey.
    const wrong = await operators.signIn({ email, password: 'correct-horse-8' }, visitor());
    expect(wrong).toMatchObject({ reason: { code: 'wrong-credentials' } });
    const factor = valueOf(await operators.beginSecondFactor({ password: PASSWORD }, visitor(cookie)));
    expect(await byPassword()).toMatchObject(refused);
    await operators.enableSecondFactor({ code: codeAt(factor.secret, clock) }, visitor(cookie));
    expect(valueOf(await byPassword()).needsCode).toBe(true);
    const [recovery = ''] = factor.recoveryCodes;
    await operators.disableSecondFactor({ password: PASSWORD, code: recovery }, visitor(cookie));
    await operators.removePasskey({ id: device.id, password: PASSWORD }, visitor(cookie));
    expect(valueOf(await byPassword()).needsCode).toBe(false);
  });

  test('counts as a second factor where operators are listed', async () => {
    const [bare, guarded] = [await newOperator(operators), await withPasskey()];
    const listed = await operators.list();
    const secondFactorOf = (email: string) => listed.find((one) => one.email === email)?.secondFactor;
    expect([bare, guarded].map(({ email }) => secondFactorOf(email))).toEqual([false, true]);
  });

  test('an owner without one, and without codes, is reminded until it is dismissed in this session', async () => {
    const needsReminder = async (cookie: string) =>
      operators.needsReminder(await openSessionOf(cookie), visitor(cookie));
    const { email, cookie } = await newOperator(operators);
    expect(await needsReminder(cookie)).toBe(true);
    const dismissed = operators.dismissReminder(await openSessionOf(cookie)).get('set-cookie') ?? '';
    expect(dismissed).toMatch(/^__Host-sodai-operator\.reminded=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const [reminded = ''] = dismissed.split(';');
    expect(await needsReminder(`${cookie}; ${reminded}`)).toBe(false);
    const again = cookieOf(await operators.signIn({ email, password: PASSWORD }, visitor()));
    expect(await needsReminder(`${again}; ${reminded}`)).toBe(true);
    await switchFactorOn(operators, again, clock);
    expect(await needsReminder(again)).toBe(false);
    expect(await needsReminder((await withPasskey()).cookie)).toBe(false);
    const token = await invite(operators, newUser().email, { role: 'packer' });
    const accepted = await operators.acceptInvitation({ token, name: 'Packer', password: PASSWORD }, visitor());
    expect(await needsReminder(cookieOf(accepted))).toBe(false);
  });

  test('where the second factor is on adding needs a code too', async () => {
    const { cookie } = await newOperator(operators);
    const { recoveryCodes } = await switchFactorOn(operators, cookie, clock);
    const ask = (code: string) => operators.beginPasskey({ password: PASSWORD, code }, visitor(cookie));
    expect(await ask('')).toMatchObject(WRONG_CODE);
    expect(await ask(recoveryCodes[0] ?? '')).toMatchObject({ ok: true });
    expect(await ask(recoveryCodes[0] ?? '')).toMatchObject(WRONG_CODE);
  });

  test('adding needs the password, a session, an answer to this challenge, and a passkey that nobody has', async () => {
    const { cookie, device } = await withPasskey();
    const wrong = await operators.beginPasskey({ password: 'correct-horse-8', code: '' }, visitor(cookie));
    expect(wrong).toMatchObject({ ok: false, reason: { code: 'wrong-password' } });
    expect(await operators.beginPasskey({ password: PASSWORD, code: '' }, visitor())).toMatchObject({ status: 401 });
    const add = (credential: string, at: string) => operators.addPasskey({ name: '', credential }, visitor(at));
    const asking = await begin(cookie);
    expect(asking.options.excludeCredentials).toEqual([{ type: 'public-key', id: device.id }]);
    const { challenge, user } = asking.options;
    expect(await add(device.create(challenge, user.id), asking.cookie)).toMatchObject(NOT_ADDED);
    const second = newAuthenticator(ORIGIN);
    expect(await add(second.create(challenge, user.id), asking.cookie)).toMatchObject(NOT_ADDED);
    expect(await add(second.create(challenge, user.id), '')).toMatchObject({ status: 401 });
    const other = await begin((await newOperator(operators)).cookie);
    const mixed = `${cookie}; ${other.cookie.split('; ').at(-1)}`;
    expect(await add(second.create(other.options.challenge, user.id), mixed)).toMatchObject(NOT_ADDED);
    const unnamed = await operators.addPasskey({ name: 'a\0b', credential: '' }, visitor(cookie));
    expect(unnamed).toMatchObject({ ok: false, reason: { code: 'invalid-name' } });
    const foreign = newAuthenticator('https://evil.example');
    const again = await begin(cookie);
    expect(await add(foreign.create(again.options.challenge, user.id), again.cookie)).toMatchObject(NOT_ADDED);
    const last = await begin(cookie);
    expect(await add(second.create(last.options.challenge, user.id), last.cookie)).toMatchObject({ ok: true });
    expect(await listOf(cookie)).toMatchObject([{ name: 'My phone' }, { name: 'Passkey' }]);
  });

  test('is removed with the password, by its owner only', async () => {
    const { email, cookie, device } = await withPasskey();
    const stranger = await withPasskey();
    const remove = (at: string, password = PASSWORD) =>
      operators.removePasskey({ id: device.id, password }, visitor(at));
    expect(await remove(cookie, 'correct-horse-8')).toMatchObject({ reason: { code: 'wrong-password' } });
    expect(await remove(stranger.cookie)).toMatchObject({ status: 404 });
    expect(await listOf(cookie)).toHaveLength(1);
    expect(await remove(cookie)).toMatchObject({ ok: true });
    expect(await remove(cookie)).toMatchObject({ status: 404 });
    const unknown = await operators.removePasskey({ id: 'a\0', password: PASSWORD }, visitor(cookie));
    expect(unknown).toMatchObject({ status: 404 });
    expect(await listOf(cookie)).toEqual([]);
    const login = await asked();
    expect(await signIn(device.get(login.challenge), login.cookie)).toMatchObject(NOT_KNOWN);
    expect(events.map(({ event }) => event)).toContain('passkey-removed');
    const audited = database.kysely.selectFrom('audit').select('action').where('subject', '=', email).orderBy('id');
    expect((await audited.execute()).at(-1)).toEqual({ action: 'operators.passkey-remove' });
  });

  test('ends with the operator, and with a new invitation', async () => {
    const removed = await withPasskey();
    await operators.remove(removed.email, 'operator');
    const invited = await withPasskey();
    const token = await invite(operators, invited.email);
    await operators.acceptInvitation({ token, name: 'Rahima', password: PASSWORD }, visitor());
    for (const { device } of [removed, invited]) {
      const login = await asked();
      expect(await signIn(device.get(login.challenge), login.cookie)).toMatchObject(NOT_KNOWN);
    }
  });

  describe('asked again, for what a stolen session must not do', () => {
    const again = (typed: Partial<Record<'password' | 'code' | 'credential', string>>, cookie: string) =>
      operators.confirmAgain(new URLSearchParams(typed), visitor(cookie));

    test('the password is enough without a second factor, and a code of it is needed with one', async () => {
      const { cookie } = await newOperator(operators);
      expect(await again({}, '')).toMatchObject({ ok: false, status: 401 });
      expect(await again({}, cookie)).toMatchObject({ ok: false, reason: { code: 'wrong-password' } });
      expect(await again({ password: PASSWORD }, cookie)).toMatchObject({ ok: true });
      const begun = await switchFactorOn(operators, cookie, clock);
      const code = codeAt(begun.secret, clock);
      expect(await again({ password: PASSWORD, code }, cookie)).toMatchObject(WRONG_CODE);
      clock += MINUTE;
      const next = { code: codeAt(begun.secret, clock) };
      expect(await again(next, cookie)).toMatchObject({ ok: true });
      expect(await again(next, cookie)).toMatchObject(WRONG_CODE);
      const [recovery = ''] = begun.recoveryCodes;
      expect(await again({ code: recovery }, cookie)).toMatchObject({ ok: true });
      expect(await again({ code: recovery }, cookie)).toMatchObject(WRONG_CODE);
      for (let n = 0; n < 5; n += 1) await again({ code: '000000' }, cookie);
      expect(await again({ code: '000000' }, cookie)).toMatchObject({ ok: false, status: 429 });
    });

    test('a passkey counts once, and only one of their own', async () => {
      const { cookie, device } = await withPasskey();
      const stranger = await withPasskey();
      const ask = async () => {
        const begun = await operators.askOwnPasskey(visitor(cookie));
        return { challenge: valueOf(begun).options.challenge, cookie: `${cookie}; ${cookieOf(begun)}` };
      };
      const first = await ask();
      const credential = device.get(first.challenge);
      expect(await again({ credential }, first.cookie)).toMatchObject({ ok: true });
      expect(await again({ credential }, first.cookie)).toMatchObject(NOT_YOURS);
      const other = await ask();
      expect(await again({ credential: stranger.device.get(other.challenge) }, other.cookie)).toMatchObject(NOT_YOURS);
      const login = await asked();
      const loginAnswer = { credential: device.get(login.challenge) };
      expect(await again(loginAnswer, `${cookie}; ${login.cookie}`)).toMatchObject(NOT_YOURS);
    });
  });

  test('one network asks a hundred times in five minutes', async () => {
    const here = visitor();
    for (let n = 0; n < 100; n += 1) expect(await operators.beginPasskeySignIn(here)).toMatchObject({ ok: true });
    expect(await operators.beginPasskeySignIn(here)).toMatchObject({ status: 429 });
    expect(await operators.passkeySignIn({ credential: '' }, here)).toMatchObject({ status: 429 });
    expect(events.at(-1)).toMatchObject({ event: 'locked-out', request: 'operator-passkey' });
  });
});
