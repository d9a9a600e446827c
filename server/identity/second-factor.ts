/** Codes of an app, and recovery codes: each good once, and stored so that a reader of the database cannot use them. */
import { createHash, createHmac, randomInt } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';
import { type Kysely, sql } from 'kysely';
import type { Session as DatabaseSession } from '../db/session.ts';
import type { Tables } from '../db/tables.ts';
import type { Access, AccessOptions, SignOutcome } from './access.ts';
import type { Caller } from './guard.ts';
import { CODE_LIMITS, DAILY_CODE_LIMITS } from './limits.ts';
import { type Refused, malformed, refuse } from './refusals.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

interface ProposedFactor {
  ok: true;
  /** In base32, to be typed into an app. */
  secret: string;
  uri: string;
  recoveryCodes: string[];
}

type PasswordAndCode = Readonly<Record<'password' | 'code', string>>;

const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 118 bits. They are stored as plain digests, which is enough above 112 bits: nobody can try them all. */
const RECOVERY_LENGTH = 24;

const WRONG_CODE = malformed(400, 'INVALID_CODE', 'This code is not right, or was used before.');
const ALREADY_ON = malformed(409, 'SECOND_FACTOR_ON', 'The second factor is on already. Switch it off first.');
const NOT_ON = malformed(409, 'SECOND_FACTOR_OFF', 'The second factor is not on.');

const ACTION = 'operators.second-factor';

/** What switches a second factor off. */
export const NO_SECOND_FACTOR = { totp_secret: null, totp_enabled_at: null, totp_step: null, recovery_codes: null };

