/** The session's cookie as the identity library signs it, checked without loading the library. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a session lasts, in seconds: 30 days from signing in (product §11). */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** The prefix of cookie names. Over TLS browsers accept a `__Host-` cookie only from this host itself, never from a sibling domain. */
export function cookiePrefix(publicUrl: string): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}sodai`;
}

export function sessionCookieName(publicUrl: string): string {
  return `${cookiePrefix(publicUrl)}.session_token`;
}

export interface SessionCookie {
  token: string;
  /** `name=value`, exactly as it was sent. */
  pair: string;
}

/** With the shop's signature, in their order. Browsers send one for each path and host it was set for; some sessions may have ended. */
export function sessionCookies(cookies: string | null, name: string, secret: string): SessionCookie[] {
  return cookieValues(cookies, name).flatMap((value) => {
    const token = signedToken(value, secret);
    return token === null ? [] : [{ token, pair: `${name}=${value}` }];
  });
}

export function cookieValues(cookies: string | null, name: string): string[] {
  return (cookies?.split(';') ?? []).flatMap((part) => {
    // Removes only spaces and tabs: `trim` removes more, and so would accept other names as the protected one.
    const pair = part.replace(/^[ \t]+|[ \t]+$/g, '');
    return pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : [];
  });
}

/** The token in a cookie's value: `token.signature`, percent-encoded. */
function signedToken(encoded: string, secret: string): string | null {
  const value = decode(encoded);
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const expected = createHmac('sha256', secret).update(token).digest();
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}
