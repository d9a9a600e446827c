/** The cookies that have the tokens of sessions and logins. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Tables } from '../db/tables.ts';

export type SessionKind = Tables['sessions']['kind'];

export type CookieName = keyof typeof SUFFIXES;

export type Cookies = ReturnType<typeof createCookies>;

const SUFFIXES = {
  shop: '.session_token',
  console: '-operator.session_token',
  /** The password was right, the code is next. */
  'login-code': '-operator.two_factor',
  /** The challenge that a passkey has to answer. */
  passkey: '-operator.passkey',
  /** Of the console, as it was chosen in this browser. */
  language: '-operator.language',
  /** The session in which the reminder was dismissed. */
  reminded: '-operator.reminded',
};

/** The shop's cookies and the console's are apart, so one browser may be signed in to both. */
export function createCookies(publicUrl: string, secret: string) {
  const https = publicUrl.startsWith('https:');
  // Over TLS browsers accept a `__Host-` cookie only from this host itself, never from a sibling domain.
  const nameOf = (name: CookieName): string => `${https ? '__Host-' : ''}sodai${SUFFIXES[name]}`;
  // Lax, because a link in a mail about an order must find its reader signed in. Foreign writes are refused anyway
  // (server/http/refusals.ts).
  const attributes = `Path=/; HttpOnly${https ? '; Secure' : ''}; SameSite=Lax`;
  const cookie = (name: CookieName, value: string, seconds: number | null): string =>
    `${nameOf(name)}=${value}; ${seconds === null ? '' : `Max-Age=${seconds}; `}${attributes}`;
  /** The value of the shop's cookie. The signature shows without the database who has made the token. */
  const signed = (token: string): string => `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;

  function signedToken(sent: string): string[] {
    // A client may decode the signature's `+`, `/` and `=` before it sends them back.
    const value = sent.replaceAll(/%(?:2B|2F|3D)/gi, decodeURIComponent);
    const token = value.slice(0, value.lastIndexOf('.'));
    const [given, expected] = [Buffer.from(value), Buffer.from(signed(token))];
    return given.length === expected.length && timingSafeEqual(given, expected) ? [token] : [];
  }

  return {
    /** With `seconds` null the cookie ends with the browser. */
    set: (name: CookieName, token: string, seconds: number | null): string =>
      cookie(name, name === 'shop' ? encodeURIComponent(signed(token)) : token, seconds),
    clear: (name: CookieName): string => cookie(name, '', 0),
    /** All tokens that a request sends: browsers send one for each path and host. Some may have ended. */
    tokens(name: CookieName, headers: Headers): string[] {
      const start = `${nameOf(name)}=`;
      // Removes only spaces and tabs: `trim` removes more, and so would accept other names as the protected one.
      const pairs = (headers.get('cookie') ?? '').split(';').map((part) => part.replace(/^[ \t]+/, ''));
      const own = pairs.filter((pair) => pair.startsWith(start));
      const values = own.map((pair) => pair.slice(start.length).trimEnd());
      return name === 'shop' ? values.flatMap(signedToken) : values;
    },
  };
}
