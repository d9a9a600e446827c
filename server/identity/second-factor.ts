/** Codes of an app, and recovery codes. The library's plug-in would accept a code twice, and keep recovery codes readable for the shop. */
import { createHmac, randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { audit } from '../db/audit.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { type Caller, type Guard, type Refused, refuse } from './operator-guard.ts';
import type { OperatorSessions } from './operator-sessions.ts';
import type { SignOutcome } from './identity.ts';
import { NOT_SIGNED_IN, type Refusal } from './refusals.ts';
import { secondFactorKey } from './second-factor-secrets.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

export interface SecondFactor {
  /** Proposes a secret and recovery codes; they count when `enable` gets a code of that secret. */
  begin(form: { password: string }, caller: Caller): Promise<ProposedFactor | Refused>;
  enable(form: { code: string }, caller: Caller): Promise<SignOutcome>;
  disable(form: { password: string }, caller: Caller): Promise<SignOutcome>;
  renewRecoveryCodes(
    form: { password: string },
    caller: Caller,
  ): Promise<{ ok: true; recoveryCodes: string[] } | Refused>;
  /** Checks a code of the app, or a recovery code. `use` uses it up, in a transaction, and says whether it was right. */
  check(userId: string, code: string): Promise<CheckedCode>;
}

interface CheckedCode {
  kind: 'totp' | 'recovery-code';
  use(trx: Kysely<Tables>): Promise<boolean>;
}

export interface ProposedFactor {
  ok: true;
  /** In base32, to be typed into an app. */
  secret: string;
  uri: string;
  recoveryCodes: string[];
  headers: Headers;
}

interface Options {
  kysely: Kysely<Tables>;
  guard: Guard;
  sessions: Pick<OperatorSessions, 'find'>;
  secret: string;
  shopName: string;
  now: () => number;
}

const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 118 bits. They are stored as plain digests, which is enough above 112 bits: nobody can try them all. */
const RECOVERY_LENGTH = 24;

export const WRONG_CODE: Refusal = {
  status: 400,
  code: 'INVALID_CODE',
  reason: { code: 'malformed', detail: 'This code is not right, or was used before.' },
};
const ALREADY_ON: Refusal = {
  status: 409,
  code: 'SECOND_FACTOR_ON',
  reason: { code: 'malformed', detail: 'The second factor is on already. Switch it off first.' },
};
const NOT_ON: Refusal = {
  status: 409,
  code: 'SECOND_FACTOR_OFF',
  reason: { code: 'malformed', detail: 'The second factor is not on.' },
};

export function createSecondFactor({ kysely, guard, sessions, secret, shopName, now }: Options): SecondFactor {
  const key = secondFactorKey(secret);

  const digestOf = (code: string): string => createHmac('sha256', key).update(normalize(code)).digest('base64url');

  function newRecoveryCodes(): { codes: string[]; digests: string[] } {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    return { codes, digests: codes.map(digestOf) };
  }

  async function match(userId: string, code: string) {
    const stored = await kysely
      .selectFrom('operators')
      .select(['totp_secret', 'totp_enabled_at'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!stored?.totp_secret) return null;
    const { symmetricDecrypt } = await import('better-auth/crypto');
    // Encrypted with an older AUTH_SECRET it cannot be read: then no code is right (docs/security.md).
    const plain = await symmetricDecrypt({ key, data: stored.totp_secret }).catch(() => null);
    return { ...stored, step: plain === null ? null : totpStep(plain, normalize(code), now()) };
  }

  async function change(userId: string, email: string, on: boolean, update: (trx: Kysely<Tables>) => Promise<boolean>) {
    return guard.write(async (trx) => {
      if (!(await update(trx))) return false;
      await audit(trx, { actor: email, action: 'operators.second-factor', subject: email, details: { on } });
      await notify(trx, 'profile', userId);
      return true;
    });
  }

  return {
    begin: ({ password }, caller) =>
      guard.attempt(async () => {
        const confirmed = await guard.confirm(password, caller);
        if (!confirmed.ok) return confirmed;
        const { id, email } = confirmed.session.operator;
        const { codes, digests } = newRecoveryCodes();
        const proposed = newTotpSecret();
        const { symmetricEncrypt } = await import('better-auth/crypto');
        const sealed = await symmetricEncrypt({ key, data: proposed });
        const { numUpdatedRows } = await kysely
          .updateTable('operators')
          .set({ totp_secret: sealed, recovery_codes: digests })
          .where('user_id', '=', id)
          .where('totp_enabled_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return refuse(ALREADY_ON);
        const uri = totpUri({ secret: proposed, shop: shopName, email });
        return { ok: true, secret: proposed, uri, recoveryCodes: codes, headers: new Headers() };
      }),

    enable: ({ code }, caller) =>
      guard.attempt(async () => {
        const session = await sessions.find(caller.headers);
        if (!session) return refuse(NOT_SIGNED_IN);
        const { id, email } = session.operator;
        const matched = await match(id, String(code));
        if (!matched) return refuse(NOT_ON);
        const { step, totp_secret } = matched;
        if (matched.totp_enabled_at) return refuse(ALREADY_ON);
        const enabled =
          step !== null &&
          (await change(id, email, true, async (trx) => {
            const { numUpdatedRows } = await trx
              .updateTable('operators')
              .set({ totp_enabled_at: new Date(now()), totp_step: step })
              .where('user_id', '=', id)
              .where('totp_secret', '=', totp_secret)
              .where('totp_enabled_at', 'is', null)
              .executeTakeFirst();
            return numUpdatedRows > 0n;
          }));
        if (!enabled) return refuse(WRONG_CODE);
        guard.note('second-factor-on', caller, { userId: id });
        return { ok: true, headers: new Headers() };
      }),

    disable: ({ password }, caller) =>
      guard.attempt(async () => {
        const confirmed = await guard.confirm(password, caller);
        if (!confirmed.ok) return confirmed;
        const { id, email } = confirmed.session.operator;
        const disabled = await change(id, email, false, async (trx) => {
          const { numUpdatedRows } = await trx
            .updateTable('operators')
            .set({ totp_secret: null, totp_enabled_at: null, recovery_codes: [] })
            .where('user_id', '=', id)
            .where('totp_enabled_at', 'is not', null)
            .executeTakeFirst();
          return numUpdatedRows > 0n;
        });
        if (!disabled) return refuse(NOT_ON);
        guard.note('second-factor-off', caller, { userId: id });
        return { ok: true, headers: new Headers() };
      }),

    renewRecoveryCodes: ({ password }, caller) =>
      guard.attempt(async () => {
        const confirmed = await guard.confirm(password, caller);
        if (!confirmed.ok) return confirmed;
        const { id } = confirmed.session.operator;
        const { codes, digests } = newRecoveryCodes();
        const { numUpdatedRows } = await kysely
          .updateTable('operators')
          .set({ recovery_codes: digests })
          .where('user_id', '=', id)
          .where('totp_enabled_at', 'is not', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return refuse(NOT_ON);
        guard.note('recovery-codes-renewed', caller, { userId: id });
        return { ok: true, recoveryCodes: codes };
      }),

    async check(userId, code) {
      const matched = await match(userId, code);
      const kind = matched?.step === null ? 'recovery-code' : 'totp';
      if (!matched?.totp_enabled_at) return { kind, use: async () => false };
      const { step, totp_secret } = matched;
      const digest = digestOf(code);
      const use = async (trx: Kysely<Tables>): Promise<boolean> => {
        const own = trx.updateTable('operators').where('user_id', '=', userId);
        // One statement decides, so that of two parallel requests only one gets in.
        const used =
          step === null
            ? own
                .set({ recovery_codes: sql<string[]>`array_remove(recovery_codes, ${digest})` })
                .where(sql<boolean>`${digest} = any(recovery_codes)`)
            : own.set({ totp_step: step }).where('totp_secret', '=', totp_secret).where('totp_step', '<', step);
        const { numUpdatedRows } = await used.executeTakeFirst();
        return numUpdatedRows > 0n;
      };
      return { kind, use };
    },
  };
}

/** A code as it is compared: people type spaces and hyphens as they like. */
function normalize(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

/** 'abcd-efgh-jkmn-pqrs-tuvw-xyz2'. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: RECOVERY_LENGTH }, () =>
    RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length)),
  );
  return letters.join('').replace(/.{4}(?=.)/g, '$&-');
}
