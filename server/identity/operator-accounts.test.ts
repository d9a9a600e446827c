/** Nothing but the link of an invitation makes an operator. */
import { beforeAll, expect, test } from 'vitest';
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
import { invite, newOperator, openOperators } from '../../test/support/operators.ts';
import { type Accounts, createAccounts } from '../accounts/admin.ts';
import type { Database } from '../db/connect.ts';
import type { Email } from '../mail/email.ts';
import type { Identity } from './identity.ts';
import type { Operators } from './operators.ts';

const NEW_PASSWORD = 'four ripe jackfruits';
const OTHER_PASSWORD = 'five sour tamarinds';
const HOUR = 60 * 60_000;
const NO_INVITATION = { ok: false, status: 400, reason: { code: 'invalid-token' } };

describeWithDatabase('invitations', ({ open }) => {
  let database: Database;
  let operators: Operators;
  let identity: Identity;
  let accounts: Accounts;
  let clock = Date.now();
  const mails: Email[] = [];

  beforeAll(async () => {
    database = await open();
    const mail = { enqueue: async (_: unknown, email: Email) => void mails.push(email) };
    operators = openOperators(database, { now: () => clock, mail });
    identity = openIdentity(database, { mail });
    const none = { remove: async () => {}, deleteFilesTo: async () => {} };
    accounts = createAccounts({ database, identity, images: none, mail: none });
  });

  const accept = (token: string, { name = 'Rahima', password = NEW_PASSWORD } = {}) =>
    operators.acceptInvitation({ token, name, password }, visitor());
  const sessionOf = (cookie: string) => operators.session(visitor(cookie).headers);
  const canSignIn = async (email: string, password: string): Promise<boolean> =>
    (await operators.signIn({ email, password }, visitor())).ok;

  /** The token of the mail for a forgotten password. */
  async function resetOf(email: string): Promise<string> {
    valueOf(await identity.requestReset({ email }, visitor()));
    const [, token] = /reset-password\/([\w-]+)/.exec(mails.at(-1)?.text ?? '') ?? [];
    if (token === undefined) throw new Error('no mail');
    return token;
  }

  const askDeletion = (email: string, at = new Date()) =>
    database.kysely
      .updateTable('users')
      .set({ schedule_for_deletion: true, deletion_requested_at: at })
      .where('email', '=', email)
      .execute();

  test('whoever is invited as a packer is one, and no owner; owners are not made packers by an invitation', async () => {
    const { email } = newUser();
    const token = await invite(operators, email, { role: 'packer' });
    expect(mails.at(-1)?.text).toContain('as packer');
    expect(mails.at(-1)?.text).not.toContain('the whole shop');
    expect(await operators.list()).toMatchObject([{ email, role: 'packer', status: 'invited' }]);
    const accepted = await accept(token);
    expect(valueOf(accepted).role).toBe('packer');
    expect(await sessionOf(cookieOf(accepted))).toMatchObject({ user: { email, role: 'packer' } });
    // Nobody has the key of an owner yet.
    expect(await operators.any()).toBe(false);
    expect(await operators.list()).toMatchObject([{ email, role: 'packer', status: 'operator' }]);
    // Of the mails about orders, a rider gets none.
    await database.kysely.updateTable('users').set({ role: 'rider' }).where('email', '=', email).execute();
    const session = await sessionOf(cookieOf(accepted));
    if (session) await operators.setOrderMails(session, true);
    expect(await sessionOf(cookieOf(accepted))).toMatchObject({ orderMails: false, user: { role: 'rider' } });
    expect(await operators.remove(email, 'operator')).toEqual({ ok: true, value: { removed: true } });
    expect(await sessionOf(cookieOf(accepted))).toBeNull();
    expect(await accountRow(database, email)).toMatchObject({ role: 'user' });

    const owner = newUser();
    await accept(await invite(operators, owner.email));
    const refused = await operators.invite(owner.email, 'operator', 'packer');
    expect(refused).toEqual({ ok: false, status: 422, reason: { code: 'is-owner' } });
    // Owners are let out by the command line alone.
    const packer = ['packer'] as const;
    const elsewhere = { status: 403, reason: { code: 'owners-elsewhere' } };
    expect(await operators.remove(owner.email, 'nusrat@example.com', packer)).toMatchObject(elsewhere);
    expect(await operators.remove('nobody@example.com', 'nusrat@example.com', packer)).toMatchObject({ status: 404 });
    await operators.remove(owner.email, 'operator');
  });

  test('the link is mailed, and good once', async () => {
    const { email } = newUser();
    expect(await operators.any()).toBe(false);
    const invited = valueOf(await operators.invite(` ${email.toUpperCase()} `, 'operator'));
    expect(await operators.any()).toBe(false);
    expect(invited).toEqual({
      email,
      link: expect.stringMatching(/^https:\/\/shop\.example\/operator\/invitation\/[\w-]{43}$/),
      text: expect.stringContaining(invited.link),
      expiresAt: new Date(clock + 24 * HOUR),
    });
    const mail = mails.at(-1);
    expect(mail).toMatchObject({ to: email, subject: 'You are invited to run Sodai' });
    for (const form of [mail?.text, mail?.html]) {
      expect(form).toContain(invited.link);
      expect(form).toContain('24 hours');
    }
    const token = invited.link.split('/').at(-1) ?? '';
    expect(await operators.invitation(token)).toEqual({ email, name: '', resets: false });
    const accepted = await accept(token, { name: ' Rahima ' });
    expect(await sessionOf(cookieOf(accepted))).toMatchObject({ user: { email, name: 'Rahima' } });
    expect(await operators.any()).toBe(true);
    expect(await operators.invitation(token)).toBeNull();
    expect(await accept(token)).toEqual(NO_INVITATION);
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true);
    // No token is stored.
    const rows = await database.kysely.selectFrom('sessions').selectAll().execute();
    expect(cookieOf(accepted)).not.toContain(rows[0]?.token_hash);
  });

  test('whoever may not see the link does not get it; the log knows who did', async () => {
    const { email } = newUser();
    for (const seen of [false, true]) {
      const { link } = valueOf(await operators.invite(email, 'nusrat@example.com', 'packer', null, seen));
      expect(link === '').toBe(!seen);
    }
    const entries = database.kysely.selectFrom('audit').select('details').where('subject', '=', email);
    expect(await entries.orderBy('id').execute()).toMatchObject([
      { details: { seen: false } },
      { details: { seen: true } },
    ]);
  });

  test.each(['', 'rahim', 'a@b'])('%j cannot be invited', async (email) => {
    expect(await operators.invite(email, 'operator')).toMatchObject({ ok: false, status: 422 });
  });

  test('a link ends after 24 hours', async () => {
    const token = await invite(operators, newUser().email);
    clock += 24 * HOUR - 1;
    expect(await operators.invitation(token)).not.toBeNull();
    clock += 1;
    expect(await operators.invitation(token)).toBeNull();
    expect(await accept(token)).toEqual(NO_INVITATION);
  });

  test('a new link replaces the old one, and a removal takes it back', async () => {
    const { email } = newUser();
    const first = await invite(operators, email);
    const second = await invite(operators, email);
    expect(await accept(first)).toEqual(NO_INVITATION);
    expect(await operators.invitation(second)).toMatchObject({ email });
    expect(await operators.remove(email, 'operator')).toEqual({ ok: true, value: { removed: true } });
    expect(await accept(second)).toEqual(NO_INVITATION);
    expect(await operators.remove(email, 'operator')).toMatchObject({ status: 404 });
  });

  test('a bad name or password does not use up the link', async () => {
    const { email } = newUser();
    const token = await invite(operators, email);
    const required = (field: string) => ({ status: 422, reason: { code: 'required', field } });
    expect(await accept(token, { name: ' ' })).toMatchObject(required('name'));
    expect(await accept(token, { password: '' })).toMatchObject(required('password'));
    expect(await accept(token, { password: 'seven-7' })).toMatchObject({ reason: { code: 'password-too-short' } });
    expect(await accept(token, { password: email })).toMatchObject({ reason: { code: 'password-too-common' } });
    expect(await accept(token)).toMatchObject({ ok: true });
  });

  test('two parallel acceptances make one operator', async () => {
    const { email } = newUser();
    const token = await invite(operators, email);
    const passwords = [NEW_PASSWORD, OTHER_PASSWORD];
    const outcomes = await Promise.all(passwords.map((password) => accept(token, { password })));
    const done = outcomes.map(({ ok }) => ok);
    expect(done.toSorted()).toEqual([false, true]);
    expect([await canSignIn(email, NEW_PASSWORD), await canSignIn(email, OTHER_PASSWORD)]).toEqual(done);
  });

  test('whoever registered the invited address before gets nothing', async () => {
    const stranger = await registerUser(identity);
    const { email } = stranger;
    const reset = await resetOf(email);
    await askDeletion(email);

    const token = await invite(operators, email);
    // The stranger chose this name.
    expect(await operators.invitation(token)).toEqual({ email, name: '', resets: false });
    expect(await identity.viewer(visitor(stranger.cookie).headers)).not.toBeNull();
    const cookie = cookieOf(await accept(token));

    expect(await sessionOf(cookie)).toMatchObject({ user: { email, name: 'Rahima' } });
    const kept = { schedule_for_deletion: false, deletion_requested_at: null };
    expect(await accountRow(database, email)).toMatchObject({ role: 'operator', name: 'Rahima', ...kept });
    expect(await identity.viewer(visitor(stranger.cookie).headers)).toBeNull();
    expect(await sessionOf(stranger.cookie)).toBeNull();
    expect(await canSignIn(email, PASSWORD)).toBe(false);
    const late = await identity.resetPassword({ token: reset, newPassword: OTHER_PASSWORD }, visitor());
    expect(late).toMatchObject({ ok: false });
    expect(await identity.requestReset({ email }, visitor())).toMatchObject({ ok: false });
    const change = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
    expect(await identity.changePassword(change, visitor(stranger.cookie))).toMatchObject({ status: 401 });
    expect(await identity.register(stranger, visitor())).toMatchObject({ ok: false, status: 422 });
    expect(await identity.signIn({ email, password: NEW_PASSWORD }, visitor())).toMatchObject({ ok: false });
    // Not even after the operator's time is over.
    await operators.remove(email, 'operator');
    expect(await identity.viewer(visitor(stranger.cookie).headers)).toBeNull();
    expect(await identity.signIn({ email, password: PASSWORD }, visitor())).toMatchObject({ ok: false });
    expect(await identity.signIn({ email, password: NEW_PASSWORD }, visitor())).toMatchObject({ ok: true });
  });

  test('nor does what that person does at the same moment', async () => {
    const stranger = await registerUser(identity);
    const { email } = stranger;
    const token = await invite(operators, email);
    const limits = {
      count: async () => 0,
      // Called when the shop has found the stranger's password right.
      reset: async () => void cookieOf(await accept(token)),
    };
    const late = openIdentity(database, { limits });
    expect(await late.signIn({ email, password: PASSWORD }, visitor())).toMatchObject({ ok: false, status: 401 });
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true);

    const other = await registerUser(identity);
    const reset = await resetOf(other.email);
    const invitation = await invite(operators, other.email);
    await Promise.all([
      accept(invitation),
      identity.resetPassword({ token: reset, newPassword: OTHER_PASSWORD }, visitor()),
      identity.changePassword({ currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }, visitor(other.cookie)),
    ]);
    expect(await canSignIn(other.email, OTHER_PASSWORD)).toBe(false);
    expect(await canSignIn(other.email, NEW_PASSWORD)).toBe(true);
    expect(await sessionCount(database, other.email)).toBe(2);
  });

  test('a role from the command line opens nothing with the password of before', async () => {
    const stranger = await registerUser(identity);
    const { email } = stranger;
    await accounts.setRole(email, 'operator', 'operator');
    expect(await canSignIn(email, PASSWORD)).toBe(false);
    expect(await sessionOf(stranger.cookie)).toBeNull();
    const listed = (await operators.list()).find((one) => one.email === email);
    expect(listed).toMatchObject({ status: 'operator', lastUsedAt: null });
    const cookie = cookieOf(await accept(await invite(operators, email)));
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true);
    // Another role takes the console away at once, and for good.
    expect(await sessionOf(cookie)).not.toBeNull();
    await accounts.setRole(email, 'user', 'operator');
    await expect.poll(() => sessionOf(cookie)).toBeNull();
    await accounts.setRole(email, 'operator', 'operator');
    expect(await sessionOf(cookie)).toBeNull();
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(false);
  });

  test('an operator’s new invitation ends the sessions of before', async () => {
    const { email, name, cookie } = await newOperator(operators);
    expect(await sessionOf(cookie)).not.toBeNull();
    const token = await invite(operators, email);
    expect(await operators.invitation(token)).toEqual({ email, name, resets: false });
    const fresh = cookieOf(await accept(token));
    expect(await sessionOf(cookie)).toBeNull();
    expect(await sessionOf(fresh)).not.toBeNull();
    expect([await canSignIn(email, PASSWORD), await canSignIn(email, NEW_PASSWORD)]).toEqual([false, true]);
  });

  test('a purged account loses its invitation', async () => {
    const { email } = await registerUser(identity);
    await askDeletion(email, new Date(0));
    const token = await invite(operators, email);
    const { id = '' } = (await accountRow(database, email)) ?? {};
    valueOf(await accounts.purge(id, 0, 'operator'));
    expect(await accept(token)).toEqual(NO_INVITATION);
  });

  test('one network cannot try many links', async () => {
    const here = visitor();
    const statuses = new Set<number>();
    for (let n = 0; n < 51; n += 1) {
      const form = { token: `none-${n}`, name: 'Rahima', password: NEW_PASSWORD };
      const outcome = await operators.acceptInvitation(form, here);
      if (!outcome.ok) statuses.add(outcome.status);
    }
    expect([...statuses]).toEqual([400, 429]);
  });
});
