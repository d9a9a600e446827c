/** Attempts to order, by their idempotency keys: what became of one, and settling one whose outcome the customer does not know (product §4, §7). */
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Order } from '../../domain/orders/order.ts';
import type { Tables } from '../db/tables.ts';
import { ORDER_COLUMNS, operatorOrdersOf, ordersOf } from './rows.ts';

export interface Attempt {
  /** Null: an order on the phone. */
  userId: string | null;
  /** UUID in lower case. */
  key: string;
}

/** What became of an attempt: its order, with the hash of the request that made it; or nothing, for ever when it is void. */
export type AttemptOutcome =
  | { kind: 'placed'; order: Order; requestHash: string }
  | { kind: 'void' }
  | { kind: 'open' };

/** Waits for requests that place or settle the attempt, and keeps others waiting until the transaction ends. */
export async function outcomeOf(trx: Transaction<Tables>, { userId, key }: Attempt): Promise<AttemptOutcome> {
  await sql`select lock_attempt(${userId ?? 'phone'}, ${key}::uuid)`.execute(trx);
  const keyed = trx
    .selectFrom('orders')
    .select([...ORDER_COLUMNS, 'request_hash'])
    .where('idempotency_key', '=', key);
  const own = userId === null ? keyed.where('source', '=', 'phone') : keyed.where('user_id', '=', userId);
  const row = await own.executeTakeFirst();
  const [order] = row ? await (userId === null ? operatorOrdersOf : ordersOf)(trx, [row]) : [];
  if (row && order) return { kind: 'placed', order, requestHash: row.request_hash };
  if (userId === null) return { kind: 'open' };
  const isVoid = await trx
    .selectFrom('void_order_attempts')
    .select('voided_at')
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return { kind: isVoid ? 'void' : 'open' };
}

/** The result of settling: the order of the key, or null when the key is void. `too-many`: the attempt stays open. */
export type Settlement = { kind: 'settled'; order: Order | null } | { kind: 'too-many'; retryAfter: number };

/** Waits for orders of the same key, so that the outcome is final. `countVoid` counts one that becomes void: 0, or the seconds to wait. */
export function settleAttempt(
  kysely: Kysely<Tables>,
  attempt: Attempt & { userId: string },
  countVoid: (trx: Transaction<Tables>) => Promise<number>,
): Promise<Settlement> {
  return kysely.transaction().execute(async (trx) => {
    const outcome = await outcomeOf(trx, attempt);
    if (outcome.kind === 'placed') return { kind: 'settled', order: outcome.order };
    if (outcome.kind === 'void') return { kind: 'settled', order: null };
    const retryAfter = await countVoid(trx);
    if (retryAfter > 0) return { kind: 'too-many', retryAfter };
    const { userId, key } = attempt;
    await trx.insertInto('void_order_attempts').values({ user_id: userId, idempotency_key: key }).execute();
    return { kind: 'settled', order: null };
  });
}
