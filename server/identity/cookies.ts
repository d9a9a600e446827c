/** The cookies of sessions. The shop's and the console's are apart, so one browser may be signed in to both. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type SessionKind = 'shop' | 'console';

/** 'login-code': the password was right, the code is next. 'passkey': the challenge that a passkey has to answer. 'reminded': the session in which the reminder was dismissed. */
export type CookieName = SessionKind | 'login-code' | 'passkey' | 'reminded';

export type Cookies = ReturnType<typeof createCookies>;

const SUFFIXES: Readonly<Record<CookieName, string>> = {
  shop: '.session_token',
  console: '-operator.session_token',
  'login-code': '-operator.two_factor',
  passkey: '-operator.passkey',
  reminded: '-operator.reminded',
};

export function createCookies(publicUrl: string, secret: string) {
  const https = publicUrl.startsWith('https:');
  // Over TLS browsers accept a `__Host-` cookie only from this host itself, never from a sibling domain.
  const nameOf = (name: CookieName): string => `${https ? '__Host-' : ''}sodai${SUFFIXES[name]}`;
  // Lax, because a link in a mail about an order must find its reader signed in. server/http/cross-site-writes.ts refuses foreign writes.
  const attributes = `Path=/; HttpOnly${https ? '; Secure' : ''}; SameSite=Lax`;
  const cookie = (name: CookieName, value: string, seconds: number | null): string =>
    `${nameOf(name)}=${value}; ${seconds === null ? '' : `Max-Age=${seconds}; `}${attributes}`;
  const signature = (token: string): Buffer => createHmac('sha256', secret).update(token).digest();

  /** The token in the shop's cookie, whose signature shows without the database that the shop has made it: `token.signature`. */
  function signedToken(encoded: string): string[] {
    const value = decode(encoded);
    const dot = value.lastIndexOf('.');
    if (dot < 1) return [];
    const token = value.slice(0, dot);
    const expected = signature(token);
    const given = Buffer.from(value.slice(dot + 1), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected) ? [token] : [];
  }

  return {
    /** With `seconds` null the cookie ends with the browser. */
    set(name: CookieName, token: string, seconds: number | null): string {
      const value = name === 'shop' ? encodeURIComponent(`${token}.${signature(token).toString('base64')}`) : token;
      return cookie(name, value, seconds);
    },
    clear: (name: CookieName): string => cookie(name, '', 0),
    /** All tokens that a request sends, in their order: browsers send one for each path and host it was set for, and some may have ended. */
    tokens(name: CookieName, headers: Headers): string[] {
      const values = cookieValues(headers.get('cookie'), nameOf(name));
      return name === 'shop' ? values.flatMap(signedToken) : values;
    },
  };
}

function cookieValues(cookies: string | null, name: string): string[] {
  return (cookies?.split(';') ?? []).flatMap((part) => {
    // Removes only spaces and tabs: `trim` removes more, and so would accept other names as the protected one.
    const pair = part.replace(/^[ \t]+|[ \t]+$/g, '');
    return pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : [];
  });
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}
