import { type CheckoutAction, checkoutReducer, parseShippingInfo, type ShippingInfo } from '../../domain/checkout.ts';
import { changeCart } from './cart.ts';
import { newOrderAttempt, orderAttempt } from './order-attempt.ts';
import { createStored, readFlag } from './stored.ts';

/** Whether the checkout form was confirmed: the way to the payment screen. */
export const checkoutConfirmed = createStored<boolean>({ key: 'checkoutConfirmed', empty: false, read: readFlag });

/** Whether the order of this checkout was placed. */
export const orderConfirmed = createStored<boolean>({ key: 'orderConfirmed', empty: false, read: readFlag });

/** The confirmed checkout form. */
export const shippingInfo = createStored<ShippingInfo | null>({
  key: 'shippingInfo',
  empty: null,
  read: (stored) => parseShippingInfo(stored) ?? undefined,
});

function dispatch(action: CheckoutAction): void {
  const flags = { checkoutConfirmed: checkoutConfirmed.get(), orderConfirmed: orderConfirmed.get() };
  const after = checkoutReducer(flags, action);
  // Written even when unchanged, so that storage says "false" where nothing stood.
  checkoutConfirmed.set(after.checkoutConfirmed);
  orderConfirmed.set(after.orderConfirmed);
}

/** Checkout confirmed (product §4): a new order may be placed, under an idempotency key of its own. */
export function confirmCheckout(form: ShippingInfo): void {
  shippingInfo.set(form);
  orderAttempt.set(newOrderAttempt());
  dispatch({ type: 'CHECKOUT_CONFIRMED' });
  dispatch({ type: 'RESET_ORDER_STATE' });
}

export function confirmOrder(): void {
  dispatch({ type: 'ORDER_CONFIRMED' });
}

export function resetCheckoutState(): void {
  dispatch({ type: 'RESET_CHECKOUT_STATE' });
}

export function resetOrderState(): void {
  dispatch({ type: 'RESET_ORDER_STATE' });
}

/** Empties the cart and forgets how far its checkout had come: after an order, at logout, when an account is given up. */
export function clearShopping(): void {
  changeCart({ type: 'MAKE_CART_EMPTY' });
  resetCheckoutState();
  shippingInfo.set(null);
  orderAttempt.set(null);
}
