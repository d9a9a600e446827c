/** Operators are accounts of their own role, with a password and sessions apart from the shop's: only an invitation gives them. */
import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { changePasswordForm, loginForm } from '../../domain/account-forms.ts';
import { OPERATOR_ROLE } from '../../domain/account.ts';
import { parseBy } from '../../domain/parsed.ts';
import type { Reason } from '../../domain/reason.ts';
import type { Database } from '../db/connect.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import type { Mail } from '../mail/mail.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Settings } from '../settings.ts';
import { LOGIN_LIMITS, type Limits } from './endpoints.ts';
import type { SignOutcome } from './identity.ts';
import { type Invitations, createInvitations } from './invitations.ts';
import { type OperatorAccounts, createOperatorAccounts } from './operator-accounts.ts';
import { createOperatorCookies, hashToken, newToken } from './operator-cookies.ts';
import { type Caller, type Refused, createGuard, refuse } from './operator-guard.ts';
import {
  type ListedSession,
  type OperatorSession,
  type OperatorSessions,
  createOperatorSessions,
} from './operator-sessions.ts';
import { PASSWORD_COST, type PasswordCost, hashPassword, passwordError, verifyPassword } from './passwords.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { NOT_SIGNED_IN, type Refusal, WRONG_PASSWORD } from './refusals.ts';
import { type SecondFactor, WRONG_CODE, createSecondFactor } from './second-factor.ts';

export type { OperatorSession } from './operator-sessions.ts';

export interface Operators extends OperatorAccounts {
  session: OperatorSessions['find'];
  /** With `secondFactor` there is no session yet: the code is next. */
  signIn(
    form: { email: string; password: string },
    caller: Caller,
  ): Promise<{ ok: true; headers: Headers; secondFactor: boolean } | Refused>;
  /** `code`: six digits of the app, or a recovery code. */
  confirmSignIn(form: { code: string }, caller: Caller): Promise<SignOutcome>;
  signOut(caller: Caller): Promise<SignOutcome>;
  invitation: Invitations['find'];
  acceptInvitation: Invitations['accept'];
  invite: Invitations['invite'];
  /** All other sessions end; this one gets a new cookie. */
  changePassword(form: { current: string; password: string }, caller: Caller): Promise<SignOutcome>;
  beginSecondFactor: SecondFactor['begin'];
  enableSecondFactor: SecondFactor['enable'];
  disableSecondFactor: SecondFactor['disable'];
  renewRecoveryCodes: SecondFactor['renewRecoveryCodes'];
  sessions(session: OperatorSession): Promise<ListedSession[]>;
  endSession: OperatorSessions['endOne'];
  setOrderMails(session: OperatorSession, on: boolean): Promise<void>;
}

export interface OperatorsOptions {
  database: Pick<Database, 'kysely'>;
  settings: Pick<Settings, 'publicUrl' | 'shopName' | 'shopPhone'>;
  secret: string;
  mail: Pick<Mail, 'enqueue'>;
  limits: Pick<RateLimits, 'count' | 'reset'> | null;
  security: SecurityLog;
  log: Logger;
  passwordCost?: PasswordCost;
  /** ms since 1970. */
  now?: () => number;
}

/** Guesses of a code by somebody who has the password: a short window, and a whole day. */
const CODE_LIMITS: Limits = {
  perNetwork: { max: 100, seconds: 5 * 60 },
  perAccount: { max: 5, seconds: 5 * 60 },
};
const DAILY_CODE_LIMITS: Limits = { ...CODE_LIMITS, perAccount: { max: 50, seconds: 24 * 60 * 60 } };

const CHALLENGE_SECONDS = 10 * 60;

/** The same for an unknown address, a customer's and a wrong password. */
const WRONG_CREDENTIALS: Refusal = {
  status: 401,
  code: 'INVALID_EMAIL_OR_PASSWORD',
  reason: { code: 'wrong-credentials' },
};

