/** The operator's bearer token, checked here and nowhere else. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../http/network.ts';
import type { SecurityLog } from '../security-log.ts';
import { CLIENT_ADDRESS } from './client-address.ts';

/** What becomes of a request: `retryAfter` in seconds. */
export type Admission = { kind: 'admitted' } | { kind: 'refused' } | { kind: 'limited'; retryAfter: number };

/** Decides by an `Authorization` header and the client's address. */
export type Admit = (authorization: string | null | undefined, address: string | null) => Admission;

/** Wrong tokens that a network may send within `WINDOW_MS`. */
const MOST_WRONG = 10;
const WINDOW_MS = 60_000;
/** Networks that are remembered. */
const MOST_NETWORKS = 10_000;

interface AdmissionOptions {
  /** See data-dir/secrets.ts. */
  token: string;
  /** Whether wrong tokens are counted. */
  rateLimit: boolean;
  /** ms since 1970. */
  now?: () => number;
}

/**
 * Checks headers against the token. It takes the same time for every wrong one: hashes of one length are compared. Who sends
 * many is asked to wait; the right one is let in even so, that nobody can lock the operator out.
 */
export function createAdmission({ token, rateLimit, now = Date.now }: AdmissionOptions): Admit {
  const expected = digest(token);
  const wrong = new LRUCache<string, { count: number; until: number }>({ max: MOST_NETWORKS });

  function count(network: string): Admission {
    const at = now();
    const before = wrong.get(network);
    const counted = before && before.until > at ? before : { count: 0, until: at + WINDOW_MS };
    counted.count += 1;
    wrong.set(network, counted);
    if (counted.count <= MOST_WRONG) return { kind: 'refused' };
    return { kind: 'limited', retryAfter: Math.ceil((counted.until - at) / 1000) };
  }

  return (authorization, address) => {
    const [, given] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    if (timingSafeEqual(digest(given ?? ''), expected) && given !== undefined) return { kind: 'admitted' };
    return rateLimit && authorization ? count(networkOf(address)) : { kind: 'refused' };
  };
}

/** Decides by a request's headers, and logs refusals. */
export function createOperatorAdmission({
  security,
  ...options
}: AdmissionOptions & { security: SecurityLog }): (headers: Headers) => Admission {
  const admit = createAdmission(options);
  return (headers) => {
    const authorization = headers.get('authorization');
    const address = headers.get(CLIENT_ADDRESS);
    const admission = admit(authorization, address);
    if (admission.kind === 'refused') {
      security.note('warn', { event: 'operator-refused', address, token: authorization === null ? 'none' : 'wrong' });
    }
    return admission;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
