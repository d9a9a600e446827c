/** Riders and packers who have a phone and no e-mail address, and new links for whoever has lost a key. */
import { randomInt } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { cookieOf, newUser, openIdentity, PASSWORD, visitor } from '../../test/support/identity.ts';
import { codeAt, invite, newOperator, openOperators, switchFactorOn } from '../../test/support/operators.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { createAccounts } from '../accounts/admin.ts';
import type { Database } from '../db/connect.ts';
import type { Email } from '../mail/email.ts';
import type { Operators } from './operators.ts';

const NEW_PASSWORD = 'four ripe jackfruits';
const OWNER = 'nusrat@example.com';
const GONE = { ok: false, status: 400, reason: { code: 'invalid-token' } };
const WRONG = { ok: false, status: 401, reason: { code: 'wrong-credentials' } };

describeWithDatabase('letting in', ({ open }) => {
  let database: Database;
  let operators: Operators;
  const mails: Email[] = [];
  const events: { event: string }[] = [];
  const mail = { enqueue: async (_: unknown, email: Email) => void mails.push(email) };
  const security = { log: (_: string, event: { event: string }) => void events.push(event) };

  beforeAll(async () => {
    database = await open();
    operators = openOperators(database, { mail, security });
  });

  let phones = randomInt(10_000_000);
  const newPhone = (): string => `018${String((phones += 1)).padStart(8, '0')}`;
  const tokenOf = ({ link }: { link: string }): string => link.split('/').at(-1) ?? '';
  const accept = (token: string, password = PASSWORD) =>
    operators.acceptInvitation({ token, name: 'Karim', password }, visitor());
  const signIn = (email: string, password = PASSWORD) => operators.signIn({ email, password }, visitor());
  const sessionOf = (cookie: string) => operators.session(visitor(cookie).headers);
  const logged = (subject: string) =>
    database.kysely.selectFrom('audit').selectAll().where('subject', '=', subject).orderBy('id').execute();

  async function newPacker() {
    const phone = newPhone();
    const cookie = cookieOf(await accept(await invite(operators, phone, { role: 'packer' })));
    return { phone, login: `+88${phone}`, cookie };
  }

  test('a packer is let in by phone: no mail, a link to send, and a login in any spelling', async () => {
    const phone = newPhone();
    mails.length = 0;
    const given = valueOf(await operators.invite(`+880 ${phone.slice(1, 5)}-${phone.slice(5)}`, OWNER, 'packer'));
    expect(given).toMatchObject({
      email: `+88${phone}`,
      text: expect.stringMatching(/কনসোল.*console of Sodai.*\S+$/s),
    });
    expect(given).toHaveProperty('text', expect.stringContaining(given.link));
    expect(mails).toEqual([]);
    expect(await operators.list()).toContainEqual(expect.objectContaining({ email: `+88${phone}`, status: 'invited' }));
    const session = await sessionOf(cookieOf(await accept(tokenOf(given))));
    expect(session?.user).toMatchObject({ email: `+88${phone}`, name: 'Karim', role: 'packer' });
    for (const typed of [
      phone,
      `88${phone}`,
      ` +88 ${phone} `,
      phone.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'.charAt(+digit)),
    ])
      expect(await signIn(typed), typed).toMatchObject({ ok: true });
    // No mail can reach them.
    if (session) await operators.setOrderMails(session, true);
    expect(await sessionOf(cookieOf(await signIn(phone)))).toMatchObject({ orderMails: false });
    // The log says who let in whom, and never the key.
    const entries = await logged(`+88${phone}`);
    expect(entries).toMatchObject([{ actor: OWNER, action: 'operators.invite' }, { actor: `+88${phone}` }]);
    expect(JSON.stringify([entries, events])).not.toContain(tokenOf(given));
  });

  test('an owner needs an e-mail address, also by the role of an account', async () => {
    const needed = { status: 422, reason: { code: 'owner-needs-email' } };
    expect(await operators.invite(newPhone(), OWNER)).toMatchObject(needed);
    const { login } = await newPacker();
    const none = { remove: async () => {}, deleteFilesTo: async () => {} };
    const accounts = createAccounts({ database, identity: openIdentity(database), images: none, mail: none });
    for (const role of ['operator', 'user'])
      expect(await accounts.setRole(login, role, 'operator')).toMatchObject({ status: 404 });
    const own = database.kysely.updateTable('users').set({ role: 'operator' }).where('email', '=', login);
    await expect(own.execute()).rejects.toThrow('users_login_check');
  });

  test.each(['0121100010', '+4401711000101', 'a@b', '01711000101 x'])('%j is nobody’s login', async (typed) => {
    const wrong = { ok: false, reason: { code: 'invalid-login' } };
    expect(await operators.invite(typed, OWNER, 'packer')).toMatchObject({ ...wrong, status: 422 });
    expect(await signIn(typed)).toMatchObject(wrong);
  });

  test('the phone of a shopper opens nothing, and tells nothing', async () => {
    const identity = openIdentity(database);
    const person = newUser();
    const phone = newPhone();
    valueOf(await identity.register(person, visitor()));
    await database.kysely.updateTable('users').set({ phone }).where('email', '=', person.email).execute();
    expect(await signIn(phone)).toEqual(WRONG);
    expect(await signIn(newPhone())).toEqual(WRONG);
    // Whoever is let in by that phone has an account of their own, and the shopper keeps theirs.
    const token = await invite(operators, phone, { role: 'packer' });
    expect(await operators.invitation(token)).toMatchObject({ name: '' });
    valueOf(await accept(token, NEW_PASSWORD));
    expect(await identity.signIn(person, visitor())).toMatchObject({ ok: true });
    expect(await signIn(phone)).toEqual(WRONG);
    expect(await signIn(phone, NEW_PASSWORD)).toMatchObject({ ok: true });
    expect(await identity.signIn({ email: phone, password: NEW_PASSWORD }, visitor())).toMatchObject({ ok: false });
    expect(await identity.register({ ...person, email: phone }, visitor())).toMatchObject({ ok: false });
  });

  test('one’s own phone is no password, in no spelling', async () => {
    const phone = newPhone();
    const token = await invite(operators, phone, { role: 'packer' });
    for (const password of [phone, `+88${phone}`, `${phone.slice(0, 5)}-${phone.slice(5)}`, `${phone}7`])
      expect(await accept(token, password), password).toMatchObject({ reason: { code: 'password-too-common' } });
    valueOf(await accept(token));
  });

  test('guesses of one phone are counted in all its spellings', async () => {
    const { phone } = await newPacker();
    const here = visitor();
    const guess = (email: string) => operators.signIn({ email, password: 'wrong-guess-1' }, here);
    for (let n = 0; n < 10; n += 1) expect(await guess(n % 2 ? phone : `+880-${phone.slice(1)}`)).toEqual(WRONG);
    expect(await guess(`88${phone}`)).toMatchObject({ status: 429 });
  });

  test('whoever is let out by phone leaves no account behind', async () => {
    const { phone, login, cookie } = await newPacker();
    valueOf(await operators.remove(phone, OWNER));
    expect(await sessionOf(cookie)).toBeNull();
    expect(await signIn(phone)).toEqual(WRONG);
    const left = database.kysely.selectFrom('users').select('id').where('email', '=', login);
    expect(await left.execute()).toEqual([]);
    valueOf(await accept(await invite(operators, phone, { role: 'packer' }), NEW_PASSWORD));
    expect(await signIn(phone, NEW_PASSWORD)).toMatchObject({ ok: true });
  });

  test('a new link sets a new password once, ends sessions, and keeps the second factor', async () => {
    const { phone, login, cookie } = await newPacker();
    const { secret } = await switchFactorOn(operators, cookie, Date.now());
    const first = tokenOf(valueOf(await operators.link(phone, OWNER)));
    const second = tokenOf(valueOf(await operators.link(phone, OWNER)));
    expect(await operators.invitation(second)).toEqual({ email: login, name: 'Karim', resets: true });
    // Until it is used, nothing has changed.
    expect(await sessionOf(cookie)).not.toBeNull();
    expect(await accept(first, NEW_PASSWORD)).toEqual(GONE);
    const accepted = valueOf(await accept(second, NEW_PASSWORD));
    expect([...accepted.headers]).toEqual([]);
    expect(await accept(second, NEW_PASSWORD)).toEqual(GONE);
    expect(await sessionOf(cookie)).toBeNull();
    expect(await signIn(phone)).toEqual(WRONG);
    const asked = await signIn(phone, NEW_PASSWORD);
    expect(valueOf(asked).needsCode).toBe(true);
    const code = codeAt(secret, Date.now() + 30_000);
    expect(await operators.confirmSignIn({ code }, visitor(cookieOf(asked)))).toMatchObject({ ok: true });
    expect((await logged(login)).map(({ actor, action }) => [actor, action])).toEqual([
      ['operator', 'operators.invite'],
      [login, 'operators.accept'],
      [login, 'operators.second-factor'],
      [OWNER, 'operators.link'],
      [OWNER, 'operators.link'],
      [login, 'operators.new-password'],
    ]);
  });

  test('a new link is worth nothing when the console was closed, or the role changed, meanwhile', async () => {
    const { email } = await newOperator(operators);
    const token = tokenOf(valueOf(await operators.link(email, OWNER)));
    expect(mails.at(-1)).toMatchObject({ to: email, subject: 'A new password for Sodai' });
    const set = (role: string) =>
      database.kysely.updateTable('users').set({ role }).where('email', '=', email).execute();
    await set('packer');
    expect(await accept(token)).toEqual(GONE);
    await set('operator');
    expect(await accept(token)).toEqual(GONE);
    const next = tokenOf(valueOf(await operators.link(email, OWNER)));
    valueOf(await operators.remove(email, OWNER));
    expect(await accept(next)).toEqual(GONE);
  });

  test('whoever was invited gets another link for the same, and the first one ends', async () => {
    const phone = newPhone();
    const first = await invite(operators, phone, { role: 'packer' });
    const second = tokenOf(valueOf(await operators.link(phone, OWNER)));
    expect(await accept(first)).toEqual(GONE);
    expect(valueOf(await accept(second))).toMatchObject({ role: 'packer', resets: false });
    expect(await operators.link(newPhone(), OWNER)).toMatchObject({ status: 404 });
  });

  test('a lost second factor is removed by somebody else, and ends sessions', async () => {
    const { email, cookie } = await newOperator(operators);
    const off = { status: 409, reason: { code: 'second-factor-off' } };
    expect(await operators.removeSecondFactor(email, OWNER)).toMatchObject(off);
    await switchFactorOn(operators, cookie, Date.now());
    const own = { status: 403, reason: { code: 'own-keys' } };
    expect(await operators.removeSecondFactor(email, email)).toMatchObject(own);
    expect(await operators.link(email, email)).toMatchObject(own);
    expect(await sessionOf(cookie)).toMatchObject({ secondFactor: true });
    valueOf(await operators.removeSecondFactor(email, OWNER));
    expect(await sessionOf(cookie)).toBeNull();
    expect(valueOf(await signIn(email))).toMatchObject({ needsCode: false });
    expect((await logged(email)).at(-1)).toMatchObject({ actor: OWNER, action: 'operators.factor-remove' });
    expect(await operators.removeSecondFactor('nobody@example.com', OWNER)).toMatchObject({ status: 404 });
  });
});