export function createSecondFactor(
  { kysely, now, change, confirmed, guard, signedIn }: Access,
  { secret, sender }: Pick<AccessOptions, 'secret' | 'sender'>,
) {
  const digestOf = (code: string): string =>
    createHmac('sha256', keyText(secret)).update(normalize(code)).digest('base64url');

  function newRecoveryCodes(): { codes: string[]; digests: string[] } {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    return { codes, digests: codes.map(digestOf) };
  }

  async function match(userId: string, code: string) {
    const keys = kysely.selectFrom('users').select(['totp_secret', 'totp_enabled_at']);
    const stored = await keys.where('id', '=', userId).executeTakeFirst();
    if (!stored?.totp_secret) return null;
    // Encrypted with an older AUTH_SECRET it cannot be read: then no code is right (docs/security.md).
    const plain = unseal(stored.totp_secret, secret);
    return { ...stored, step: plain === null ? null : totpStep(plain, normalize(code), now()) };
  }

  /** An update of the account, if its second factor is on, or is not. */
  function account(executor: Kysely<Tables>, userId: string, on: boolean) {
    const own = executor.updateTable('users').where('id', '=', userId);
    return own.where('totp_enabled_at', on ? 'is not' : 'is', null);
  }

  const secondFactor = {
    /** Proposes a secret and recovery codes; they count when `enableSecondFactor` gets a code of that secret. */
    beginSecondFactor: ({ password }: { password: string }, caller: Caller): Promise<ProposedFactor | Refused> =>
      confirmed(password, caller, async ({ id, email }) => {
        const { codes, digests } = newRecoveryCodes();
        const proposed = newTotpSecret();
        const { numUpdatedRows } = await account(kysely, id, false)
          .set({ totp_secret: seal(proposed, secret), recovery_codes: digests })
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return refuse(ALREADY_ON);
        const uri = totpUri({ secret: proposed, shop: sender.name, email });
        return { ok: true, secret: proposed, uri, recoveryCodes: codes };
      }),

    enableSecondFactor: ({ code }: { code: string }, caller: Caller): Promise<SignOutcome> =>
      signedIn(caller, async (user) => {
        const { id } = user;
        const matched = await match(id, String(code));
        if (!matched) return refuse(NOT_ON);
        const { step, totp_secret } = matched;
        if (matched.totp_enabled_at) return refuse(ALREADY_ON);
        const enabled =
          step !== null &&
          (await change(user, caller, ACTION, { on: true }, async (trx) => {
            const proposed = account(trx, id, false).where('totp_secret', '=', totp_secret);
            const on = proposed.set({ totp_enabled_at: new Date(now()), totp_step: step });
            return (await on.executeTakeFirst()).numUpdatedRows;
          }));
        if (!enabled) return refuse(WRONG_CODE);
        guard.note('second-factor-on', caller, { userId: id });
        return { ok: true, headers: new Headers() };
      }),

    /** With a code too: who has only the password must not get rid of the factor, nor get recovery codes that do. */
    disableSecondFactor: ({ password, code }: PasswordAndCode, caller: Caller): Promise<SignOutcome> =>
      confirmed(password, caller, async (user) => {
        const checked = await checkCode(user.id, code, caller);
        if (!checked.ok) return checked;
        const disabled = await change(user, caller, ACTION, { on: false }, async (trx) => {
          if (!(await checked.use(trx))) return 0n;
          const off = account(trx, user.id, true).set(NO_SECOND_FACTOR);
          return (await off.executeTakeFirst()).numUpdatedRows;
        });
        if (!disabled) return wrongCode(caller, user.id);
        guard.note('second-factor-off', caller, { userId: user.id });
        return { ok: true, headers: new Headers() };
      }),

    renewRecoveryCodes: (
      { password, code }: PasswordAndCode,
      caller: Caller,
    ): Promise<{ ok: true; recoveryCodes: string[] } | Refused> =>
      confirmed(password, caller, async ({ id }) => {
        const checked = await checkCode(id, code, caller);
        if (!checked.ok) return checked;
        const { codes, digests } = newRecoveryCodes();
        const renewed = await guard.write(async (trx) => {
          if (!(await checked.use(trx))) return false;
          await account(trx, id, true).set({ recovery_codes: digests }).execute();
          return true;
        });
        if (!renewed) return wrongCode(caller, id);
        guard.note('recovery-codes-renewed', caller, { userId: id });
        return { ok: true, recoveryCodes: codes };
      }),
  };

  const wrongCode = (caller: Caller, userId: string): Refused =>
    guard.fail('second-factor-failed', caller, WRONG_CODE, { userId });

  /** Uses a code up where the second factor is on; the refusal, or null. */
  async function spendCode(userId: string, code: string, caller: Caller): Promise<Refused | null> {
    const checked = await checkCode(userId, code, caller);
    if (!checked.ok) return checked;
    return (await guard.write(checked.use)) ? null : wrongCode(caller, userId);
  }

  async function isOn(userId: string): Promise<boolean> {
    const own = kysely.selectFrom('users').select('id').where('id', '=', userId);
    return (await own.where('totp_enabled_at', 'is not', null).executeTakeFirst()) !== undefined;
  }

  /** Counts and checks a code of the app, or a recovery code. `use` uses it up, in a transaction, and says whether it was right. */
  async function checkCode(userId: string, code: string, caller: Caller) {
    const locked =
      (await guard.count('operator-code', CODE_LIMITS, userId, caller, { userId })) ??
      (await guard.count('operator-code-daily', DAILY_CODE_LIMITS, userId, caller, { userId }));
    if (locked) return locked;
    const matched = await match(userId, code);
    const kind = matched?.step === null ? 'recovery-code' : 'totp';
    if (!matched?.totp_enabled_at) return refuse(NOT_ON);
    const { step, totp_secret } = matched;
    const digest = digestOf(code);
    const use = async (trx: Kysely<Tables>): Promise<boolean> => {
      const own = account(trx, userId, true);
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
    return { ok: true as const, kind, use };
  }

  return { secondFactor, checkCode, wrongCode, spendCode, isOn };
}

/** Encrypts all secrets for another AUTH_SECRET. Recovery codes are digests that cannot be made again: they are removed. */
export async function resealSecondFactors({ rows }: DatabaseSession, from: string, to: string): Promise<void> {
  const stored = await rows('select id, totp_secret from users where totp_secret is not null');
  for (const { id, totp_secret } of stored) {
    const plain = unseal(String(totp_secret), from);
    // Made with a secret before the backup's: no code of it was right there either.
    if (plain === null) continue;
    await rows("update users set totp_secret = $1, recovery_codes = '{}' where id = $2", [seal(plain, to), id]);
  }
}

function keyText(authSecret: string): string {
  return `second factor:${authSecret}`;
}

function cipherOf(authSecret: string) {
  const key = createHash('sha256').update(keyText(authSecret)).digest();
  return managedNonce(xchacha20poly1305)(key);
}

function seal(text: string, authSecret: string): string {
  return Buffer.from(cipherOf(authSecret).encrypt(Buffer.from(text))).toString('hex');
}

/** Null when it was sealed with another secret. */
function unseal(sealed: string, authSecret: string): string | null {
  try {
    return Buffer.from(cipherOf(authSecret).decrypt(Buffer.from(sealed, 'hex'))).toString();
  } catch {
    return null;
  }
}

/** A code as it is compared: people type spaces and hyphens as they like. */
function normalize(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

/** 'abcd-efgh-jkmn-pqrs-tuvw-xyz2'. */
function newRecoveryCode(): string {
  const letter = () => RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length));
  return Array.from({ length: RECOVERY_LENGTH }, letter)
    .join('')
    .replace(/.{4}(?=.)/g, '$&-');
}
