/** Logging in with a password, one flow for the shop and for the console: a session of one kind opens nothing of the other. */
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import { changePasswordForm, loginForm } from '../../domain/accounts/account-forms.ts';
import { audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { Sender } from '../mail/email.ts';
import type { Mail } from '../mail/mail.ts';
import type { SecurityLog } from '../security-log.ts';
import { type SessionKind, createCookies } from './cookies.ts';
import { type Caller, createGuard } from './guard.ts';
import { CURRENT_PASSWORD_LIMITS, LOGIN_LIMITS } from './limits.ts';
import { PASSWORD_COST, decoyHash, hashPassword, passwordError, verifyPassword } from './passwords.ts';
import type { PasswordCost } from './passwords.ts';
import { NEEDS_PASSKEY, NOT_A_CUSTOMER, NOT_SIGNED_IN, WRONG_CREDENTIALS, WRONG_PASSWORD, refuse } from './refusals.ts';
import type { Refusal, Refused } from './refusals.ts';
import { HAS_PASSKEY, type Viewer, createSessions, endAccess, mayEnter } from './sessions.ts';
import { createOneTimeTokens } from './tokens.ts';

/** On success `headers` set the cookies. */
export type Signed = { ok: true; headers: Headers; userId?: string };
export type SignOutcome = Signed | Refused;

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

const LOGIN_CODE_SECONDS = 10 * 60;

const DOORS = {
  shop: {
    login: { name: 'sign-in', done: 'login', refused: 'login-failed' },
    password: { name: 'change-password', done: 'password-changed', refused: 'password-change-failed' },
  },
  console: {
    login: { name: 'operator-sign-in', done: 'operator-login', refused: 'operator-login-failed' },
    password: { name: 'operator-password', done: 'operator-password-changed', refused: 'operator-password-refused' },
  },
} as const;

export function createAccess(kind: SessionKind, options: AccessOptions) {
  const { sender, secret, passwordCost = PASSWORD_COST, now = Date.now } = options;
  const { kysely } = options.database;
  const { login, password: changing } = DOORS[kind];
  const cookies = createCookies(sender.url, secret);
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
  async function hashNew(password: string, about: readonly string[]): Promise<{ ok: true; hash: string } | Refused> {
    const weak = await passwordError(password, [sender.name, new URL(sender.url).hostname, ...about]);
    return weak ? refuse(weak) : { ok: true, hash: await hashPassword(password, passwordCost) };
  }

  /** Opens a session; in a transaction that has locked the account. */
  async function enter(trx: Kysely<Tables>, userId: string, { headers }: Caller, remember = true): Promise<Headers> {
    const own = trx.updateTable('users').where('id', '=', userId);
    if (kind === 'console') await own.set({ console_used_at: new Date(now()) }).execute();
    // Noted, because an account that nobody uses is deleted (accounts/admin.ts).
    else {
      const kept = { schedule_for_deletion: false, deletion_requested_at: null, updated_at: new Date(now()) };
      await own.set(kept).execute();
    }
    return sessions.open(trx, userId, headers, remember);
  }

  const signedIn = <T>(caller: Caller, work: (user: Viewer) => Promise<T>): Promise<T | Refused> =>
    guard.attempt(async () => {
      const session = await sessions.find(caller.headers);
      return session ? work(session.user) : refuse(NOT_SIGNED_IN);
    });

  /** Does what a signed-in caller may do who types the current password again. `hash`: the stored one. */
  const confirmed = <T>(
    password: unknown,
    caller: Caller,
    work: (user: Viewer, hash: string) => Promise<T>,
  ): Promise<T | Refused> =>
    signedIn(caller, async (user) => {
      const { id: userId } = user;
      const locked = await guard.count(changing.name, CURRENT_PASSWORD_LIMITS, userId, caller, { userId });
      if (locked) return locked;
      const stored = await kysely.selectFrom('users').select('password').where('id', '=', userId).executeTakeFirst();
      const hash = stored?.password ?? '';
      if (typeof password === 'string' && (await verifyPassword({ hash, password }))) return work(user, hash);
      return guard.fail(changing.refused, caller, WRONG_PASSWORD, { userId });
    });

  return {
    kysely,
    now,
    cookies,
    sessions,
    tokens,
    guard,
    enter,
    signedIn,
    confirmed,
    hashNew,

    /** Writes a change of an account's keys, and its entry in the log; false when `update` changed no row. Other sessions end: they were opened without it. */
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
    signIn: (
      typed: unknown,
      caller: Caller,
      remember?: boolean,
    ): Promise<(Signed & { needsCode: boolean }) | Refused> =>
      guard.submit(loginForm, typed, async ({ email, password }) => {
        const locked = await guard.count(login.name, LOGIN_LIMITS, email, caller, { email });
        if (locked) return locked;
        const users = kysely
          .selectFrom('users')
          .select(['id', 'password', 'totp_enabled_at', mayEnter(kind).as('may'), HAS_PASSKEY.as('passkey')]);
        const account = await users.where('email', '=', email).executeTakeFirst();
        const fail = (refusal: Refusal) => guard.fail(login.refused, caller, refusal, { userId: account?.id, email });
        // The shop says so (product §5); the console does not tell who may log in, not even by its time.
        if (kind === 'shop' && !account?.may) return fail(NOT_A_CUSTOMER);
        const hash = (account?.may ? account.password : null) ?? decoy;
        if (!(await verifyPassword({ hash, password })) || !account) return fail(WRONG_CREDENTIALS);
        await guard.reset(login.name, LOGIN_LIMITS, email, caller);
        const { id: userId } = account;
        const needsCode = kind === 'console' && account.totp_enabled_at !== null;
        // Else a passkey would be worth no more than the password.
        if (kind === 'console' && account.passkey && !needsCode) return fail(NEEDS_PASSKEY);
        const headers = await guard.write(async (trx) => {
          if (!(await isUnchanged(trx, userId, hash))) return null;
          if (!needsCode) return enter(trx, userId, caller, remember);
          const token = await tokens.issue(trx, 'login-code', userId, LOGIN_CODE_SECONDS);
          return new Headers({ 'Set-Cookie': cookies.set('login-code', token, LOGIN_CODE_SECONDS) });
        });
        if (!headers) return fail(WRONG_CREDENTIALS);
        const factor = kind === 'console' ? { factor: 'password' } : {};
        if (!needsCode) guard.note(login.done, caller, { userId, ...factor });
        return { ok: true, headers, needsCode, userId };
      }),

    /** All other sessions of the account end; this one gets a new cookie. */
    changePassword: (
      { current, password }: { current: unknown; password: unknown },
      caller: Caller,
    ): Promise<SignOutcome> =>
      guard.submit(changePasswordForm, { currentPassword: current, newPassword: password }, (form) =>
        confirmed(form.currentPassword, caller, async ({ id: userId, email, name }, hash) => {
          const hashed = await hashNew(form.newPassword, [email, name]);
          if (!hashed.ok) return guard.fail(changing.refused, caller, hashed, { userId });
          const headers = await guard.write(async (trx) => {
            if (!(await isUnchanged(trx, userId, hash))) return null;
            await trx.updateTable('users').set({ password: hashed.hash }).where('id', '=', userId).execute();
            await endAccess(trx, userId);
            return sessions.open(trx, userId, caller.headers);
          });
          if (!headers) return refuse(WRONG_PASSWORD);
          guard.note(changing.done, caller, { userId });
          return { ok: true, headers, userId };
        }),
      ),
  };
}
