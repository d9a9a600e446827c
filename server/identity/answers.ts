/** What the identity says when it refuses: a problem (RFC 9457) that keeps the library's `code` and `message`. */
import {
  CURRENT_PASSWORD_WRONG,
  LOG_IN_FIRST,
  NO_USER_WITH_EMAIL,
  USER_NOT_FOUND,
  USER_NOT_FOUND_CODE,
} from '../../domain/messages.ts';
import { problemResponse } from '../../domain/problem.ts';

/** A refusal: HTTP status, a code for programs, a sentence for people. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  /** After how many seconds to try again. */
  retryAfter?: number;
  /** The methods that there are, where it was asked by another. */
  allow?: string;
}

/** An e-mail address that is nobody's who may sign in here (product §5). */
export function notACustomer(): Refusal {
  return { status: USER_NOT_FOUND_CODE, code: 'USER_NOT_FOUND', message: USER_NOT_FOUND };
}

/** The same when a new password is asked for. */
export function noUserWithEmail(): Refusal {
  return { status: 400, code: 'USER_NOT_FOUND', message: NO_USER_WITH_EMAIL };
}

/** In the library's words. */
export function alreadyRegistered(): Refusal {
  return {
    status: 422,
    code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    message: 'User already exists. Use another email.',
  };
}

export const AWAY: Refusal = {
  status: 503,
  code: 'UNAVAILABLE',
  message: 'The shop cannot do that just now. Please try again in a moment.',
  retryAfter: 2,
};
export const CLOSED: Refusal = { status: 404, code: 'NOT_FOUND', message: 'There is no such endpoint.' };
export const WRONG_METHOD: Refusal = {
  status: 405,
  code: 'METHOD_NOT_ALLOWED',
  message: 'This endpoint takes another method.',
};
export const SIGNED_OUT: Refusal = { status: 401, code: 'UNAUTHORIZED', message: LOG_IN_FIRST };
/** A current password that is not. */
export const WRONG_PASSWORD: Refusal = { status: 400, code: 'INVALID_PASSWORD', message: CURRENT_PASSWORD_WRONG };

export function tooMany(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60);
  const message = `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  return { status: 429, code: 'TOO_MANY_REQUESTS', message, retryAfter: seconds };
}

/** The answer that says so. */
export function refuse({ status, code, message, retryAfter, allow }: Refusal): Response {
  return problemResponse(
    { status, detail: message, extra: { code, message } },
    {
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
      ...(allow === undefined ? {} : { Allow: allow }),
    },
  );
}

/** What the library refused, in the same form; null when it did what was asked. */
export async function refusalOf(response: Response): Promise<Refusal | null> {
  if (response.status < 400) return null;
  const said: unknown = await response.json().catch(() => null);
  const word = (name: 'code' | 'message'): string | undefined => {
    const value = typeof said === 'object' && said !== null ? Reflect.get(said, name) : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    status: response.status,
    code: word('code') ?? 'REFUSED',
    message: word('message') ?? 'The request was refused.',
  };
}

/** The library's answer without the session's token: that is for the cookie alone, where no script can read it. */
export async function withoutToken(response: Response): Promise<Response> {
  const said: unknown = await response.json();
  const told = JSON.stringify(said, (key, value: unknown) => (key === 'token' ? undefined : value));
  return new Response(told, { status: response.status, headers: response.headers });
}
