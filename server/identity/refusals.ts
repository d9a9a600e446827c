import type { ZodType } from 'zod';
import { reasonOf } from '../../domain/parsed.ts';
import type { Reason, SimpleCode } from '../../domain/reason.ts';

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

export function refusal(status: number, code: string, reason: SimpleCode): Refusal {
  return { status, code, reason: { code: reason } };
}

/** The e-mail address belongs to no account that may sign in here (product §5). */
export const NOT_A_CUSTOMER = refusal(400, 'USER_NOT_FOUND', 'user-not-found');
export const NO_USER_WITH_EMAIL = refusal(400, 'USER_NOT_FOUND', 'no-user-with-email');
export const ALREADY_REGISTERED = refusal(422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'already-registered');
export const WRONG_CREDENTIALS = refusal(401, 'INVALID_EMAIL_OR_PASSWORD', 'wrong-credentials');
export const INVALID_TOKEN = refusal(400, 'INVALID_TOKEN', 'invalid-token');
export const NOT_SIGNED_IN = refusal(401, 'UNAUTHORIZED', 'not-signed-in');
export const WRONG_PASSWORD = refusal(400, 'INVALID_PASSWORD', 'wrong-password');
export const DATABASE_UNAVAILABLE: Refusal = { ...refusal(503, 'UNAVAILABLE', 'unavailable'), retryAfter: 2 };

export function malformed(status: number, code: string, detail: string): Refusal {
  return { status, code, reason: { code: 'malformed', detail } };
}

export const NEEDS_PASSKEY = malformed(401, 'PASSKEY_NEEDED', 'The password alone is not enough: use your passkey.');

export function tooMany(seconds: number): Refusal {
  const reason: Reason = { code: 'too-many-attempts', seconds };
  return { status: 429, code: 'TOO_MANY_REQUESTS', reason, retryAfter: seconds };
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
