/** The properties of a value that comes from outside, each still unknown; null when it is no object (or a list). */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}
