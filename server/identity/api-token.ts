/** Who may use the operator's API, and read the metrics: whoever sends the token. */
import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../environment.ts';
import { CLIENT_ADDRESS, subnetOf } from '../http/client-address.ts';
import type { SecurityLog } from '../log.ts';
import { digestOf } from './tokens.ts';

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
