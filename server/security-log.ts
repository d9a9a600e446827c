/** The security log: one line with `"msg":"security"` for each accepted or refused event (operations, "The security log"). */
import { createHmac } from 'node:crypto';
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

/** `secret` is the key of the e-mail digests, so that a reader of the log cannot test addresses. */
export function createSecurityLog(log: Pick<Logger, 'info' | 'warn'>, secret: string) {
  return {
    /** Writes one line, `{event, user?, network, …}`: 'info' for accepted, 'warn' for refused. */
    log(level: 'info' | 'warn', { event, address, userId, email, ...facts }: SecurityEvent): void {
      const user = userId ?? (email ? emailDigest(email, secret) : undefined);
      log[level]({ event, ...(user === undefined ? {} : { user }), network: subnetOf(address), ...facts }, 'security');
    },
  };
}

/** Its first character distinguishes it from an id. */
function emailDigest(email: string, secret: string): string {
  return `~${createHmac('sha256', secret).update(`security-log:${email}`).digest('base64url').slice(0, 22)}`;
}
