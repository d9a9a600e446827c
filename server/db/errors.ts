/** What a database's error means to the shop. */
import pRetry from 'p-retry';

/** An error's SQLSTATE ('40001') or system code ('ECONNREFUSED'); undefined when it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/** The driver reports a connection that broke off by message alone. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|PGlite is clos|driver has already been destroyed/;

/**
 * Whether the database cannot be asked just now: stopped, starting, unreachable, out of connections. The request may be
 * repeated later (503); what it did until then is unknown, so only idempotent ones should be.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (SYSTEM_CODES.has(code) || /^(08|57P0|53300)/.test(code))) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return error instanceof Error && MESSAGES.test(error.message);
}

/** Whether two transactions came in each other's way and this one may simply be done again. */
export function isCollision(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

/** Runs a transaction, and again up to four times when it collided with another one, after 10 to 160 ms. */
export function retryCollisions<T>(transaction: () => Promise<T>): Promise<T> {
  return pRetry(transaction, {
    retries: 4,
    minTimeout: 10,
    randomize: true,
    shouldRetry: ({ error }) => isCollision(error),
  });
}
