import { asRecord } from '../../../base/record.ts';
import { createStored } from '../local-storage.ts';
import { randomKey } from '../random-key.ts';

/**
 * The one order that a confirmed checkout can become. Its key is drawn once for all tabs, so that two tabs make one
 * order. `open`: sent, with an unknown outcome. `made`: the ordered products, by id, are still in the cart.
 */
export type OrderAttempt =
  | { readonly idempotencyKey: string; readonly state: 'drawn' }
  | { readonly idempotencyKey: string; readonly state: 'open'; readonly userId: string }
  | ({ readonly idempotencyKey: string; readonly state: 'made' } & MadeOrder);

/** What the shop answered of an order: its id and total, and the ids of its products. */
export interface MadeOrder {
  readonly id: string;
  readonly totalCost: number;
  readonly ordered: readonly string[];
}

export const orderAttempt = createStored<OrderAttempt | null>({ key: 'orderAttempt', empty: null, read: readAttempt });

/** An attempt that was open when its session ended. It is settled when that customer is signed in again. */
export const unsettledOrder = createStored<OrderAttempt | null>({
  key: 'unsettledOrder',
  empty: null,
  read: readAttempt,
});

function readAttempt(stored: unknown): OrderAttempt | undefined {
  const { idempotencyKey, state, userId, ordered, id = '', totalCost = 0 } = asRecord(stored) ?? {};
  if (typeof idempotencyKey !== 'string') return undefined;
  if (state === 'made' && isTexts(ordered) && typeof id === 'string' && typeof totalCost === 'number')
    return { idempotencyKey, state, id, totalCost, ordered };
  // Older versions stored no state; there, an attempt with a user id was sent.
  if (typeof userId === 'string') return { idempotencyKey, state: 'open', userId };
  return { idempotencyKey, state: 'drawn' };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

/** An attempt with a new key. */
export function newOrderAttempt(): OrderAttempt {
  return { idempotencyKey: randomKey(), state: 'drawn' };
}
