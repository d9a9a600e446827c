import type { RowsAnswer } from './use-rows.ts';

/** The rows of a form, in its order. A `box` without a tick sends nothing, one with a tick its row's place. */
export function typedRows(form: FormData, fields: readonly string[], box: string): Record<string, unknown>[] {
  const ticked = new Set(form.getAll(box));
  const columns = fields.map((field) => [field, form.getAll(field)] as const);
  return form.getAll('id').map((id, at) =>
    Object.assign(Object.fromEntries(columns.map(([field, values]) => [field, values[at]])), {
      id,
      [box]: ticked.has(String(at)),
    }),
  );
}

export function conflictOf(what: string): RowsAnswer {
  const error = `Somebody else has changed the ${what} meanwhile. Press the button again to keep yours instead.`;
  return { conflict: true, error };
}
