/** The accounts of shoppers: registration, login, sessions, passwords (product §5, §11). */
import { randomUUID } from 'node:crypto';
import { newPasswordForm, registerForm, resetForm } from '../../domain/accounts/account-forms.ts';
import { done, type Refused, refused } from '../../domain/outcome.ts';
import { PAGE_LANGUAGE, localPath, parseLanguage } from '../../base/language.ts';
import { passwordResetEmail } from '../mail/email.ts';
import { type AccessOptions, type SignOutcome, createAccess } from './access.ts';
import type { Caller } from './guard.ts';
import { type Viewer, endAccess, endSessions, mayEnter } from './sessions.ts';
import { INVALID_TOKEN } from './tokens.ts';

export type { Signed, SignOutcome } from './access.ts';
export type { Viewer } from './sessions.ts';

export type Identity = ReturnType<typeof createIdentity>;

const RESET_MINUTES = 30;

const ALREADY_REGISTERED = refused(422, { code: 'already-registered' });
const NO_USER_WITH_EMAIL = refused(400, { code: 'no-user-with-email' });

export function createIdentity(options: AccessOptions) {
  const { sender, mail } = options;
  const { kysely, guard, sessions, tokens, ...access } = createAccess('shop', options);
  const accounts = () => kysely.selectFrom('users').select(['id', 'email', 'name', 'language']);

  /** The signed-in customer of a request's cookie: one query, or none without a cookie. */
  const viewer = async (headers: Headers): Promise<Viewer | null> => (await sessions.find(headers))?.user ?? null;

  return {
    session: sessions.find,
    viewer,
    signIn: access.signIn,

    register: (typed: unknown, caller: Caller): Promise<SignOutcome> =>
      guard.submit(registerForm, typed, async ({ name, email, password }) => {
        const locked = await guard.count('sign-up', caller, { email });
        if (locked) return locked;
        const fail = (refusal: Refused, id?: string) =>
          guard.fail('registration-failed', caller, refusal, { userId: id, email });
        const taken = await accounts().where('email', '=', email).executeTakeFirst();
        if (taken) return fail(ALREADY_REGISTERED, taken.id);
        const hashed = await access.hashNew('password', password, [email, name]);
        if (!hashed.ok) return fail(hashed);
        const userId = randomUUID();
        const headers = await guard.write(async (trx) => {
          const account = trx.insertInto('users').values({ id: userId, email, name, password: hashed.value });
          const { numInsertedOrUpdatedRows: added } = await account
            .onConflict((same) => same.column('email').doNothing())
            .executeTakeFirstOrThrow();
          return added === 0n ? null : access.enter(trx, userId, caller);
        });
        // Another request registered the same address at the same moment.
        if (!headers) return fail(ALREADY_REGISTERED);
        return guard.succeed('registered', caller, { headers, userId }, { userId });
      }),

    /** Ends all sessions whose cookies the caller sends, or all of that customer's; the headers clear the cookie. */
    signOut: (caller: Caller, { everywhere = false } = {}): Promise<SignOutcome> =>
      guard.attempt(async () => {
        const known = everywhere ? await viewer(caller.headers) : null;
        if (known) await endSessions(kysely, known.id);
        const ended = { headers: await sessions.end(caller.headers) };
        return known ? guard.succeed('logout-everywhere', caller, ended, { userId: known.id }) : done(ended);
      }),

    requestReset: (typed: unknown, caller: Caller): Promise<SignOutcome> =>
      guard.submit(resetForm, typed, async ({ email }) => {
        const locked = await guard.count('request-reset', caller, { email });
        if (locked) return locked;
        const account = await accounts().where('email', '=', email).where(mayEnter('shop')).executeTakeFirst();
        if (!account) return guard.fail('reset-request-failed', caller, NO_USER_WITH_EMAIL, { email });
        const language = parseLanguage(caller.headers.get(PAGE_LANGUAGE)) ?? account.language;
        await guard.write(async (trx) => {
          const token = await tokens.issue(trx, 'password-reset', account.id, RESET_MINUTES * 60);
          const url = sender.url + localPath(language, `/user/reset-password/${token}`);
          await mail.enqueue(trx, passwordResetEmail({ to: email, language }, url, RESET_MINUTES, sender));
        });
        return guard.succeed('reset-requested', caller, { headers: new Headers() }, { userId: account.id });
      }),

    /** Sets a new password with the token of such a link, once, and ends all sessions of the account. */
    resetPassword: (typed: unknown, caller: Caller): Promise<SignOutcome> =>
      guard.submit(newPasswordForm, typed, async ({ token, newPassword }) => {
        const locked = await guard.count('reset', caller);
        if (locked) return locked;
        const link = await tokens.find(kysely, 'password-reset', [token]);
        const owner = accounts().where('id', '=', link?.user_id ?? '');
        const account = await owner.executeTakeFirst();
        const fail = (refusal: Refused) =>
          guard.fail('password-reset-failed', caller, refusal, { userId: account?.id });
        if (!link || !account) return fail(INVALID_TOKEN);
        const { id: userId, email, name } = account;
        const hashed = await access.hashNew('newPassword', newPassword, [email, name]);
        if (!hashed.ok) return fail(hashed);
        const isSet = await guard.write(async (trx) => {
          if (!(await tokens.use(trx, link))) return false;
          const own = trx.updateTable('users').set({ password: hashed.value }).where('id', '=', userId);
          const { numUpdatedRows } = await own.where(mayEnter('shop')).executeTakeFirst();
          await endAccess(trx, userId);
          return numUpdatedRows > 0n;
        });
        if (!isSet) return fail(INVALID_TOKEN);
        return guard.succeed('password-reset', caller, { headers: new Headers() }, { userId });
      }),

    changePassword: access.changePassword,
    endSessions: (userId: string, executor = kysely) => endSessions(executor, userId),

    /** An account as programs see it: without what is closed to them. */
    account: (id: string) =>
      kysely
        .selectFrom('users')
        .select(['id', 'name', 'email', 'img_url as image', 'created_at as createdAt', 'updated_at as updatedAt'])
        .where('id', '=', id)
        .executeTakeFirst(),
  };
}
