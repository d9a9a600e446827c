/** Operators are accounts of their own role, with sessions apart from the shop's: only an accepted invitation lets them into the console. */
import { OPERATOR_ROLE } from '../../domain/accounts/account.ts';
import { rolesWith } from '../../domain/accounts/roles.ts';
import { notify } from '../db/notify.ts';
import { type AccessOptions, type SignOutcome, createAccess } from './access.ts';
import type { Caller } from './guard.ts';
import { createInvitations } from './invitations.ts';
import { CODE_LIMITS } from './limits.ts';
import { createOperatorAccounts } from './operator-accounts.ts';
import { createPasskeys } from './passkeys.ts';
import { NOT_SIGNED_IN, type Refused, refuse } from './refusals.ts';
import { createSecondFactor } from './second-factor.ts';
import { type Session, mayEnter } from './sessions.ts';

export type Operators = ReturnType<typeof createOperators>;

export function createOperators(options: AccessOptions) {
  const access = createAccess('console', options);
  const { kysely, cookies, guard, sessions, tokens } = access;
  const { secondFactor, checkCode, wrongCode, isOn, spendCode } = createSecondFactor(access, options);

  return {
    ...createOperatorAccounts(access, options.security),
    ...createInvitations(access, options),
    ...secondFactor,
    ...createPasskeys(access, options.sender, { isOn, spendCode }),

    session: sessions.find,

    /** With `secondFactor` there is no session yet: the code is next. */
    async signIn(
      form: { email: string; password: string },
      caller: Caller,
    ): Promise<{ ok: true; headers: Headers; secondFactor: boolean } | Refused> {
      const outcome = await access.signIn(form, caller);
      return outcome.ok ? { ok: true, headers: outcome.headers, secondFactor: outcome.needsCode } : outcome;
    },

    /** `code`: six digits of the app, or a recovery code. */
    confirmSignIn: ({ code }: { code: string }, caller: Caller): Promise<SignOutcome> =>
      guard.attempt(async () => {
        const challenge = await tokens.find(kysely, 'login-code', cookies.tokens('login-code', caller.headers));
        const userId = challenge?.user_id;
        if (!challenge || !userId) return refuse(NOT_SIGNED_IN);
        const checked = await checkCode(userId, String(code), caller);
        if (!checked.ok) return checked;
        const headers = await guard.write(async (trx) => {
          if (!(await checked.use(trx)) || !(await tokens.use(trx, challenge))) return null;
          return access.enter(trx, userId, caller);
        });
        if (!headers) return wrongCode(caller, userId);
        headers.append('Set-Cookie', cookies.clear('login-code'));
        await guard.reset('operator-code', CODE_LIMITS, userId, caller);
        guard.note('operator-login', caller, { userId, factor: checked.kind });
        return { ok: true, headers };
      }),

    signOut: (caller: Caller): Promise<SignOutcome> =>
      guard.attempt(async () => {
        const headers = await sessions.end(caller.headers);
        headers.append('Set-Cookie', cookies.clear('login-code'));
        return { ok: true, headers };
      }),

    changePassword: access.changePassword,
    sessions: sessions.list,
    endSession: sessions.endOne,

    /** Whether an owner must be reminded that the password alone opens the console. */
    async needsReminder({ id, user, secondFactor }: Session, { headers }: Caller): Promise<boolean> {
      if (secondFactor || user.role !== OPERATOR_ROLE || cookies.tokens('reminded', headers).includes(id)) return false;
      const own = kysely.selectFrom('passkeys').select('id').where('user_id', '=', user.id);
      return (await own.limit(1).executeTakeFirst()) === undefined;
    },

    /** Not again in this session. */
    dismissReminder: ({ id }: Session): Headers => new Headers({ 'Set-Cookie': cookies.set('reminded', id, null) }),

    setOrderMails: ({ user: { id } }: Session, on: boolean): Promise<void> =>
      guard.write(async (trx) => {
        const own = trx.updateTable('users').set({ order_mails: on }).where('id', '=', id);
        await own.where('role', 'in', rolesWith('orders')).where(mayEnter('console')).execute();
        await notify(trx, 'profile', id);
      }),
  };
}
