import { createHash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { subnetOf } from '../http/subnet.ts';
import type { SecurityLog } from '../security-log.ts';
import { CLIENT_ADDRESS } from '../http/client-address.ts';

/** The result of the check; `retryAfter` in seconds. */
export type OperatorAuthentication =
  | { kind: 'admitted' }
  | { kind: 'refused' }
  | { kind: 'limited'; retryAfter: number };

/** What a token opens. */
export type Door = 'api' | 'metrics';

const MAX_WRONG_TOKENS = 10;
const WINDOW_MS = 60_000;
const MAX_NETWORKS = 10_000;

interface TokenCheckOptions {
  token: string;
  /** Opens the metrics, as the other one does. */
  metricsToken?: string | undefined;
  rateLimit: boolean;
  /** ms since 1970. */
  now?: () => number;
}

/** Compares hashes, so every wrong token takes the same time. The right one always passes, so that nobody can lock the operator out. */
export function createTokenCheck({ token, metricsToken = token, rateLimit, now = Date.now }: TokenCheckOptions) {
  const expected = { api: [digest(token)], metrics: [digest(token), digest(metricsToken)] };
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

  return (
    authorization: string | null | undefined,
    address: string | null,
    door: Door = 'api',
  ): OperatorAuthentication => {
    const [, given] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    const sent = digest(given ?? '');
    if (expected[door].some((right) => timingSafeEqual(sent, right)) && given !== undefined)
      return { kind: 'admitted' };
    return rateLimit && authorization ? count(subnetOf(address)) : { kind: 'refused' };
  };
}

export function createOperatorAuthentication(options: TokenCheckOptions & { security: SecurityLog }) {
  const admit = createTokenCheck(options);
  return (headers: Headers, door: Door): OperatorAuthentication => {
    const authorization = headers.get('authorization');
    const address = headers.get(CLIENT_ADDRESS);
    const admission = admit(authorization, address, door);
    if (admission.kind === 'refused') {
      const token = authorization === null ? 'none' : 'wrong';
      options.security.log('warn', { event: 'operator-refused', address, token });
    }
    return admission;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
