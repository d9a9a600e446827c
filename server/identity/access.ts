/** Logging in with a password: one flow for shop and console. A session of one kind opens nothing of the other. */
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import { changePasswordForm, loginForm, operatorLoginForm } from '../../domain/accounts/account-forms.ts';
import { done, type Outcome, type Refused, refused } from '../../domain/outcome.ts';
import { audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { Sender } from '../mail/email.ts';
import type { Mail } from '../mail/mail.ts';
import type { SecurityLog } from '../log.ts';
import { createConsoleLanguage } from './console-language.ts';
import { createCookies, type SessionKind } from './cookies.ts';
import { badField, type Caller, createGuard, NOT_A_CUSTOMER } from './guard.ts';
import { PASSWORD_COST, decoyHash, hashPassword, passwordError, verifyPassword } from './passwords.ts';
import type { PasswordCost } from './passwords.ts';
import { HAS_PASSKEY, type Session, type Viewer, createSessions, endAccess, mayEnter } from './sessions.ts';
import { createOneTimeTokens } from './tokens.ts';

/** `headers` set the cookies. */
export interface Signed {
  headers: Headers;
  /** Who is signed in by them. */
  userId?: string;
}
export type SignOutcome = Outcome<Signed>;

export interface AccessOptions {
  database: Pick<Database, 'kysely'>;
  sender: Sender;
  secret: string;
  mail: Pick<Mail, 'enqueue'>;
  limits: Pick<RateLimits, 'count' | 'reset'> | null;
  security: SecurityLog;
  log: Logger;
  passwordCost?: PasswordCost;
  /** ms since 1970. */
  now?: () => number;
}

export type Access = ReturnType<typeof createAccess>;

export const NOT_SIGNED_IN = refused(401, { code: 'not-signed-in' });
const WRONG_CREDENTIALS = refused(401, { code: 'wrong-credentials' });
const NEEDS_PASSKEY = refused(401, { code: 'passkey-needed' });

const LOGIN_CODE_SECONDS = 10 * 60;

const DOORS = {
  shop: {
    form: loginForm,
    login: { name: 'sign-in', done: 'login', refused: 'login-failed' },
    password: { name: 'change-password', done: 'password-changed', refused: 'password-change-failed' },
  },
  console: {
    form: operatorLoginForm,
    login: { name: 'operator-sign-in', done: 'operator-login', refused: 'operator-login-failed' },
    password: { name: 'operator-password', done: 'operator-password-changed', refused: 'operator-password-refused' },
  },
} as const;

export function createAccess(kind: SessionKind, options: AccessOptions) {
  const { sender, secret, passwordCost = PASSWORD_COST, now = Date.now } = options;
  const { kysely } = options.database;
  const { form, login, password: changing } = DOORS[kind];
  const cookies = createCookies(sender.url, secret);
  const language = createConsoleLanguage(cookies);
  const sessions = createSessions(kysely, kind, cookies, now);
  const tokens = createOneTimeTokens(now);
  const guard = createGuard(kysely, options);

  const decoy = decoyHash(passwordCost);

  /** Locks the account, unless its password or role has changed since they were read. */
  async function isUnchanged(trx: Transaction<Tables>, userId: string, hash: string): Promise<boolean> {
    const same = trx.selectFrom('users').select('id').where('id', '=', userId).where('password', '=', hash);
    return (await same.where(mayEnter(kind)).forUpdate().executeTakeFirst()) !== undefined;
  }

  /** The hash of a new password, or why it is too weak. `about`: the person's name and address. */
  async function hashNew(field: string, password: string, about: readonly string[]): Promise<Outcome<string>> {
    const weak = await passwordError(password, [sender.name, new URL(sender.url).hostname, ...about]);
    return weak ? badField(field, weak) : done(await hashPassword(password, passwordCost));
  }

  /** Opens a session; in a transaction that has locked the account. */
  async function enter(trx: Kysely<Tables>, userId: string, { headers }: Caller, remember = true): Promise<Headers> {
    const at = new Date(now());
    // Noted, because an account that nobody uses is deleted (accounts/admin.ts).
    const kept = { schedule_for_deletion: false, deletion_requested_at: null, updated_at: at };
    const used = kind === 'console' ? { console_used_at: at } : kept;
    await trx.updateTable('users').set(used).where('id', '=', userId).execute();
    const opened = await sessions.open(trx, userId, headers, remember);
    if (kind === 'console') opened.append('Set-Cookie', await language.enter(trx, userId, headers));
    return opened;
  }

  const signedIn = <T>(caller: Caller, work: (session: Session) => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    guard.attempt(async () => {
      const session = await sessions.find(caller.headers);
      return session ? work(session) : NOT_SIGNED_IN;
    });

  /** For a signed-in caller who types the current password again, in a form's `field`. `hash`: the stored one. */
  const confirmed = <T>(
    password: unknown,
    caller: Caller,
    work: (session: Session, hash: string) => Promise<Outcome<T>>,
    field = 'password',
  ): Promise<Outcome<T>> =>
    signedIn(caller, async (session) => {
      const { id: userId } = session.user;
      const locked = await guard.count(changing.name, caller, { userId });
      if (locked) return locked;
      const stored = await kysely.selectFrom('users').select('password').where('id', '=', userId).executeTakeFirst();
      const hash = stored?.password ?? '';
      if (typeof password === 'string' && (await verifyPassword({ hash, password }))) return work(session, hash);
      return guard.fail(changing.refused, caller, badField(field, { code: 'wrong-password' }), { userId });
    });

  return {
    kysely,
    now,
    cookies,
    language,
    sessions,
    tokens,
    guard,
    enter,
    signedIn,
    confirmed,
    hashNew,

    /**
     * Writes a change of an account's keys, and its entry in the log; false when `update` changed no row. Other
     * sessions end: they were opened without it.
     */
    change: (
      { id, email }: Pick<Viewer, 'id' | 'email'>,
      caller: Caller,
      action: string,
      details: Readonly<Record<string, unknown>>,
      update: (trx: Kysely<Tables>) => Promise<bigint | undefined>,
    ): Promise<boolean> =>
      guard.write(async (trx) => {
        if (!(await update(trx))) return false;
        await sessions.endOthers(trx, id, caller);
        await audit(trx, { actor: email, action, subject: email, details });
        await notify(trx, 'profile', id);
        return true;
      }),

    /** With `needsCode` there is no session yet: the code is next. */
    signIn: (typed: unknown, caller: Caller): Promise<Outcome<Signed & { needsCode: boolean }>> =>
      guard.submit(form, typed, async ({ email, password, rememberMe }) => {
        const locked = await guard.count(login.name, caller, { email });
        if (locked) return locked;
        const users = kysely
          .selectFrom('users')
          .select(['id', 'password', 'totp_enabled_at', mayEnter(kind).as('may'), HAS_PASSKEY.as('passkey')]);
        const account = await users.where('email', '=', email).executeTakeFirst();
        const fail = (refusal: Refused) => guard.fail(login.refused, caller, refusal, { userId: account?.id, email });
        // The shop says so (product §5); the console does not tell who may log in, not even by its time.
        if (kind === 'shop' && !account?.may) return fail(NOT_A_CUSTOMER);
        const hash = (account?.may ? account.password : null) ?? decoy;
        if (!(await verifyPassword({ hash, password })) || !account) return fail(WRONG_CREDENTIALS);
        await guard.reset(login.name, caller, { email });
        const { id: userId } = account;
        const needsCode = kind === 'console' && account.totp_enabled_at !== null;
        // Else a passkey would be worth no more than the password.
        if (kind === 'console' && account.passkey && !needsCode) return fail(NEEDS_PASSKEY);
        const headers = await guard.write(async (trx) => {
          if (!(await isUnchanged(trx, userId, hash))) return null;
          if (!needsCode) return enter(trx, userId, caller, rememberMe !== false);
          const token = await tokens.issue(trx, 'login-code', userId, LOGIN_CODE_SECONDS);
          return new Headers({ 'Set-Cookie': cookies.set('login-code', token, LOGIN_CODE_SECONDS) });
        });
        if (!headers) return fail(WRONG_CREDENTIALS);
        const signed = { headers, needsCode, userId };
        const factor = kind === 'console' ? { factor: 'password' } : {};
        return needsCode ? done(signed) : guard.succeed(login.done, caller, signed, { userId, ...factor });
      }),

    /** All other sessions of the account end; this one gets a new cookie. */
    changePassword: (typed: unknown, caller: Caller): Promise<SignOutcome> =>
      guard.submit(changePasswordForm, typed, ({ currentPassword, newPassword }) => {
        const change = async (session: Session, hash: string): Promise<SignOutcome> => {
          const { id: userId, email, name } = session.user;
          const hashed = await hashNew('newPassword', newPassword, [email, name]);
          if (!hashed.ok) return guard.fail(changing.refused, caller, hashed, { userId });
          const headers = await guard.write(async (trx) => {
            if (!(await isUnchanged(trx, userId, hash))) return null;
            await trx.updateTable('users').set({ password: hashed.value }).where('id', '=', userId).execute();
            await endAccess(trx, userId);
            return sessions.open(trx, userId, caller.headers, sessions.isKept(session));
          });
          if (!headers) return badField('currentPassword', { code: 'wrong-password' });
          return guard.succeed(changing.done, caller, { headers, userId }, { userId });
        };
        return confirmed(currentPassword, caller, change, 'currentPassword');
      }),
  };
}
