import type { Step } from './walk.ts';

/** Headers that hold for every answer. */
export function securityHeadersOf({ https }: { https: boolean }): Map<string, string> {
  const headers = new Map([
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()'],
  ]);
  if (https) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  return headers;
}

/** Sets them on whatever comes after this step. */
export function securityHeaders(facts: { https: boolean }): Step {
  const headers = securityHeadersOf(facts);
  return (_req, res, next) => {
    res.setHeaders(headers);
    next();
  };
}
