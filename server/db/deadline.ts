/** How long the database may take for a request. */
import { AsyncLocalStorage } from 'node:async_hooks';

const deadline = new AsyncLocalStorage<number>();

/**
 * Runs a request. After `ms` its connections to a PostgreSQL server are closed, so that it ends with an error for which
 * `isUnavailable` holds, however slow or silent the server is. What it has committed stays.
 */
export function withDeadline<T>(ms: number, request: () => T): T {
  return deadline.run(performance.now() + ms, request);
}

/** The time that is left to the request which is running, in ms; undefined for work without a deadline. */
export function timeLeft(): number | undefined {
  const endsAt = deadline.getStore();
  return endsAt === undefined ? undefined : endsAt - performance.now();
}
