/** The session's cookie, as the identity library signs it, read without waking the library. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const COOKIE_PREFIX = 'sodai';

/** How long one stays signed in, in seconds: 30 days from signing in. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** The cookie's name; browsers keep the `__Secure-` ones to https. */
export function sessionCookieName(publicUrl: string): string {
  return `${publicUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`;
}

/** The session's token in a `Cookie` header: only one that this shop signed; null otherwise. */
export function sessionToken(cookies: string | null, name: string, secret: string): string | null {
  const value = cookieValue(cookies ?? '', name);
  const dot = value?.lastIndexOf('.') ?? -1;
  if (value === null || dot < 1) return null;
  const token = value.slice(0, dot);
  const expected = createHmac('sha256', secret).update(token).digest();
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

function cookieValue(cookies: string, name: string): string | null {
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=');
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(at + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
}
