/** The properties of a value from outside, each still unknown; null when it is no object (or is a list). */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** Whether a value from outside is one of these. */
export function isOneOf<T>(known: readonly T[]) {
  return (value: unknown): value is T => known.some((one) => one === value);
}

/** The names of a table's entries that are such a `Part`. */
export type NamesWith<Table, Part> = { [Name in keyof Table]: Table[Name] extends Part ? Name : never }[keyof Table];

/** The value of a text of JSON from outside; undefined when it cannot be read. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A missing or non-text field becomes empty. */
export function textFields<Field extends string>(
  record: { readonly [Name in Field]?: unknown },
  fields: readonly Field[],
  read: (text: string) => string = (text) => text,
): Record<Field, string> {
  const text = (value: unknown): string => (typeof value === 'string' ? read(value) : '');
  return Object.fromEntries(fields.map((field) => [field, text(record[field])])) as Record<Field, string>;
}
