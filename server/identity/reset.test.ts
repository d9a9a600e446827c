import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, mailPart, startMailServer } from '../../test/support/mail-server.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import {
  PASSWORD,
  accountRow,
  newUser,
  openIdentity,
  registerUser,
  sessionCount,
  visitor,
} from '../../test/support/identity.ts';
import type { Database } from '../db/connect.ts';
import type { Identity } from './identity.ts';
import type { Language } from '../../base/language.ts';
import type { Mail } from '../mail/mail.ts';
import { createRateLimits, limitKey } from '../limits/rate-limits.ts';
import { readWaiting } from '../gauges.ts';
import { TEXTS } from '../../messages/texts.ts';
import { openMails } from '../../test/support/mails.ts';

describeWithDatabase('a forgotten password', ({ open }) => {
  let database: Database;
  let server: MailServer;
  let mail: Mail;
  let identity: Identity;

  beforeAll(async () => {
    [database, server] = await Promise.all([open(), startMailServer()]);
    const settings = { mail: { kind: 'smtp', url: server.url }, mailFrom: () => 'Sodai <shop@shop.example>' } as const;
    mail = await openMails(database, settings);
    identity = openIdentity(database, { mail });
  });
  afterAll(async () => {
    await mail.close();
    await server.stop();
  });

  /** Requests a reset and returns the token of the mailed link. */
  async function linkFor(email: string): Promise<string> {
    expect(await identity.requestReset({ email }, visitor())).toMatchObject({ ok: true });
    const { to, raw } = await server.next();
    expect(to).toEqual([email]);
    const link = /https:\/\/shop\.example\/user\/reset-password\/([\w-]+)/.exec(mailPart(raw, 'text/plain'));
    expect(mailPart(raw, 'text/html')).toContain(link?.[0]);
    return link?.[1] ?? '';
  }

  const reset = (token: string, password = 'another-horse-8') =>
    identity.resetPassword({ token, newPassword: password }, visitor());
  const INVALID = { ok: false, status: 400, reason: { code: 'invalid-token' } };

  test('sends one mail; its link ends every session', async () => {
    const { email, cookie } = await registerUser(identity);
    const token = await linkFor(email);
    expect(await reset(token)).toMatchObject({ ok: true });
    expect(await identity.viewer(visitor(cookie).headers)).toBeNull();
    expect(await sessionCount(database, email)).toBe(0);
    expect(await identity.signIn({ email, password: PASSWORD }, visitor())).toMatchObject({ ok: false, status: 401 });
    expect(await identity.signIn({ email, password: 'another-horse-8' }, visitor())).toMatchObject({ ok: true });
    expect(await reset(token, 'a-third-horse-9')).toEqual(INVALID);
  });

  test('is mailed in the language of the page, with a link to that language’s page', async () => {
    const { email } = await registerUser(identity);
    expect(await identity.requestReset({ email }, visitor(undefined, 'bn'))).toMatchObject({ ok: true });
    const { raw } = await server.next();
    const text = mailPart(raw, 'text/plain');
    const [, token = ''] = /^https:\/\/shop\.example\/bn\/user\/reset-password\/([\w-]+)$/m.exec(text) ?? [];
    expect(text).toContain(TEXTS.bn.MAIL_RESET_NOT_YOU);
    expect(mailPart(raw, 'text/html')).toContain('<html lang="bn">');
    expect(await reset(token)).toMatchObject({ ok: true });
  });

  test('is mailed in the stored language when no page asks for it', async () => {
    const { email } = await registerUser(identity);
    const mailed = async (language?: Language) => {
      await identity.requestReset({ email }, visitor(undefined, language));
      const text = mailPart((await server.next()).raw, 'text/plain');
      return /https:\/\/shop\.example(?:\/bn)?\/user/.exec(text)?.[0];
    };
    expect(await mailed()).toBe('https://shop.example/user');
    await database.kysely.updateTable('users').set({ language: 'bn' }).where('email', '=', email).execute();
    expect(await mailed()).toBe('https://shop.example/bn/user');
    expect(await mailed('en')).toBe('https://shop.example/user');
  });

  test('a link works once, also with parallel requests, and cancels all other links', async () => {
    const { email } = await registerUser(identity);
    const [older, newer] = [await linkFor(email), await linkFor(email)];
    const outcomes = await Promise.all([1, 2].map((n) => reset(newer, `another-horse-${n}`)));
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await reset(older)).toMatchObject({ ok: false });
  });

  test('a link works for 30 minutes', async () => {
    const { email } = await registerUser(identity);
    const token = await linkFor(email);
    const { id = '' } = (await accountRow(database, email)) ?? {};
    const link = database.kysely.selectFrom('one_time_tokens').selectAll().where('user_id', '=', id);
    const { expires_at: end, token_hash } = await link.executeTakeFirstOrThrow();
    expect(end.getTime() - Date.now()).toBeGreaterThan(29 * 60_000);
    expect(end.getTime() - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    // The table does not contain the link's token.
    expect(token_hash).not.toContain(token);
    const over = { expires_at: new Date(Date.now() - 1) };
    await database.kysely.updateTable('one_time_tokens').set(over).where('user_id', '=', id).execute();
    expect(await reset(token)).toEqual(INVALID);
    expect(await identity.signIn({ email, password: PASSWORD }, visitor())).toMatchObject({ ok: true });
  });

  test.each(['', '../x', 'x'.repeat(500), `' or 1=1 --`, 'a\0b'])('the token %j is refused', async (token) => {
    expect(await reset(token)).toMatchObject(INVALID);
  });

  test('is refused for unknown addresses and for accounts that are no customers', async () => {
    const { email } = await registerUser(identity);
    await database.kysely.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute();
    for (const address of [email, 'nobody@example.com']) {
      const unknown = { status: 400, reason: { code: 'no-user-with-email' } };
      expect(await identity.requestReset({ email: address }, visitor())).toMatchObject(unknown);
    }
    expect(await readWaiting(database.kysely)).toMatchObject({ mails: 0 });
  });

  test('reports an error when the mail cannot be stored', async () => {
    const { email } = await registerUser(identity);
    const mail = { enqueue: () => Promise.reject(new Error('the outbox is full')) };
    const broken = openIdentity(database, { mail });
    await expect(broken.requestReset({ email }, visitor())).rejects.toThrow('the outbox is full');
  });

  test('limits the mails to one mailbox, and refused requests lock nobody else out', async () => {
    const { email } = await registerUser(identity);
    const stranger = visitor();
    const ask = (caller = stranger) => identity.requestReset({ email }, caller);
    for (let n = 0; n < 5; n += 1) {
      expect(await ask()).toMatchObject({ ok: true });
      await server.next();
    }
    expect(await ask()).toMatchObject({ ok: false, status: 429 });
    await linkFor(email);
    const { countOne } = createRateLimits(database.kysely);
    const key = limitKey('request-reset', 'everywhere', email);
    for (let n = 0; n < 40; n += 1) await countOne(key, { max: 40, seconds: 86_400 });
    expect(await ask(visitor())).toMatchObject({ ok: false, status: 429 });
  });

  test('refuses the user’s own name and address as a new password, which does not use up the link', async () => {
    const { email } = await registerUser(identity);
    const token = await linkFor(email);
    for (const password of [email, 'Sodai-2026', `${email.split('@', 1)[0]}!1`])
      expect(await reset(token, password)).toMatchObject({ reason: { code: 'password-too-common' } });
    expect(await reset(token)).toMatchObject({ ok: true });
  });

  test('the mail does not contain the name, which a stranger may have chosen', async () => {
    const person = { ...newUser(), name: 'WIN A PRIZE at evil.example' };
    await identity.register(person, visitor());
    await identity.requestReset({ email: person.email }, visitor());
    const { raw } = await server.next();
    expect(`${raw}${mailPart(raw, 'text/plain')}${mailPart(raw, 'text/html')}`).not.toContain('PRIZE');
  });
});
