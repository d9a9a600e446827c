/** The console's cookies. They are apart from the shop's, so one browser may be signed in to both. */
import { createHash, randomBytes } from 'node:crypto';
import { cookiePrefix, cookieValues } from './session-cookie.ts';

/** 'session': signed in. 'challenge': the password was right, the code is next. */
type CookieKind = 'session' | 'challenge';

export interface OperatorCookies {
  set(kind: CookieKind, token: string, seconds: number): string;
  clear(kind: CookieKind): string;
  hashes(kind: CookieKind, headers: Headers): string[];
}

export function createOperatorCookies(publicUrl: string): OperatorCookies {
  const prefix = `${cookiePrefix(publicUrl)}-operator`;
  const names = { session: `${prefix}.session_token`, challenge: `${prefix}.two_factor` };
  // Lax, because a link in a mail about an order must find the operator signed in. server/http/cross-site-writes.ts refuses foreign writes.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`;
  const cookie = (kind: CookieKind, value: string, seconds: number): string =>
    `${names[kind]}=${value}; Max-Age=${seconds}; ${attributes}`;
  return {
    set: cookie,
    clear: (kind) => cookie(kind, '', 0),
    hashes: (kind, headers) => cookieValues(headers.get('cookie'), names[kind]).map(hashToken),
  };
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** How tokens are stored: a reader of the table cannot use them. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
