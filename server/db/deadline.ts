import { AsyncLocalStorage } from 'node:async_hooks';

const deadline = new AsyncLocalStorage<number>();

/** After `ms` the request's connections are closed, for an error for which `isUnavailable` holds. What it has committed stays. */
export function withDeadline<T>(ms: number, request: () => T): T {
  return deadline.run(performance.now() + ms, request);
}

/** In ms; undefined for work without a deadline. */
export function timeLeft(): number | undefined {
  const endsAt = deadline.getStore();
  return endsAt === undefined ? undefined : endsAt - performance.now();
}
