/**
 * Codes of six digits, which an app shows (RFC 6238), and recovery codes. Each is good once, and stored so that a
 * reader of the database cannot use them.
 */
import { createHash, createHmac, randomInt } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';
import { type Kysely, sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import type { Session as DatabaseSession } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';
import type { Access, AccessOptions, SignOutcome } from './access.ts';
import { badField, type Caller, type Proof } from './guard.ts';

type PasswordAndCode = Readonly<Record<'password' | 'code', string>>;

const TOTP_SECONDS = 30;
const TOTP_SECRET_BYTES = 20;

const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 118 bits. They are stored as plain digests, which is enough above 112 bits: nobody can try them all. */
const RECOVERY_LENGTH = 24;

const WRONG_CODE = badField('code', { code: 'invalid-code' });
const ALREADY_ON = refused(409, { code: 'second-factor-on' });
const NOT_ON = refused(409, { code: 'second-factor-off' });

const ACTION = 'operators.second-factor';

/** What switches a second factor off. */
export const NO_SECOND_FACTOR = { totp_secret: null, totp_enabled_at: null, totp_step: null, recovery_codes: null };

export function createSecondFactor(
  { kysely, now, change, confirmed, guard, signedIn }: Access,
  { secret, sender }: Pick<AccessOptions, 'secret' | 'sender'>,
) {
  const digestOf = (code: string): string =>
    createHmac('sha256', keyText(secret)).update(normalize(code)).digest('base64url');

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

  /** Counts and checks a code of the app, or a recovery code, of which only `use` knows whether it is right. */
  async function checkCode(userId: string, code: string, caller: Caller): Promise<Outcome<Proof>> {
    const locked =
      (await guard.count('operator-code', caller, { userId })) ??
      (await guard.count('operator-code-daily', caller, { userId }));
    if (locked) return locked;
    const matched = await match(userId, code);
    if (!matched?.totp_enabled_at) return NOT_ON;
    const { step, totp_secret } = matched;
    const digest = digestOf(code);
    const use: Proof['use'] = async (trx) => {
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
    const refuse = () => guard.fail('second-factor-failed', caller, WRONG_CODE, { userId });
    return done({ userId, factor: step === null ? 'recovery-code' : 'totp', use, refuse });
  }

  const secondFactor = {
    /** Proposes a secret and recovery codes; they count when `enableSecondFactor` gets a code of that secret. */
    beginSecondFactor: ({ password }: { password: string }, caller: Caller) =>
      confirmed(password, caller, async ({ user: { id, email } }) => {
        const recoveryCodes = newRecoveryCodes();
        const proposed = newTotpSecret();
        const { numUpdatedRows } = await account(kysely, id, false)
          .set({ totp_secret: seal(proposed, secret), recovery_codes: recoveryCodes.map(digestOf) })
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return ALREADY_ON;
        const uri = totpUri({ secret: proposed, shop: sender.name, email });
        return done({ secret: proposed, uri, recoveryCodes });
      }),

    enableSecondFactor: ({ code }: { code: string }, caller: Caller): Promise<SignOutcome> =>
      signedIn(caller, async ({ user }) => {
        const matched = await match(user.id, String(code));
        if (!matched) return NOT_ON;
        const { step, totp_secret } = matched;
        if (matched.totp_enabled_at) return ALREADY_ON;
        const enabled =
          step !== null &&
          (await change(user, caller, ACTION, { on: true }, async (trx) => {
            const proposed = account(trx, user.id, false).where('totp_secret', '=', totp_secret);
            const on = proposed.set({ totp_enabled_at: new Date(now()), totp_step: step });
            return (await on.executeTakeFirst()).numUpdatedRows;
          }));
        if (!enabled) return WRONG_CODE;
        return guard.succeed('second-factor-on', caller, { headers: new Headers() }, { userId: user.id });
      }),

    /** With a code too: who has only the password must not get rid of the factor, nor get recovery codes that do. */
    disableSecondFactor: ({ password, code }: PasswordAndCode, caller: Caller): Promise<SignOutcome> =>
      confirmed(password, caller, async ({ user }) => {
        const checked = await checkCode(user.id, code, caller);
        if (!checked.ok) return checked;
        const { use, refuse } = checked.value;
        const disabled = await change(user, caller, ACTION, { on: false }, async (trx) => {
          if (!(await use(trx))) return 0n;
          const off = account(trx, user.id, true).set(NO_SECOND_FACTOR);
          return (await off.executeTakeFirst()).numUpdatedRows;
        });
        if (!disabled) return refuse();
        return guard.succeed('second-factor-off', caller, { headers: new Headers() }, { userId: user.id });
      }),

    renewRecoveryCodes: ({ password, code }: PasswordAndCode, caller: Caller) =>
      confirmed(password, caller, async ({ user: { id: userId } }) => {
        const checked = await checkCode(userId, code, caller);
        if (!checked.ok) return checked;
        const { use, refuse } = checked.value;
        const recoveryCodes = newRecoveryCodes();
        const renewed = await guard.write(async (trx) => {
          if (!(await use(trx))) return false;
          await account(trx, userId, true)
            .set({ recovery_codes: recoveryCodes.map(digestOf) })
            .execute();
          return true;
        });
        if (!renewed) return refuse();
        return guard.succeed('recovery-codes-renewed', caller, { recoveryCodes }, { userId });
      }),
  };

  return { secondFactor, checkCode };
}

/** Encrypts all secrets for another AUTH_SECRET. Recovery codes, of which it has only digests, are removed. */
export async function resealSecondFactors({ rows }: DatabaseSession, from: string, to: string): Promise<void> {
  const stored = await rows('select id, totp_secret from users where totp_secret is not null');
  for (const { id, totp_secret } of stored) {
    const plain = unseal(String(totp_secret), from);
    // Made with a secret before the backup's: no code of it was right there either.
    if (plain === null) continue;
    await rows("update users set totp_secret = $1, recovery_codes = '{}' where id = $2", [seal(plain, to), id]);
  }
}

/** In base32, as it is typed into an app. */
export function newTotpSecret(): string {
  return new Secret({ size: TOTP_SECRET_BYTES }).base32;
}

export function totpUri({ secret, shop, email }: { secret: string; shop: string; email: string }): string {
  return new TOTP({ issuer: shop, label: email, secret, period: TOTP_SECONDS }).toString();
}

/** The time step whose code this is; null when it is none. A clock may be one step off. `now` in ms since 1970. */
export function totpStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ secret, period: TOTP_SECONDS });
  const off = totp.validate({ token: code, timestamp: now, window: 1 });
  return off === null ? null : totp.counter({ timestamp: now }) + off;
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

/** Such as 'abcd-efgh-jkmn-pqrs-tuvw-xyz2'. */
function newRecoveryCodes(): string[] {
  const letter = () => RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length));
  const letters = () => Array.from({ length: RECOVERY_LENGTH }, letter).join('');
  return Array.from({ length: RECOVERY_CODES }, () => letters().replace(/.{4}(?=.)/g, '$&-'));
}
