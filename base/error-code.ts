/** An error's SQLSTATE ('40001') or system code ('ECONNREFUSED'); undefined when it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
