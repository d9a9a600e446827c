/** The shop refused, or something failed: exit status 1. */
export class Failure extends Error {
  override name = 'Failure';
}

/** The arguments are wrong: exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
