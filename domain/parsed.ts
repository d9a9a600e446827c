/** Parsing a body or a form with its schema. Only for the server, because schemas import zod. */
import type { ZodType } from 'zod';
import { AN_ERROR_OCCURED } from './messages.ts';

/** A parser's result: the value, or the HTTP status and the reason of the refusal. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; status: number; detail: string };

/** Parses with this schema; 422 with the message of the first bad field, in the schema's order. Never throws. */
export function parseBy<T>(schema: ZodType<T>, value: unknown): Parsed<T> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return { ok: true, value: data };
  return { ok: false, status: 422, detail: error.issues[0]?.message ?? AN_ERROR_OCCURED };
}
