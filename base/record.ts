/** The properties of a value from outside, each still unknown; null when it is no object (or is a list). */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

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
  record: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  read: (text: string) => string = (text) => text,
): Record<Field, string> {
  const text = (value: unknown): string => (typeof value === 'string' ? read(value) : '');
  return Object.fromEntries(fields.map((field) => [field, text(record[field])])) as Record<Field, string>;
}
