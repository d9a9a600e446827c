/** The security log: lines with `"msg":"security"` for what was accepted or refused (operations, "The security log"). */
import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { subnetOf } from './http/subnet.ts';

export interface SecurityEvent {
  /** 'login', 'login-failed', 'rate-limited', 'foreign-write', 'operator-refused' … */
  event: string;
  /** The client's address from `clientAddress`; the log has only its network. */
  address: string | null;
  userId?: string | undefined;
  /** The e-mail address in the request; the log has only a keyed digest of it. */
  email?: string | null | undefined;
  /** More facts without personal data: a route, a limit. */
  [fact: string]: string | number | null | undefined;
}

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/** The lines of one refusal from one network, and from all networks together, in a minute. The others become one line with their number. */
const LINES = { network: 20, all: 200 };
const MINUTE_MS = 60_000;
const MAX_NETWORKS = 10_000;

/** `secret` is the key of the e-mail digests, so that a reader of the log cannot test addresses. `count` gets every refusal, also those without a line. */
export function createSecurityLog(log: Pick<Logger, 'info' | 'warn'>, secret: string, count = (_event: string) => {}) {
  // Anybody can be refused as often as they like, and must not push the other lines out of the journal.
  const refusals = new LRUCache<string, { event: string; network: string; count: number; max: number }>({
    max: MAX_NETWORKS,
    ttl: MINUTE_MS,
    perf: Date,
    ttlAutopurge: true,
    noUpdateTTL: true,
    dispose({ event, network, count, max }) {
      if (count > max) log.warn({ event, network, more: count - max }, 'security');
    },
  });
  const isTooMany = (event: string, network: string, max: number): boolean => {
    const key = `${event} ${network}`;
    const refusal = refusals.get(key) ?? { event, network, count: 0, max };
    refusal.count += 1;
    refusals.set(key, refusal);
    return refusal.count > max;
  };
  return {
    /** Writes a line, `{event, user?, network, …}`: 'info' for accepted, 'warn' for refused, of which many become one with `more`. */
    log(level: 'info' | 'warn', { event, address, userId, email, ...facts }: SecurityEvent): void {
      const network = subnetOf(address);
      if (level === 'warn') count(event);
      if (level === 'warn' && (isTooMany(event, network, LINES.network) || isTooMany(event, 'all', LINES.all))) return;
      const user = userId ?? (email ? emailDigest(email, secret) : undefined);
      log[level]({ event, ...(user === undefined ? {} : { user }), network, ...facts }, 'security');
    },
  };
}

/** Its first character distinguishes it from an id. */
function emailDigest(email: string, secret: string): string {
  return `~${createHmac('sha256', secret).update(`security-log:${email}`).digest('base64url').slice(0, 22)}`;
}
