/** Operators are accounts of their own role, with sessions apart from the shop's: only an accepted invitation lets them into the console. */
import { notify } from '../db/notify.ts';
import { type AccessOptions, type SignOutcome, createAccess } from './access.ts';
import type { Caller } from './guard.ts';
import { type Invitations, createInvitations } from './invitations.ts';
import { CODE_LIMITS, DAILY_CODE_LIMITS } from './limits.ts';
import { type OperatorAccounts, createOperatorAccounts } from './operator-accounts.ts';
import { type ListedPasskey, type Passkeys, createPasskeys } from './passkeys.ts';
import { NOT_SIGNED_IN, type Refused, refuse } from './refusals.ts';
import { type SecondFactor, WRONG_CODE, createSecondFactor } from './second-factor.ts';
import { type ListedSession, type Session, mayEnter } from './sessions.ts';

export interface Operators extends OperatorAccounts, Invitations, SecondFactor, Omit<Passkeys, 'passkeys'> {
  session(headers: Headers): Promise<Session | null>;
  /** With `secondFactor` there is no session yet: the code is next. */
  signIn(
    form: { email: string; password: string },
    caller: Caller,
  ): Promise<{ ok: true; headers: Headers; secondFactor: boolean } | Refused>;
  /** `code`: six digits of the app, or a recovery code. */
  confirmSignIn(form: { code: string }, caller: Caller): Promise<SignOutcome>;
  signOut(caller: Caller): Promise<SignOutcome>;
  /** All other sessions end; this one gets a new cookie. */
  changePassword(form: { current: string; password: string }, caller: Caller): Promise<SignOutcome>;
  passkeys(session: Session): Promise<ListedPasskey[]>;
  sessions(session: Session): Promise<ListedSession[]>;
  endSession(session: Session, id: string): Promise<boolean>;
  setOrderMails(session: Session, on: boolean): Promise<void>;
}

export function createOperators(options: AccessOptions): Operators {
  const { sender, secret, mail, security, now = Date.now } = options;
  const { kysely } = options.database;
  const access = createAccess('console', options);
  const { cookies, guard, sessions, tokens } = access;
  const { secondFactor, checkCode } = createSecondFactor({ kysely, access, secret, shopName: sender.name, now });
  const passkeys = createPasskeys({ kysely, access, sender, now });

  return {
    ...createOperatorAccounts({ kysely, guard, security, now }),
    ...createInvitations({ kysely, access, sender, mail, security, now }),
    ...secondFactor,
    ...passkeys,

    session: sessions.find,

    async signIn(form, caller) {
      const outcome = await access.signIn(form, caller);
      return outcome.ok ? { ok: true, headers: outcome.headers, secondFactor: outcome.needsCode } : outcome;
    },

    confirmSignIn: ({ code }, caller) =>
      guard.attempt(async () => {
        const challenge = await tokens.find(kysely, 'login-code', cookies.tokens('login-code', caller.headers));
        const userId = challenge?.user_id;
        if (!challenge || !userId) return refuse(NOT_SIGNED_IN);
        const locked =
          (await guard.count('operator-code', CODE_LIMITS, userId, caller, { userId })) ??
          (await guard.count('operator-code-daily', DAILY_CODE_LIMITS, userId, caller, { userId }));
        if (locked) return locked;
        const checked = await checkCode(userId, String(code));
        const headers = await guard.write(async (trx) => {
          if (!(await checked.use(trx)) || !(await tokens.use(trx, challenge))) return null;
          return access.enter(trx, userId, caller);
        });
        if (!headers) {
          guard.note('second-factor-failed', caller, { userId, code: WRONG_CODE.code });
          return refuse(WRONG_CODE);
        }
        headers.append('Set-Cookie', cookies.clear('login-code'));
        await guard.reset('operator-code', CODE_LIMITS, userId, caller);
        guard.note('operator-login', caller, { userId, factor: checked.kind });
        return { ok: true, headers };
      }),

    signOut: (caller) =>
      guard.attempt(async () => {
        const headers = await sessions.end(caller.headers);
        headers.append('Set-Cookie', cookies.clear('login-code'));
        return { ok: true, headers };
      }),

    changePassword: access.changePassword,
    passkeys: ({ user }) => passkeys.passkeys(user.id),
    sessions: ({ id, user }) => sessions.list(user.id, id),
    endSession: ({ user }, id) => sessions.endOne(user.id, id),

    async setOrderMails({ user: { id } }, on) {
      await guard.write(async (trx) => {
        const own = trx.updateTable('users').set({ order_mails: on }).where('id', '=', id);
        await own.where(mayEnter('console')).execute();
        await notify(trx, 'profile', id);
      });
    },
  };
}
