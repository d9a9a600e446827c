import type { Kysely, Transaction } from 'kysely';
import pRetry from 'p-retry';
import { DatabaseError } from 'pg';
import { codeOf } from '../../base/error-code.ts';
import { type Outcome, type Refused, refused } from '../../domain/outcome.ts';
import type { Tables } from './tables.ts';

const UNAVAILABLE_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|ENOSPC|EDQUOT)$/;

/**
 * SQLSTATEs: no connection (08), no connections, memory or disk left (53), stopping or starting (57P0), too slow
 * (57014), no lock (55P03), read-only (25006), idle in a transaction (25P03), a broken disk (58030), lost to other
 * transactions (40).
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

/** The same; what the SQL function `refuse` raises is the outcome. */
export async function refusable<T>(transaction: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await retrySerializationFailures(transaction);
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === 'REFUS' && error.detail)) throw error;
    const { status, reason, ...more }: Refused = JSON.parse(error.detail);
    return refused(status, reason, more);
  }
}

/** A transaction that is repeated so. */
export function transact<T>(kysely: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return retrySerializationFailures(() => kysely.transaction().execute(work));
}

/** In ms, after so many `failures` (from 0): it doubles, less a random part, so that processes do not wait alike. */
export function backOff(failures: number, { first, longest }: { first: number; longest: number }): number {
  return Math.min(first * 2 ** failures, longest) * (0.5 + Math.random() / 2);
}
