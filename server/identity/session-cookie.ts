/** The session's cookie, as the identity library signs it, read without waking the library. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long one stays signed in, in seconds: 30 days from signing in. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** What cookies' names begin with. Over TLS browsers take a `__Host-` cookie from this very host alone, never from a sibling. */
export function cookiePrefix(publicUrl: string): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}sodai`;
}

/** The name of the session's cookie, as the library makes it of the prefix. */
export function sessionCookieName(publicUrl: string): string {
  return `${cookiePrefix(publicUrl)}.session_token`;
}

/** A session's cookie in a request. */
export interface SessionCookie {
  token: string;
  /** `name=value`, as it was sent. */
  pair: string;
}

/**
 * The cookies of this name in a `Cookie` header that this shop signed, in their order; others of the name count for nothing.
 * There can be several: a browser sends one for each path and host that it was set for, and a session of one may have ended.
 */
export function sessionCookies(cookies: string | null, name: string, secret: string): SessionCookie[] {
  return (cookies?.split(';') ?? []).flatMap((part) => {
    // Of spaces and tabs alone: `trim` would make the protected name of others too.
    const pair = part.replace(/^[ \t]+|[ \t]+$/g, '');
    const token = pair.startsWith(`${name}=`) ? signedToken(pair.slice(name.length + 1), secret) : null;
    return token === null ? [] : [{ token, pair }];
  });
}

/** The token in a cookie's value, `token.signature`, percent-encoded. */
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
