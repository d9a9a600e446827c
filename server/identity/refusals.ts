import type { ZodType } from 'zod';
import { reasonOf } from '../../domain/parsed.ts';
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

export type Refused = { ok: false } & Refusal;

export function refuse(refusal: Refusal): Refused {
  return { ok: false, ...refusal };
}

/** The e-mail address belongs to no account that may sign in here (product §5). */
export const NOT_A_CUSTOMER: Refusal = { status: 400, code: 'USER_NOT_FOUND', reason: { code: 'user-not-found' } };
export const NO_USER_WITH_EMAIL: Refusal = { ...NOT_A_CUSTOMER, reason: { code: 'no-user-with-email' } };
export const ALREADY_REGISTERED: Refusal = {
  status: 422,
  code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
  reason: { code: 'already-registered' },
};
export const WRONG_CREDENTIALS: Refusal = {
  status: 401,
  code: 'INVALID_EMAIL_OR_PASSWORD',
  reason: { code: 'wrong-credentials' },
};
export const INVALID_TOKEN: Refusal = { status: 400, code: 'INVALID_TOKEN', reason: { code: 'invalid-token' } };
export const NOT_SIGNED_IN: Refusal = { status: 401, code: 'UNAUTHORIZED', reason: { code: 'not-signed-in' } };
export const WRONG_PASSWORD: Refusal = { status: 400, code: 'INVALID_PASSWORD', reason: { code: 'wrong-password' } };
export const DATABASE_UNAVAILABLE: Refusal = {
  status: 503,
  code: 'UNAVAILABLE',
  reason: { code: 'unavailable' },
  retryAfter: 2,
};

export function malformed(status: number, code: string, detail: string): Refusal {
  return { status, code, reason: { code: 'malformed', detail } };
}

export function tooMany(seconds: number): Refusal {
  return {
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    reason: { code: 'too-many-attempts', seconds },
    retryAfter: seconds,
  };
}

/** For programs, by the field that is bad. */
const CODES: Readonly<Record<string, string>> = {
  name: 'INVALID_NAME',
  email: 'INVALID_EMAIL',
  password: 'INVALID_PASSWORD',
  currentPassword: 'INVALID_PASSWORD',
  newPassword: 'INVALID_PASSWORD',
  token: 'INVALID_TOKEN',
};

/** Parses a form with its schema, or refuses its first bad field. */
export function parseForm<Form>(schema: ZodType<Form>, fields: unknown): { ok: true; form: Form } | Refused {
  const { success, data, error } = schema.safeParse(fields);
  if (success) return { ok: true, form: data };
  const code = CODES[String(error.issues[0]?.path[0])] ?? 'INVALID_BODY';
  return refuse({ status: 400, code, reason: reasonOf(error) });
}
