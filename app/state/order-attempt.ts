import type { PlaceOrder } from '../../domain/place-order.ts';
import { asRecord } from '../../domain/record.ts';
import { createStored } from './stored.ts';

/**
 * The one order that a confirmed checkout may become. The key is drawn once and kept until the shop's answer is known, over
 * reloads too; `sent` is the very request that was last sent without an answer, so that it can be sent again.
 */
export interface OrderAttempt {
  readonly idempotencyKey: string;
  readonly sent: PlaceOrder | null;
  /** Who sent it: another customer of this browser must not send it again. */
  readonly userId: string | null;
}

export const orderAttempt = createStored<OrderAttempt | null>({
  key: 'orderAttempt',
  empty: null,
  read(stored) {
    const record = asRecord(stored);
    if (!record || typeof record.idempotencyKey !== 'string') return undefined;
    return {
      idempotencyKey: record.idempotencyKey,
      // The server reads every field of it anew, whatever storage holds.
      sent: asRecord(record.sent) ? (record.sent as PlaceOrder) : null,
      userId: typeof record.userId === 'string' ? record.userId : null,
    };
  },
});

/** A fresh key. `crypto.randomUUID` exists on secure origins only, and a shop may be tried over plain http. */
export function newOrderAttempt(): OrderAttempt {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const idempotencyKey = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
  return { idempotencyKey, sent: null, userId: null };
}
