/** Parsing a body or a form with its schema. Only for the server, because schemas import zod. */
import type { ZodError, ZodType } from 'zod';
import { oneForEachField } from './accounts/address.ts';
import type { Reason } from './reason.ts';

export type Parsed<T> = { ok: true; value: T } | { ok: false; status: number; reason: Reason };

/** 422 with the reason of the first bad field, in the schema's order. Never throws. */
export function parseBy<T>(schema: ZodType<T>, value: unknown): Parsed<T> {
  const { success, data, error } = schema.safeParse(value);
  return success ? { ok: true, value: data } : { ok: false, status: 422, reason: reasonOf(error) };
}

/** As `parseBy`, with the first reason of each bad field. */
export function parseFields<T>(schema: ZodType<T>, value: unknown) {
  const { success, data, error } = schema.safeParse(value);
  if (success) return { ok: true, value: data } as const;
  const errors = error.issues.map((issue) => ({
    field: String(issue.path[0] ?? ''),
    reason: reasonOf({ issues: [issue] }),
  }));
  return { ok: false, status: 422, errors: oneForEachField(errors) } as const;
}

/** A reason as the message of a schema, which can only be a text. */
export function because(reason: Reason): string {
  return JSON.stringify(reason);
}

export function reasonOf({ issues: [issue] }: Pick<ZodError, 'issues'>): Reason {
  try {
    return JSON.parse(issue?.message ?? '');
  } catch {
    // A message of zod itself.
    return { code: 'error' };
  }
}
