import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import type { Reason } from '../../domain/outcome.ts';
import { characterCount } from '../../base/text.ts';

/** The length of a password, in characters. There are no composition rules. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** What is wrong with a new password; null when nothing is. `about`: known texts about the shop and the user. */
export async function passwordError(password: string, about: readonly string[] = []): Promise<Reason | null> {
  const length = characterCount(password);
  if (length < PASSWORD_LENGTH.min) return { code: 'password-too-short' };
  if (length > PASSWORD_LENGTH.max) return { code: 'password-too-long' };
  const { isGuessable } = await import('./password-strength.ts');
  return isGuessable(password, about) ? { code: 'password-too-common' } : null;
}

/**
 * OWASP's argon2id parameters, `memory` in KiB. With those of 19 MiB, as strong and faster, the allocator keeps 110
 * MiB.
 */
export const PASSWORD_COST = { memory: 47_104, passes: 1, parallelism: 1 };
export type PasswordCost = typeof PASSWORD_COST;

const SALT_BYTES = 16;
const HASH_BYTES = 32;

const limit = pLimit(2);
const derive = promisify(argon2);

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, the format of all argon2 implementations. */
const STORED =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return stored(salt, await tag(password, salt, HASH_BYTES, cost), cost);
}

/** A hash that no password has. Checking it takes as long as checking an account's. */
export function decoyHash(cost: PasswordCost): string {
  return stored(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES), cost);
}

function stored(salt: Buffer, hash: Buffer, { memory, passes, parallelism }: PasswordCost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = STORED.exec(hash) ?? [];
  if (salt === undefined || expected === undefined) return false;
  // Longer than any password can be, so it is not hashed.
  if (password.length > 4 * PASSWORD_LENGTH.max) return false;
  const wanted = Buffer.from(expected, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await tag(password, Buffer.from(salt, 'base64'), wanted.length, cost);
  return timingSafeEqual(found, wanted);
}

function tag(password: string, nonce: Buffer, tagLength: number, cost: PasswordCost): Promise<Buffer> {
  // Normalized, because keyboards compose letters in different ways.
  const message = Buffer.from(password.normalize('NFKC'));
  return limit(() => derive('argon2id', { message, nonce, tagLength, ...cost }));
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
