import { ORDER_PLACED } from '#messages';
import { checkoutReducer, parseShippingInfo, type ShippingInfo } from '../../../domain/orders/checkout-state.ts';
import { asRecord } from '../../../base/record.ts';
import { banner } from './banner.ts';
import { cart, changeCart } from './cart.ts';
import { newOrderAttempt, orderAttempt } from './order-attempt.ts';
import { placedOrder } from './placed-order.ts';
import { createStored, readFlag } from '../local-storage.ts';
import { toastSuccess } from '../toasts.ts';

export const checkoutConfirmed = createStored<boolean>({ key: 'checkoutConfirmed', empty: false, read: readFlag });
export const orderConfirmed = createStored<boolean>({ key: 'orderConfirmed', empty: false, read: readFlag });
export const shippingInfo = createStored<ShippingInfo | null>({
  key: 'shippingInfo',
  empty: null,
  read: parseShippingInfo,
});

/** Only in this tab, because it stays when the session ends. */
export const checkoutDraft = createStored<{ readonly userId: string; readonly form: ShippingInfo } | null>({
  key: 'checkoutDraft',
  ofTab: true,
  empty: null,
  read(stored) {
    const { userId, form } = asRecord(stored) ?? {};
    const parsed = parseShippingInfo(form);
    return typeof userId === 'string' && parsed ? { userId, form: parsed } : undefined;
  },
});

function dispatch(action: Parameters<typeof checkoutReducer>[1]): void {
  const flags = { checkoutConfirmed: checkoutConfirmed.get(), orderConfirmed: orderConfirmed.get() };
  const after = checkoutReducer(flags, action);
  // Written even when unchanged, so that storage has "false" instead of no value.
  checkoutConfirmed.set(after.checkoutConfirmed);
  orderConfirmed.set(after.orderConfirmed);
}

/** Checkout confirmed (product §4): an order may be placed. An open attempt stays, because it must be settled first. */
export function confirmCheckout(form: ShippingInfo): void {
  shippingInfo.set(form);
  checkoutDraft.set(null);
  if (!orderAttempt.get()) orderAttempt.set(newOrderAttempt());
  dispatch({ type: 'CHECKOUT_CONFIRMED' });
  resetOrderState();
}

/** Here and on the home page (product §4). `day`: when it is expected, if that is known. */
export function showOrderPlaced(day = ''): void {
  const attempt = orderAttempt.get();
  if (attempt?.state === 'made') placedOrder.set({ id: attempt.id, totalCost: attempt.totalCost, day });
  toastSuccess(ORDER_PLACED);
  dispatch({ type: 'ORDER_CONFIRMED' });
  banner.set({ type: 'order', flag: true });
}

/** After an order: removes the ordered products from the cart; products added in the meantime stay (product §4). False when there was none. */
export function finishOrder(): boolean {
  const attempt = orderAttempt.get();
  if (attempt?.state !== 'made') return false;
  cart.set(cart.get().filter(({ id }) => !attempt.ordered.includes(id)));
  resetCheckoutState();
  shippingInfo.set(null);
  orderAttempt.set(null);
  return true;
}

export function resetCheckoutState(): void {
  dispatch({ type: 'RESET_CHECKOUT_STATE' });
}

export function resetOrderState(): void {
  placedOrder.set(null);
  dispatch({ type: 'RESET_ORDER_STATE' });
}

/** Empties the cart and resets the checkout: at logout, and when an account is deleted. */
export function clearCartAndCheckout(): void {
  changeCart({ type: 'MAKE_CART_EMPTY' });
  resetCheckoutState();
}
