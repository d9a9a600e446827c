/** An error's SQLSTATE ('40001') or system code ('ECONNREFUSED'); undefined when it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What was wrong, in one line for people. The addresses of a name that were tried fail together. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || (codeOf(error) ?? error.name) : String(error);
}
