import { NO_BANNER } from '../../../domain/accounts/banner.ts';
import { banner } from '../order/banner.ts';
import { cart } from '../order/cart.ts';
import { checkoutDraft, clearCartAndCheckout, resetOrderState, shippingInfo } from '../order/checkout.ts';
import { customer, customerDetails } from './customer.ts';
import { orderAttempt, unsettledOrder } from '../order/order-attempt.ts';
import { placedOrder } from '../order/placed-order.ts';
import { sessionOver } from './session.ts';

/** After a logout or a deletion request (product §4). */
export function clearAfterLogout(): void {
  clearCartAndCheckout();
  resetOrderState();
  endSession();
}

/** Clears all personal data but the cart and what was typed at checkout. An open attempt is settled when the customer is signed in again. */
export function endSession(): void {
  // A visitor's page shows nothing personal.
  if (customer.get()) sessionOver.set(true);
  const attempt = orderAttempt.get();
  if (attempt?.state === 'open') unsettledOrder.set(attempt);
  keepDraft();
  if (banner.get().type === 'order') banner.set(NO_BANNER);
  for (const stored of [customer, customerDetails, shippingInfo, orderAttempt, placedOrder])
    if (stored.get()) stored.set(null);
}

/** What was typed at checkout comes back in this tab, when the same customer logs in again. A logout empties the cart, also in other tabs. */
function keepDraft(): void {
  const confirmed = shippingInfo.get();
  const userId = customer.get()?.id;
  if (cart.get().length === 0) checkoutDraft.set(null);
  else if (confirmed && userId !== undefined) checkoutDraft.set({ userId, form: confirmed });
}
