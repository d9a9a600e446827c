import { checkoutDraft, clearCartAndCheckout, resetOrderState, shippingInfo } from '../order/checkout.ts';
import { customer, customerDetails } from './customer.ts';
import { orderAttempt, unsettledOrder } from '../order/order-attempt.ts';
import { sessionOver } from './session.ts';

/** After a logout or a deletion request (product §4). */
export function clearAfterLogout(): void {
  clearCartAndCheckout();
  resetOrderState();
  endSession();
}

/** Clears all personal data but the cart. An open attempt is settled when the customer is signed in again. */
export function endSession(): void {
  // A visitor's page shows nothing personal.
  if (customer.get()) sessionOver.set(true);
  const attempt = orderAttempt.get();
  if (attempt?.state === 'open') unsettledOrder.set(attempt);
  for (const stored of [customer, customerDetails, shippingInfo, checkoutDraft, orderAttempt])
    if (stored.get()) stored.set(null);
}
