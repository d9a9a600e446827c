/** Operators are accounts of their own roles and sessions. Only an accepted invitation lets them into the console. */
import { isPhoneLogin, OPERATOR_ROLE } from '../../domain/accounts/account.ts';
import { rolesWith } from '../../domain/accounts/roles.ts';
import { done, type Outcome } from '../../domain/outcome.ts';
import type { Language } from '../../base/language.ts';
import { notify } from '../db/notify.ts';
import { type AccessOptions, NOT_SIGNED_IN, type SignOutcome, createAccess } from './access.ts';
import type { Caller, Proof } from './guard.ts';
import { createOperatorAccounts } from './operator-accounts.ts';
import { createPasskeys } from './passkeys.ts';
import { createSecondFactor } from './second-factor.ts';
import { type Session, mayEnter } from './sessions.ts';

export type Operators = ReturnType<typeof createOperators>;

export function createOperators(options: AccessOptions) {
  const access = createAccess('console', options);
  const { kysely, cookies, language, guard, sessions, tokens } = access;
  const { secondFactor, checkCode } = createSecondFactor(access, options);
  const { own, askForPasskey, checkPasskey } = createPasskeys(access, options, checkCode);

  /** Opens a session, and clears the cookie of what was asked. `also`: what else must be so. */
  async function enterWith(
    { userId, factor, use, refuse }: Proof,
    asked: 'login-code' | 'passkey',
    caller: Caller,
    also: Proof['use'] = async () => true,
  ): Promise<SignOutcome> {
    const headers = await guard.write(async (trx) =>
      (await use(trx)) && (await also(trx)) ? access.enter(trx, userId, caller) : null,
    );
    if (!headers) return refuse();
    headers.append('Set-Cookie', cookies.clear(asked));
    return guard.succeed('operator-login', caller, { headers }, { userId, factor });
  }

  return {
    ...createOperatorAccounts(access, options),
    ...secondFactor,
    ...own,

    session: sessions.find,

    signIn: access.signIn,

    /** `code`: six digits of the app, or a recovery code. */
    confirmSignIn: ({ code }: { code: string }, caller: Caller): Promise<SignOutcome> =>
      guard.attempt(async () => {
        const challenge = await tokens.find(kysely, 'login-code', cookies.tokens('login-code', caller.headers));
        const userId = challenge?.user_id;
        if (!challenge || !userId) return NOT_SIGNED_IN;
        const checked = await checkCode(userId, String(code), caller);
        if (!checked.ok) return checked;
        const entered = await enterWith(checked.value, 'login-code', caller, (trx) => tokens.use(trx, challenge));
        if (entered.ok) await guard.reset('operator-code', caller, { userId });
        return entered;
      }),

    beginPasskeySignIn: (caller: Caller) =>
      guard.attempt(async () => (await guard.count('operator-passkey', caller)) ?? askForPasskey(null)),

    passkeySignIn: ({ credential }: { credential: string }, caller: Caller): Promise<SignOutcome> =>
      guard.attempt(async () => {
        const checked = await checkPasskey(credential, null, caller);
        return checked.ok ? enterWith(checked.value, 'passkey', caller) : checked;
      }),

    /** Asks whoever is signed in for a passkey of their own, for `confirmAgain`. */
    askOwnPasskey: (caller: Caller) => access.signedIn(caller, ({ user }) => askForPasskey(user.id)),

    /** For what a stolen session must not do: a `code`, an own passkey's `credential`, or else the `password`. */
    confirmAgain: (form: Pick<URLSearchParams | FormData, 'get'>, caller: Caller): Promise<Outcome<void>> =>
      access.signedIn(caller, async ({ user: { id }, secondFactor }) => {
        const typed = (field: string): string => String(form.get(field) ?? '');
        const credential = typed('credential');
        if (credential !== '') return guard.spend(await checkPasskey(credential, id, caller));
        if (secondFactor) return guard.spend(await checkCode(id, typed('code'), caller));
        return access.confirmed(typed('password'), caller, async () => done(undefined));
      }),

    signOut: (caller: Caller): Promise<SignOutcome> =>
      guard.attempt(async () => {
        const headers = await sessions.end(caller.headers);
        headers.append('Set-Cookie', cookies.clear('login-code'));
        return done({ headers });
      }),

    changePassword: access.changePassword,
    sessions: sessions.list,
    endSession: sessions.endOne,

    /** Whether an owner must be reminded that the password alone opens the console. */
    async needsReminder({ id, user, secondFactor }: Session, { headers }: Caller): Promise<boolean> {
      if (secondFactor || user.role !== OPERATOR_ROLE || cookies.tokens('reminded', headers).includes(id)) return false;
      const passkeys = kysely.selectFrom('passkeys').select('id').where('user_id', '=', user.id);
      return (await passkeys.limit(1).executeTakeFirst()) === undefined;
    },

    /** Not again in this session. */
    dismissReminder: ({ id }: Session): Headers => new Headers({ 'Set-Cookie': cookies.set('reminded', id, null) }),

    languageOf: language.of,
    chooseLanguage: language.choose,
    /** Answers the cookie. */
    setLanguage: ({ user: { id } }: Session, chosen: Language): Promise<string> => language.keep(kysely, id, chosen),

    setOrderMails: ({ user: { id, email } }: Session, on: boolean): Promise<void> =>
      guard.write(async (trx) => {
        const account = trx
          .updateTable('users')
          .set({ order_mails: on && !isPhoneLogin(email) })
          .where('id', '=', id);
        await account.where('role', 'in', rolesWith('orders')).where(mayEnter('console')).execute();
        await notify(trx, 'profile', id);
      }),
  };
}
