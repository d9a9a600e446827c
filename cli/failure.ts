/** What ends a command early: one line for people, and the exit status that scripts see. */

/** The shop refused, or something went wrong on the way: exit status 1. */
export class Failure extends Error {
  override name = 'Failure';
}

/** The command line makes no sense: exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** An error's words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An error's system code, 'ENOENT'; undefined when it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
