import pRetry from 'p-retry';
import { codeOf } from '../../base/error-code.ts';

const UNAVAILABLE_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|ENOSPC|EDQUOT)$/;

/**
 * Classes and codes of SQLSTATE: no connection (08), out of connections, memory or disk (53), stopping or starting (57P0), a statement
 * that took too long (57014), a lock that did not come (55P03), read-only (25006), idle for too long inside a transaction (25P03), a disk
 * that fails (58030), and a transaction that lost against others again and again (40).
 */
const UNAVAILABLE_STATES = /^(?:08...|53...|57P0.|57014|55P03|25006|25P03|58030|40001|40P01)$/;

/** The driver reports a broken connection only by its message. */
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|not queryable|driver has already been destroyed|too late for the database/;

/** Stopped, unreachable, too slow, read-only, full … Repeat only idempotent requests (503): the outcome is unknown. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (UNAVAILABLE_CODES.test(code) || UNAVAILABLE_STATES.test(code))) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message);
}

/** What the row belongs to is not there (any more): a session of a deleted account. */
export function isOfNobody(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** Runs a transaction. Repeats it after a serialization failure or deadlock, up to four times, after 10 to 160 ms. */
export function retrySerializationFailures<T>(transaction: () => Promise<T>): Promise<T> {
  return pRetry(transaction, {
    retries: 4,
    minTimeout: 10,
    randomize: true,
    shouldRetry: ({ error }) => /^40(?:001|P01)$/.test(codeOf(error) ?? ''),
  });
}
