/** The accounts of shoppers: registration, login, sessions, passwords (product §5, §11). */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { newPasswordForm, registerForm, resetForm } from '../../domain/accounts/account-forms.ts';
import { PAGE_LANGUAGE, localPath, parseLanguage } from '../../shared/language.ts';
import type { Tables } from '../db/tables.ts';
import { passwordResetEmail } from '../mail/reset-template.ts';
import { type AccessOptions, type SignOutcome, createAccess } from './access.ts';
import { answerRequest } from './endpoints.ts';
import type { Caller } from './guard.ts';
import { LINK_LIMITS, RESET_LIMITS, SIGN_UP_LIMITS } from './limits.ts';
import { ALREADY_REGISTERED, INVALID_TOKEN, NO_USER_WITH_EMAIL, type Refusal, parseForm, refuse } from './refusals.ts';
import { type Session, type Viewer, endAccess, endSessions, mayEnter } from './sessions.ts';

export type { SignOutcome } from './access.ts';
export type { Viewer } from './sessions.ts';

export interface Identity {
  /** Answers a request to `/api/auth/*`. */
  handle(request: Request): Promise<Response | Refusal>;
  /** The signed-in customer of a request's cookie: one query, or none without a cookie. */
  viewer(headers: Headers): Promise<Viewer | null>;
  session(headers: Headers): Promise<Session | null>;
  /** Without `rememberMe` the session ends with the browser, or after a day. */
  signIn(form: { email: unknown; password: unknown; rememberMe?: unknown }, caller: Caller): Promise<SignOutcome>;
  register(form: { name: unknown; email: unknown; password: unknown }, caller: Caller): Promise<SignOutcome>;
  /** Ends all sessions whose cookies the caller sends, or all of that customer's; the headers clear the cookie. */
  signOut(caller: Caller, which?: { everywhere?: boolean }): Promise<SignOutcome>;
  requestReset(form: { email: unknown }, caller: Caller): Promise<SignOutcome>;
  /** Sets a new password with the token of such a link, once, and ends all sessions of the account. */
  resetPassword(form: { token: unknown; password: unknown }, caller: Caller): Promise<SignOutcome>;
  /** Changes the password of the caller, who must know the current one. All other sessions end; this one gets a new cookie. */
  changePassword(form: { current: unknown; password: unknown }, caller: Caller): Promise<SignOutcome>;
  /** Ends all sessions of a user and notifies their open pages. Inside a transaction pass its handle. */
  endSessions(userId: string, executor?: Kysely<Tables>): Promise<void>;
}

const RESET_MINUTES = 30;