export function createOperators(options: OperatorsOptions): Operators {
  const { settings, secret, mail, limits, security, log } = options;
  const { passwordCost = PASSWORD_COST, now = Date.now } = options;
  const { kysely } = options.database;
  const cookies = createOperatorCookies(settings.publicUrl);
  const sessions = createOperatorSessions({ kysely, cookies, now });
  const guard = createGuard({ kysely, sessions, limits, security, log });
  const { shopName } = settings;
  const secondFactor = createSecondFactor({ kysely, guard, sessions, secret, shopName, now });
  const invitations = createInvitations({ kysely, guard, sessions, settings, mail, security, passwordCost, now });

  /** A hash that no password has. Checking it takes as long as checking an operator's. */
  let decoy: Promise<string> | undefined;
  const decoyHash = (): Promise<string> => (decoy ??= hashPassword(randomBytes(32).toString('hex'), passwordCost));

  /** Does the work after a login, unless the password has changed since it was checked. */
  function withPassword(userId: string, hash: string, work: (trx: Transaction<Tables>) => Promise<Headers>) {
    return guard.write(async (trx) => {
      const same = trx
        .selectFrom('operators')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('password', '=', hash);
      return (await same.forUpdate().executeTakeFirst()) ? work(trx) : null;
    });
  }

  async function openChallenge(trx: Transaction<Tables>, userId: string): Promise<Headers> {
    const token = newToken();
    const expires_at = new Date(now() + CHALLENGE_SECONDS * 1000);
    await trx.deleteFrom('operator_challenges').where('expires_at', '<=', new Date(now())).execute();
    await trx
      .insertInto('operator_challenges')
      .values({ token_hash: hashToken(token), user_id: userId, expires_at })
      .execute();
    return new Headers({ 'Set-Cookie': cookies.set('challenge', token, CHALLENGE_SECONDS) });
  }

  return {
    ...createOperatorAccounts({ kysely, guard, security, now }),
    session: sessions.find,

    signIn: (typed, caller) =>
      guard.attempt(async () => {
        const form = parseBy(loginForm, typed);
        if (!form.ok) return badForm(form.reason);
        const { email, password } = form.value;
        const locked = await guard.count('sign-in', LOGIN_LIMITS, email, caller, { email });
        if (locked) return locked;
        const stored = await kysely
          .selectFrom('users')
          .innerJoin('operators', 'operators.user_id', 'users.id')
          .select(['user_id', 'password', 'totp_enabled_at'])
          .where('email', '=', email)
          .where('role', '=', OPERATOR_ROLE)
          .executeTakeFirst();
        const noPassword = await decoyHash();
        const right = await verifyPassword({ hash: stored?.password ?? noPassword, password });
        const userId = stored?.user_id;
        const wrong = (): Refused => {
          guard.note('operator-login-failed', caller, { userId, email, code: WRONG_CREDENTIALS.code });
          return refuse(WRONG_CREDENTIALS);
        };
        if (!stored || !right) return wrong();
        await guard.reset('sign-in', LOGIN_LIMITS, email, caller);
        const { user_id, password: hash, totp_enabled_at } = stored;
        const needsCode = totp_enabled_at !== null;
        const headers = await withPassword(user_id, hash, (trx) =>
          needsCode ? openChallenge(trx, user_id) : sessions.open(trx, user_id, caller.headers),
        );
        if (!headers) return wrong();
        if (!needsCode) guard.note('operator-login', caller, { userId, factor: 'password' });
        return { ok: true, headers, secondFactor: needsCode };
      }),

    confirmSignIn: ({ code }, caller) =>
      guard.attempt(async () => {
        const sent = cookies.hashes('challenge', caller.headers);
        const challenges = kysely.selectFrom('operator_challenges').select(['token_hash', 'user_id']);
        const challenge =
          sent.length === 0
            ? undefined
            : await challenges
                .where('token_hash', 'in', sent)
                .where('expires_at', '>', new Date(now()))
                .executeTakeFirst();
        if (!challenge) return refuse(NOT_SIGNED_IN);
        const { user_id: userId, token_hash } = challenge;
        const locked =
          (await guard.count('code', CODE_LIMITS, userId, caller, { userId })) ??
          (await guard.count('code-daily', DAILY_CODE_LIMITS, userId, caller, { userId }));
        if (locked) return locked;
        const checked = await secondFactor.check(userId, String(code));
        const headers = await guard.write(async (trx) => {
          if (!(await checked.use(trx))) return null;
          const answered = trx.deleteFrom('operator_challenges').where('token_hash', '=', token_hash);
          const { numDeletedRows } = await answered.executeTakeFirst();
          return numDeletedRows > 0n ? sessions.open(trx, userId, caller.headers) : null;
        });
        if (!headers) {
          guard.note('second-factor-failed', caller, { userId, code: WRONG_CODE.code });
          return refuse(WRONG_CODE);
        }
        await guard.reset('code', CODE_LIMITS, userId, caller);
        guard.note('operator-login', caller, { userId, factor: checked.kind });
        return { ok: true, headers };
      }),

    signOut: (caller) => guard.attempt(async () => ({ ok: true, headers: await sessions.end(caller.headers) })),

    changePassword: ({ current, password }, caller) =>
      guard.attempt(async () => {
        const confirmed = await guard.confirm(current, caller);
        if (!confirmed.ok) return confirmed;
        const { session, hash } = confirmed;
        const { id: userId, email, name } = session.operator;
        const form = parseBy(changePasswordForm, { currentPassword: current, newPassword: password });
        if (!form.ok) return badForm(form.reason);
        const { newPassword } = form.value;
        const weak = await passwordError(newPassword, [shopName, new URL(settings.publicUrl).hostname, email, name]);
        if (weak) return refuse({ status: 400, ...weak });
        const newHash = await hashPassword(newPassword, passwordCost);
        const headers = await guard.write(async (trx) => {
          const own = trx.updateTable('operators').set({ password: newHash }).where('user_id', '=', userId);
          const { numUpdatedRows } = await own.where('password', '=', hash).executeTakeFirst();
          if (numUpdatedRows === 0n) return null;
          await sessions.endAll(trx, userId);
          return sessions.open(trx, userId, caller.headers);
        });
        if (!headers) return refuse(WRONG_PASSWORD);
        guard.note('operator-password-changed', caller, { userId });
        return { ok: true, headers };
      }),

    invitation: invitations.find,
    acceptInvitation: invitations.accept,
    invite: invitations.invite,
    beginSecondFactor: secondFactor.begin,
    enableSecondFactor: secondFactor.enable,
    disableSecondFactor: secondFactor.disable,
    renewRecoveryCodes: secondFactor.renewRecoveryCodes,
    sessions: sessions.list,
    endSession: sessions.endOne,

    async setOrderMails({ operator: { id } }, on) {
      await guard.write(async (trx) => {
        const own = trx.updateTable('users').set({ order_mails: on }).where('id', '=', id);
        await own.where('role', '=', OPERATOR_ROLE).execute();
        await notify(trx, 'profile', id);
      });
    },
  };
}

function badForm(reason: Reason): Refused {
  return refuse({ status: 400, code: 'INVALID_BODY', reason });
}
