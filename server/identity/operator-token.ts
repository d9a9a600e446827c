/** Checks the operator's bearer token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { subnetOf } from '../http/subnet.ts';
import type { SecurityLog } from '../security-log.ts';
import { CLIENT_ADDRESS } from './client-address.ts';

/** The result of the check; `retryAfter` in seconds. */
export type OperatorAuthentication =
  | { kind: 'admitted' }
  | { kind: 'refused' }
  | { kind: 'limited'; retryAfter: number };

/** Checks an `Authorization` header; the client's address is for the limit. */
export type TokenCheck = (authorization: string | null | undefined, address: string | null) => OperatorAuthentication;

/** Wrong tokens that a network may send within `WINDOW_MS`. */
const MAX_WRONG_TOKENS = 10;
const WINDOW_MS = 60_000;
/** The maximum number of networks in memory. */
const MAX_NETWORKS = 10_000;

interface TokenCheckOptions {
  /** See data-dir/secrets.ts. */
  token: string;
  /** Whether wrong tokens are counted. */
  rateLimit: boolean;
  /** ms since 1970. */
  now?: () => number;
}

/**
 * Checks headers against the token. It compares hashes of equal length, so every wrong token takes the same time. A network that sends many
 * wrong ones must wait. The right token is accepted even then, so that nobody can lock the operator out.
 */
export function createTokenCheck({ token, rateLimit, now = Date.now }: TokenCheckOptions): TokenCheck {
  const expected = digest(token);
  const wrong = new LRUCache<string, { count: number; until: number }>({ max: MAX_NETWORKS });

  function count(network: string): OperatorAuthentication {
    const at = now();
    const before = wrong.get(network);
    const counted = before && before.until > at ? before : { count: 0, until: at + WINDOW_MS };
    counted.count += 1;
    wrong.set(network, counted);
    if (counted.count <= MAX_WRONG_TOKENS) return { kind: 'refused' };
    return { kind: 'limited', retryAfter: Math.ceil((counted.until - at) / 1000) };
  }

  return (authorization, address) => {
    const [, given] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    if (timingSafeEqual(digest(given ?? ''), expected) && given !== undefined) return { kind: 'admitted' };
    return rateLimit && authorization ? count(subnetOf(address)) : { kind: 'refused' };
  };
}

/** Checks a request's headers and logs refusals. */
export function createOperatorAuthentication({
  security,
  ...options
}: TokenCheckOptions & { security: SecurityLog }): (headers: Headers) => OperatorAuthentication {
  const admit = createTokenCheck(options);
  return (headers) => {
    const authorization = headers.get('authorization');
    const address = headers.get(CLIENT_ADDRESS);
    const admission = admit(authorization, address);
    if (admission.kind === 'refused') {
      security.log('warn', { event: 'operator-refused', address, token: authorization === null ? 'none' : 'wrong' });
    }
    return admission;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
