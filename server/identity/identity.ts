/** The accounts of shoppers: registration, login, sessions, passwords (product §5, §11). */
import { randomUUID } from 'node:crypto';
import { newPasswordForm, registerForm, resetForm } from '../../domain/accounts/account-forms.ts';
import { PAGE_LANGUAGE, localPath, parseLanguage } from '../../base/language.ts';
import { passwordResetEmail } from '../mail/reset-template.ts';
import { type AccessOptions, type SignOutcome, createAccess } from './access.ts';
import { answerRequest } from './endpoints.ts';
import type { Caller } from './guard.ts';
import { LINK_LIMITS, RESET_LIMITS, SIGN_UP_LIMITS } from './limits.ts';
import { ALREADY_REGISTERED, INVALID_TOKEN, NO_USER_WITH_EMAIL, type Refusal } from './refusals.ts';
import { type Viewer, endAccess, endSessions, mayEnter } from './sessions.ts';

export type { SignOutcome } from './access.ts';
export type { Viewer } from './sessions.ts';

export type Identity = ReturnType<typeof createIdentity>;

const RESET_MINUTES = 30;

export function createIdentity(options: AccessOptions) {
  const { sender, mail } = options;
  const { kysely, guard, sessions, tokens, ...access } = createAccess('shop', options);
  const accounts = () => kysely.selectFrom('users').select(['id', 'email', 'name', 'language']);

  /** The signed-in customer of a request's cookie: one query, or none without a cookie. */
  const viewer = async (headers: Headers): Promise<Viewer | null> => (await sessions.find(headers))?.user ?? null;

  const identity = {
    session: sessions.find,
    viewer,
    /** The same for pages in memory: looking for the session costs more than sending one. */
    viewerOfPage: async (headers: Headers): Promise<Viewer | null> =>
      (await sessions.findTogether(headers))?.user ?? null,

    /** Without `rememberMe` the session ends with the browser, or after a day. */
    signIn: (form: { email: unknown; password: unknown; rememberMe?: unknown }, caller: Caller): Promise<SignOutcome> =>
      access.signIn(form, caller, form.rememberMe !== false),

    register: (typed: { name: unknown; email: unknown; password: unknown }, caller: Caller): Promise<SignOutcome> =>
      guard.submit(registerForm, typed, async ({ name, email, password }) => {
        const locked = await guard.count('sign-up', SIGN_UP_LIMITS, email, caller, { email });
        if (locked) return locked;
        const fail = (refusal: Refusal, id?: string) =>
          guard.fail('registration-failed', caller, refusal, { userId: id, email });
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

    /** Ends all sessions whose cookies the caller sends, or all of that customer's; the headers clear the cookie. */
    signOut: (caller: Caller, { everywhere = false } = {}): Promise<SignOutcome> =>
      guard.attempt(async () => {
        const known = everywhere ? await viewer(caller.headers) : null;
        if (known) {
          await endSessions(kysely, known.id);
          guard.note('logout-everywhere', caller, { userId: known.id });
        }
        return { ok: true, headers: await sessions.end(caller.headers) };
      }),

    requestReset: (typed: { email: unknown }, caller: Caller): Promise<SignOutcome> =>
      guard.submit(resetForm, typed, async ({ email }) => {
        const locked = await guard.count('request-reset', RESET_LIMITS, email, caller, { email });
        if (locked) return locked;
        const account = await accounts().where('email', '=', email).where(mayEnter('shop')).executeTakeFirst();
        if (!account) return guard.fail('reset-request-failed', caller, NO_USER_WITH_EMAIL, { email });
        const language = parseLanguage(caller.headers.get(PAGE_LANGUAGE)) ?? account.language;
        await guard.write(async (trx) => {
          const token = await tokens.issue(trx, 'password-reset', account.id, RESET_MINUTES * 60);
          const url = sender.url + localPath(language, `/user/reset-password/${token}`);
          await mail.enqueue(trx, passwordResetEmail({ to: email, language }, { url, minutes: RESET_MINUTES }, sender));
        });
        guard.note('reset-requested', caller, { userId: account.id });
        return { ok: true, headers: new Headers() };
      }),

    /** Sets a new password with the token of such a link, once, and ends all sessions of the account. */
    resetPassword: (
      { token: typed, password }: { token: unknown; password: unknown },
      caller: Caller,
    ): Promise<SignOutcome> =>
      guard.submit(newPasswordForm, { token: typed, newPassword: password }, async ({ token, newPassword }) => {
        const locked = await guard.count('reset', LINK_LIMITS, null, caller);
        if (locked) return locked;
        const link = await tokens.find(kysely, 'password-reset', [token]);
        const owner = accounts().where('id', '=', link?.user_id ?? '');
        const account = await owner.executeTakeFirst();
        const fail = (refusal: Refusal) =>
          guard.fail('password-reset-failed', caller, refusal, { userId: account?.id });
        if (!link || !account) return fail(INVALID_TOKEN);
        const { id: userId, email, name } = account;
        const hashed = await access.hashNew(newPassword, [email, name]);
        if (!hashed.ok) return fail(hashed);
        const isSet = await guard.write(async (trx) => {
          if (!(await tokens.use(trx, link))) return false;
          const own = trx.updateTable('users').set({ password: hashed.hash }).where('id', '=', userId);
          const { numUpdatedRows } = await own.where(mayEnter('shop')).executeTakeFirst();
          await endAccess(trx, userId);
          return numUpdatedRows > 0n;
        });
        if (!isSet) return fail(INVALID_TOKEN);
        guard.note('password-reset', caller, { userId });
        return { ok: true, headers: new Headers(), userId };
      }),

    changePassword: access.changePassword,
    /** Ends all sessions of a user and notifies their open pages. Inside a transaction pass its handle. */
    endSessions: (userId: string, executor = kysely) => endSessions(executor, userId),
  };

  /** An account as programs see it: without what is closed to them. */
  async function userOf(id: string): Promise<object | null> {
    const user = await kysely
      .selectFrom('users')
      .select(['id', 'name', 'email', 'img_url as image', 'created_at as createdAt', 'updated_at as updatedAt'])
      .where('id', '=', id)
      .executeTakeFirst();
    return user ? { ...user, emailVerified: false } : null;
  }

  return {
    ...identity,
    /** Answers a request to `/api/auth/*`. */
    async handle(request: Request): Promise<Response | Refusal> {
      const answer = await guard.attempt(() => answerRequest(request, identity, userOf));
      if (answer instanceof Response) return answer;
      const { ok: _, ...refusal }: Refusal & { ok?: false } = answer;
      return refusal;
    },
  };
}
