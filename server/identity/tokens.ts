/**
 * What says who somebody is: random tokens, the cookies of sessions that have them, and the tokens of the operator's
 * API and of the metrics. The database has hashes of the random ones, so a reader of its tables cannot use them.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { refused } from '../../domain/outcome.ts';
import type { Tables } from '../db/tables.ts';
import type { Settings } from '../environment.ts';
import { CLIENT_ADDRESS, subnetOf } from '../http/client-address.ts';
import type { SecurityLog } from '../log.ts';

export type TokenPurpose = 'password-reset' | 'login-code' | 'passkey';

export const INVALID_TOKEN = refused(400, { code: 'invalid-token' });

/** 256 bits, 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return digestOf(token).toString('base64url');
}

function digestOf(text: string): Buffer {
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

export type SessionKind = 'shop' | 'console';

export type CookieName = keyof typeof SUFFIXES;

export type Cookies = ReturnType<typeof createCookies>;

const SUFFIXES = {
  shop: '.session_token',
  console: '-operator.session_token',
  /** The password was right, the code is next. */
  'login-code': '-operator.two_factor',
  /** The challenge that a passkey has to answer. */
  passkey: '-operator.passkey',
  /** The session in which the reminder was dismissed. */
  reminded: '-operator.reminded',
};

/** The shop's cookies and the console's are apart, so one browser may be signed in to both. */
export function createCookies(publicUrl: string, secret: string) {
  const https = publicUrl.startsWith('https:');
  // Over TLS browsers accept a `__Host-` cookie only from this host itself, never from a sibling domain.
  const nameOf = (name: CookieName): string => `${https ? '__Host-' : ''}sodai${SUFFIXES[name]}`;
  // Lax, because a link in a mail about an order must find its reader signed in. Foreign writes are refused anyway
  // (server/http/refusals.ts).
  const attributes = `Path=/; HttpOnly${https ? '; Secure' : ''}; SameSite=Lax`;
  const cookie = (name: CookieName, value: string, seconds: number | null): string =>
    `${nameOf(name)}=${value}; ${seconds === null ? '' : `Max-Age=${seconds}; `}${attributes}`;
  /** The value of the shop's cookie. The signature shows without the database who has made the token. */
  const signed = (token: string): string => `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;

  function signedToken(sent: string): string[] {
    // A client may decode the signature's `+`, `/` and `=` before it sends them back.
    const value = sent.replaceAll(/%(?:2B|2F|3D)/gi, decodeURIComponent);
    const token = value.slice(0, value.lastIndexOf('.'));
    const [given, expected] = [Buffer.from(value), Buffer.from(signed(token))];
    return given.length === expected.length && timingSafeEqual(given, expected) ? [token] : [];
  }

  return {
    /** With `seconds` null the cookie ends with the browser. */
    set: (name: CookieName, token: string, seconds: number | null): string =>
      cookie(name, name === 'shop' ? encodeURIComponent(signed(token)) : token, seconds),
    clear: (name: CookieName): string => cookie(name, '', 0),
    /** All tokens that a request sends: browsers send one for each path and host. Some may have ended. */
    tokens(name: CookieName, headers: Headers): string[] {
      const start = `${nameOf(name)}=`;
      // Removes only spaces and tabs: `trim` removes more, and so would accept other names as the protected one.
      const pairs = (headers.get('cookie') ?? '').split(';').map((part) => part.replace(/^[ \t]+/, ''));
      const own = pairs.filter((pair) => pair.startsWith(start));
      const values = own.map((pair) => pair.slice(start.length).trimEnd());
      return name === 'shop' ? values.flatMap(signedToken) : values;
    },
  };
}

/** What a token opens. */
export type Door = 'api' | 'metrics';

const MAX_WRONG_TOKENS = 10;
const WINDOW_MS = 60_000;
const MAX_NETWORKS = 10_000;

/**
 * Compares hashes: every wrong token takes the same time. The right one always passes: nobody is locked out.
 * `retryAfter` in seconds.
 */
export function createOperatorAuthentication(
  { metricsToken, rateLimit }: Pick<Settings, 'metricsToken' | 'rateLimit'>,
  token: string,
  security: SecurityLog,
) {
  const expected = { api: [digestOf(token)], metrics: [digestOf(token), digestOf(metricsToken ?? token)] };
  const wrong = new LRUCache<string, number>({ max: MAX_NETWORKS, ttl: WINDOW_MS, perf: Date });

  return (headers: Headers, door: Door) => {
    const authorization = headers.get('authorization');
    const [, given] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    const sent = digestOf(given ?? '');
    if (expected[door].some((right) => timingSafeEqual(sent, right)) && given !== undefined)
      return { kind: 'admitted' } as const;
    const address = headers.get(CLIENT_ADDRESS);
    if (rateLimit && authorization) {
      const network = subnetOf(address);
      const count = (wrong.get(network) ?? 0) + 1;
      // The window begins with the first wrong token.
      wrong.set(network, count, { noUpdateTTL: true });
      if (count > MAX_WRONG_TOKENS)
        return { kind: 'limited', retryAfter: Math.ceil(wrong.getRemainingTTL(network) / 1000) } as const;
    }
    security.log('warn', { event: 'operator-refused', address, token: authorization === null ? 'none' : 'wrong' });
    return { kind: 'refused' } as const;
  };
}
