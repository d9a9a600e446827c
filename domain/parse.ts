/** Reading a body or a form with its schema. Only for the server and the command line, because schemas import zod. */
import { z } from 'zod';
import { type FieldFault, type Outcome, type Reason, refused } from './outcome.ts';

/**
 * 422 with the reason of the first bad field, in the schema's order, and the first one of each bad field. A field that
 * a strict schema does not know is refused by its name, and so is a NUL that it leaves, because PostgreSQL stores none.
 * `list`: the field whose rows have fields of their own. Never throws.
 */
export function parseBy<T>(schema: z.ZodType<T>, value: unknown, list?: string): Outcome<T> {
  const { success, data, error } = schema.safeParse(value);
  const faults = success ? nulFaults(data) : error.issues.map((issue) => faultOf(issue, list));
  if (success && faults.length === 0) return { ok: true, value: data };
  const fields = faults.filter(
    ({ field, row }, at) => faults.findIndex((one) => one.field === field && one.row === row) === at,
  );
  return refused(422, fields[0]?.reason ?? { code: 'error' }, { fields });
}

function nulFaults(data: unknown): FieldFault[] {
  const fields = Object.entries(Object(data)).filter(([, value]) => hasNul(value));
  return fields.map(([field]) => ({ field, reason: { code: 'malformed', detail: `${field} has a NUL.` } }));
}

function hasNul(value: unknown): boolean {
  return typeof value === 'string' ? value.includes('\0') : Object.values(Object(value)).some(hasNul);
}

function faultOf(issue: z.core.$ZodIssue, list: string | undefined): FieldFault {
  const [name, at] = issue.path;
  const row = name === list && typeof at === 'number' ? at : undefined;
  const path = row === undefined ? issue.path : issue.path.slice(2);
  if (issue.code === 'unrecognized_keys') {
    const field = [...path, issue.keys[0]].join('.');
    return { field, row, reason: { code: 'unknown-field', field } };
  }
  // A schema gives a whole reason with `because`, else a sentence in English, for operators and programs.
  const whole = issue.code === 'custom' ? (issue.params?.reason as Reason | undefined) : undefined;
  return { field: String(path[0] ?? ''), row, reason: whole ?? { code: 'malformed', detail: issue.message } };
}

/** For `refine`, `custom` and `addIssue` of a schema. */
export function because(reason: Reason) {
  return { code: 'custom' as const, message: reason.code, params: { reason } };
}

/** The rows of a list that is edited as a whole: an id stands once. `what`: they are called so. */
export function rowsOf<Row extends z.ZodType<{ id: string }>>(row: Row, max: number, what: string) {
  return z
    .array(row, `Send a list of ${what}.`)
    .max(max, `There can be at most ${max} ${what}.`)
    .superRefine((rows, context) => {
      const ids = rows.map(({ id }) => id);
      for (const [at, id] of ids.entries()) {
        if (id === '' || ids.indexOf(id) === at) continue;
        const message = `Another row has the id ${id}: choose another.`;
        context.addIssue({ code: 'custom', path: [at, 'id'], message });
      }
    });
}

/** A text, or else this reason. */
export function textOr(reason: Reason) {
  return z.custom<string>((value) => typeof value === 'string', because(reason)).meta({ type: 'string' });
}
