/** Parsing a body or a form with its schema. Only for the server, because schemas import zod. */
import type { ZodError, ZodType } from 'zod';
import type { Reason } from './reason.ts';

export type Parsed<T> = { ok: true; value: T } | { ok: false; status: number; reason: Reason };

/** 422 with the reason of the first bad field, in the schema's order. Never throws. */
export function parseBy<T>(schema: ZodType<T>, value: unknown): Parsed<T> {
  const { success, data, error } = schema.safeParse(value);
  return success ? { ok: true, value: data } : { ok: false, status: 422, reason: reasonOf(error) };
}

/** A reason as the message of a schema, which can only be a text. */
export function because(reason: Reason): string {
  return JSON.stringify(reason);
}

export function reasonOf({ issues: [issue] }: ZodError): Reason {
  try {
    return JSON.parse(issue?.message ?? '');
  } catch {
    // A message of zod itself.
    return { code: 'error' };
  }
}
