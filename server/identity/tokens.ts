/** Random tokens, and those that are good once. The database has hashes of them, which open nothing. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { refused } from '../../domain/outcome.ts';
import type { Tables } from '../db/tables.ts';

type TokenPurpose = Tables['one_time_tokens']['purpose'];

export const INVALID_TOKEN = refused(400, { code: 'invalid-token' });

/** 256 bits, 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The token of something, the same each time: 192 bits, which nobody knows without the secret. 32 characters of base64url. */
export function tokenOf(secret: string, thing: string): string {
  return createHmac('sha256', secret).update(`token:${thing}`).digest().subarray(0, 24).toString('base64url');
}

export function hashToken(token: string): string {
  return digestOf(token).toString('base64url');
}

export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Tokens that are good once; `now` in ms since 1970. */
export function createOneTimeTokens(now: () => number) {
  return {
    async issue(executor: Kysely<Tables>, purpose: TokenPurpose, user_id: string | null, seconds: number) {
      const token = newToken();
      const expires_at = new Date(now() + seconds * 1000);
      const row = { token_hash: hashToken(token), purpose, user_id, expires_at };
      await executor.insertInto('one_time_tokens').values(row).execute();
      return token;
    },
    /** The first of these tokens that is good, and whose it is. */
    async find(executor: Kysely<Tables>, purpose: TokenPurpose, tokens: readonly string[]) {
      if (tokens.length === 0) return null;
      const found = await executor
        .selectFrom('one_time_tokens')
        .select(['token_hash', 'user_id'])
        .where('token_hash', 'in', tokens.map(hashToken))
        .where('purpose', '=', purpose)
        .where('expires_at', '>', new Date(now()))
        .executeTakeFirst();
      const token = tokens.find((sent) => hashToken(sent) === found?.token_hash);
      return found && token ? { ...found, token } : null;
    },
    /** Uses a found token up, in a transaction; false when it is used or gone. */
    async use(trx: Kysely<Tables>, { token_hash }: { token_hash: string }): Promise<boolean> {
      const used = trx.deleteFrom('one_time_tokens').where('token_hash', '=', token_hash);
      const { numDeletedRows } = await used.where('expires_at', '>', new Date(now())).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
