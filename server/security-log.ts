/** The security log: one line for whatever the shop refuses or lets in, to be found by `"msg":"security"` (docs/operations.md). */
import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { networkOf } from './http/network.ts';

export interface SecurityEvent {
  /** What happened: 'login', 'login-failed', 'rate-limited', 'foreign-write', 'operator-refused' … */
  event: string;
  /** The client's address as `clientAddress` knows it; the line names its network. */
  address: string | null;
  /** Whose account it is about, where that is known. */
  userId?: string | undefined;
  /** An e-mail address that was claimed; the line has a keyed digest of it. */
  email?: string | null | undefined;
  /** Further facts that name nobody: a route, a limit. */
  [fact: string]: string | number | null | undefined;
}

export interface SecurityLog {
  /** Writes one line, `{event, user?, network, …}`. Good news is 'info', a refusal 'warn'. */
  note(level: 'info' | 'warn', event: SecurityEvent): void;
}

/** `secret` keys the digests of e-mail addresses: nobody who reads the log can try addresses out. */
export function createSecurityLog(log: Pick<Logger, 'info' | 'warn'>, secret: string): SecurityLog {
  return {
    note(level, { event, address, userId, email, ...facts }) {
      const user = userId ?? (email ? emailDigest(email, secret) : undefined);
      log[level]({ event, ...(user === undefined ? {} : { user }), network: networkOf(address), ...facts }, 'security');
    },
  };
}

/** The same for the same address, and told from an id by its first character. */
function emailDigest(email: string, secret: string): string {
  return `~${createHmac('sha256', secret).update(`security-log:${email}`).digest('base64url').slice(0, 22)}`;
}
