import type { Middleware } from './middleware.ts';

export const POLICY = 'Content-Security-Policy';

/** What an answer that is no page may do when a browser opens it as one: load, run and send nothing, and stand in no frame. */
const NOTHING = ['default-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors']
  .map((directive) => `${directive} 'none'`)
  .join('; ');

export function policyWith(...directives: readonly string[]): string {
  return [NOTHING, ...directives].join('; ');
}

/** The headers of every answer. Pages bring their own Content-Security-Policy. No other answer may load or run anything. */
export function securityHeadersOf({ https }: { https: boolean }): Map<string, string> {
  const headers = new Map([
    [POLICY, policyWith()],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()'],
  ]);
  if (https) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  return headers;
}

/** Sets them for all middleware after this one. Pages that Vite serves in development have no Content-Security-Policy. */
export function securityHeaders({ https, development }: { https: boolean; development: boolean }): Middleware {
  const headers = securityHeadersOf({ https });
  if (development) headers.delete(POLICY);
  return (_req, res, next) => {
    res.setHeaders(headers);
    next();
  };
}
