import { type CartItem, parseCartItems } from '../../../domain/orders/cart.ts';
import { MISSING, type Missing, parseShippingInfo, type ShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { completed } from '../../../domain/orders/edit-order.ts';
import { asRecord, textFields } from '../../../base/record.ts';
import { createStored } from '../../state/local-storage.ts';

/** An order that is being taken on the phone. */
export interface OrderDraft {
  /** Drawn with the first press of `Place order`: pressed again, the order is made once. '' before. */
  key: string;
  lines: CartItem[];
  info: ShippingInfo;
  note: string;
  /** Of delivery; '': the next one. */
  day: string;
  missing: Missing;
  /** From which it is taken. */
  message: string;
}

const read = (stored: unknown): OrderDraft => {
  const record = asRecord(stored) ?? {};
  const info = completed(parseShippingInfo(record.info ?? {}) ?? ({} as ShippingInfo));
  const missing = MISSING.find((one) => one === record.missing) ?? MISSING[0];
  return {
    ...textFields(record, ['key', 'note', 'day', 'message']),
    missing,
    lines: parseCartItems(record.lines),
    info,
  };
};

export const NO_DRAFT = read({});

/** It survives a reload of its tab. */
export const orderDraft = createStored<OrderDraft>({ key: 'phoneOrder', ofTab: true, empty: NO_DRAFT, read });
