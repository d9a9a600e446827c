/** Refusals of the identity: problems (RFC 9457) that also have the library's `code` and `message`. */
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
  /** Seconds until the next try. */
  retryAfter?: number;
  /** The allowed method, when another one was used. */
  allow?: string;
}

/** The e-mail address belongs to no account that may sign in here (product §5). */
export function notACustomer(): Refusal {
  return { status: USER_NOT_FOUND_CODE, code: 'USER_NOT_FOUND', message: USER_NOT_FOUND };
}

/** The same for a request of a reset link. */
export function noUserWithEmail(): Refusal {
  return { status: 400, code: 'USER_NOT_FOUND', message: NO_USER_WITH_EMAIL };
}

/** With the library's own message. */
export function alreadyRegistered(): Refusal {
  return {
    status: 422,
    code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    message: 'User already exists. Use another email.',
  };
}

export const DATABASE_UNAVAILABLE: Refusal = {
  status: 503,
  code: 'UNAVAILABLE',
  message: 'The shop cannot do that just now. Please try again in a moment.',
  retryAfter: 2,
};
export const NO_SUCH_ENDPOINT: Refusal = { status: 404, code: 'NOT_FOUND', message: 'There is no such endpoint.' };
export const WRONG_METHOD: Refusal = {
  status: 405,
  code: 'METHOD_NOT_ALLOWED',
  message: 'This endpoint takes another method.',
};
export const NOT_SIGNED_IN: Refusal = { status: 401, code: 'UNAUTHORIZED', message: LOG_IN_FIRST };
/** The current password is wrong. */
export const WRONG_PASSWORD: Refusal = { status: 400, code: 'INVALID_PASSWORD', message: CURRENT_PASSWORD_WRONG };

export function tooMany(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60);
  const message = `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  return { status: 429, code: 'TOO_MANY_REQUESTS', message, retryAfter: seconds };
}

export function refusalResponse({ status, code, message, retryAfter, allow }: Refusal): Response {
  return problemResponse(
    { status, detail: message, extra: { code, message } },
    {
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
      ...(allow === undefined ? {} : { Allow: allow }),
    },
  );
}

/** The refusal in the library's response; null when the request succeeded. */
export async function refusalOf(response: Response): Promise<Refusal | null> {
  if (response.status < 400) return null;
  const body: unknown = await response.json().catch(() => null);
  const textOf = (name: 'code' | 'message'): string | undefined => {
    const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    status: response.status,
    code: textOf('code') ?? 'REFUSED',
    message: textOf('message') ?? 'The request was refused.',
  };
}

/** The library's response without the session's token: it belongs only into the cookie, which scripts cannot read. */
export async function withoutToken(response: Response): Promise<Response> {
  const body: unknown = await response.json();
  const json = JSON.stringify(body, (key, value: unknown) => (key === 'token' ? undefined : value));
  return new Response(json, { status: response.status, headers: response.headers });
}
