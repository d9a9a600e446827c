import type { Reason } from '../../domain/reason.ts';

/** A refusal: HTTP status, a code for programs, and the reason for people. */
export interface Refusal {
  status: number;
  code: string;
  reason: Reason;
  /** Seconds until the next try. */
  retryAfter?: number;
  allow?: string;
}

/** The e-mail address belongs to no account that may sign in here (product §5). */
export function notACustomer(): Refusal {
  return { status: 400, code: 'USER_NOT_FOUND', reason: { code: 'user-not-found' } };
}

export function noUserWithEmail(): Refusal {
  return { status: 400, code: 'USER_NOT_FOUND', reason: { code: 'no-user-with-email' } };
}

export function alreadyRegistered(): Refusal {
  return { status: 422, code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', reason: { code: 'already-registered' } };
}

export const DATABASE_UNAVAILABLE: Refusal = {
  status: 503,
  code: 'UNAVAILABLE',
  reason: { code: 'unavailable' },
  retryAfter: 2,
};
export const NO_SUCH_ENDPOINT: Refusal = {
  status: 404,
  code: 'NOT_FOUND',
  reason: { code: 'malformed', detail: 'There is no such endpoint.' },
};
export const WRONG_METHOD: Refusal = {
  status: 405,
  code: 'METHOD_NOT_ALLOWED',
  reason: { code: 'malformed', detail: 'This endpoint takes another method.' },
};
export const NOT_SIGNED_IN: Refusal = { status: 401, code: 'UNAUTHORIZED', reason: { code: 'not-signed-in' } };
export const WRONG_PASSWORD: Refusal = { status: 400, code: 'INVALID_PASSWORD', reason: { code: 'wrong-password' } };

export function tooMany(seconds: number): Refusal {
  return {
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    reason: { code: 'too-many-attempts', seconds },
    retryAfter: seconds,
  };
}

/** The library's codes whose sentences the shop has itself. */
const REASONS: Readonly<Record<string, Reason>> = {
  INVALID_EMAIL_OR_PASSWORD: { code: 'wrong-credentials' },
  USER_NOT_FOUND: notACustomer().reason,
  INVALID_TOKEN: { code: 'invalid-token' },
  PASSWORD_TOO_SHORT: { code: 'password-too-short' },
  PASSWORD_TOO_LONG: { code: 'password-too-long' },
};

export async function refusalOf(response: Response): Promise<Refusal | null> {
  if (response.status < 400) return null;
  const body: unknown = await response.json().catch(() => null);
  const textOf = (name: 'code' | 'message'): string | undefined => {
    const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const code = textOf('code') ?? 'REFUSED';
  const detail = textOf('message') ?? 'The request was refused.';
  return { status: response.status, code, reason: REASONS[code] ?? { code: 'malformed', detail } };
}

/** The library's response without the session's token: it belongs only into the cookie, which scripts cannot read. */
export async function withoutToken(response: Response): Promise<Response> {
  const body: unknown = await response.json();
  const json = JSON.stringify(body, (key, value: unknown) => (key === 'token' ? undefined : value));
  return new Response(json, { status: response.status, headers: response.headers });
}