export function createIdentity(options: AccessOptions): Identity {
  const { sender, mail } = options;
  const { kysely } = options.database;
  const { guard, sessions, tokens, ...access } = createAccess('shop', options);
  const accounts = () => kysely.selectFrom('users').select(['id', 'email', 'name', 'language']);

  const identity: Omit<Identity, 'handle'> = {
    session: sessions.find,

    async viewer(headers) {
      return (await sessions.find(headers))?.user ?? null;
    },

    signIn: (form, caller) => access.signIn(form, caller, form.rememberMe !== false),

    register: (typed, caller) =>
      guard.attempt(async () => {
        const parsed = parseForm(registerForm, typed);
        if (!parsed.ok) return parsed;
        const { name, email, password } = parsed.form;
        const locked = await guard.count('sign-up', SIGN_UP_LIMITS, email, caller, { email });
        if (locked) return locked;
        const fail = (refusal: Refusal, userId?: string) => {
          guard.note('registration-failed', caller, { userId, email, code: refusal.code });
          return refuse(refusal);
        };
        const taken = await accounts().where('email', '=', email).executeTakeFirst();
        if (taken) return fail(ALREADY_REGISTERED, taken.id);
        const hashed = await access.hashNew(password, [email, name]);
        if (!hashed.ok) return fail(hashed);
        const userId = randomUUID();
        const headers = await guard.write(async (trx) => {
          const account = trx.insertInto('users').values({ id: userId, email, name, password: hashed.hash });
          const { numInsertedOrUpdatedRows: added } = await account
            .onConflict((same) => same.column('email').doNothing())
            .executeTakeFirstOrThrow();
          return added === 0n ? null : access.enter(trx, userId, caller);
        });
        // Another request registered the same address at the same moment.
        if (!headers) return fail(ALREADY_REGISTERED);
        guard.note('registered', caller, { userId });
        return { ok: true, headers, userId };
      }),

    signOut: (caller, { everywhere } = {}) =>
      guard.attempt(async () => {
        const viewer = everywhere ? await identity.viewer(caller.headers) : null;
        if (viewer) {
          await endSessions(kysely, viewer.id);
          guard.note('logout-everywhere', caller, { userId: viewer.id });
        }
        return { ok: true, headers: await sessions.end(caller.headers) };
      }),

    requestReset: (typed, caller) =>
      guard.attempt(async () => {
        const parsed = parseForm(resetForm, typed);
        if (!parsed.ok) return parsed;
        const { email } = parsed.form;
        const locked = await guard.count('request-reset', RESET_LIMITS, email, caller, { email });
        if (locked) return locked;
        const account = await accounts().where('email', '=', email).where(mayEnter('shop')).executeTakeFirst();
        if (!account) {
          guard.note('reset-request-failed', caller, { email, code: NO_USER_WITH_EMAIL.code });
          return refuse(NO_USER_WITH_EMAIL);
        }
        const language = parseLanguage(caller.headers.get(PAGE_LANGUAGE)) ?? account.language;
        await guard.write(async (trx) => {
          const token = await tokens.issue(trx, 'password-reset', account.id, RESET_MINUTES * 60);
          const url = sender.url + localPath(language, `/user/reset-password/${token}`);
          await mail.enqueue(trx, passwordResetEmail({ to: email, language }, { url, minutes: RESET_MINUTES }, sender));
        });
        guard.note('reset-requested', caller, { userId: account.id });
        return { ok: true, headers: new Headers() };
      }),

    resetPassword: ({ token: typed, password }, caller) =>
      guard.attempt(async () => {
        const parsed = parseForm(newPasswordForm, { token: typed, newPassword: password });
        if (!parsed.ok) return parsed;
        const { token, newPassword } = parsed.form;
        const locked = await guard.count('reset', LINK_LIMITS, null, caller);
        if (locked) return locked;
        const fail = (refusal: Refusal, userId?: string) => {
          guard.note('password-reset-failed', caller, { userId, code: refusal.code });
          return refuse(refusal);
        };
        const link = await tokens.find(kysely, 'password-reset', [token]);
        const account = await accounts()
          .where('id', '=', link?.user_id ?? '')
          .executeTakeFirst();
        if (!link || !account) return fail(INVALID_TOKEN);
        const { id: userId, email, name } = account;
        const hashed = await access.hashNew(newPassword, [email, name]);
        if (!hashed.ok) return fail(hashed, userId);
        const isSet = await guard.write(async (trx) => {
          if (!(await tokens.use(trx, link))) return false;
          const own = trx.updateTable('users').set({ password: hashed.hash }).where('id', '=', userId);
          const { numUpdatedRows } = await own.where(mayEnter('shop')).executeTakeFirst();
          await endAccess(trx, userId);
          return numUpdatedRows > 0n;
        });
        if (!isSet) return fail(INVALID_TOKEN, userId);
        guard.note('password-reset', caller, { userId });
        return { ok: true, headers: new Headers(), userId };
      }),

    changePassword: access.changePassword,
    endSessions: (userId, executor = kysely) => endSessions(executor, userId),
  };

  /** An account as programs see it: without what is closed to them. */
  async function userOf(id: string): Promise<object | null> {
    const columns = [
      'id',
      'name',
      'email',
      'img_url as image',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ] as const;
    const user = await kysely.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();
    return user ? { ...user, emailVerified: false } : null;
  }

  return {
    ...identity,
    async handle(request) {
      const answer = await guard.attempt(() => answerRequest(request, identity, userOf));
      if (answer instanceof Response) return answer;
      const { status, code, reason, retryAfter, allow } = answer;
      return {
        status,
        code,
        reason,
        ...(retryAfter === undefined ? {} : { retryAfter }),
        ...(allow === undefined ? {} : { allow }),
      };
    },
  };
}
