import { clearShopping, resetOrderState, shippingInfo } from './checkout.ts';
import { customer, customerDetails } from './customer.ts';
import { orderAttempt, unsettledOrder } from './order-attempt.ts';
import { setSessionOver } from './session.ts';

/** What logging out and giving up the account clear in this browser (product §4): customer, cart, checkout and order state. */
export function leaveShop(): void {
  clearShopping();
  resetOrderState();
  endSession();
}

/**
 * What goes when the session has ended, wherever that was: all that is personal. The cart stays. What of an open attempt is still on
 * its way carries the old session and makes no order any more; whether one was made is asked once the customer is back.
 */
export function endSession(): void {
  // A visitor's page has nothing to hide.
  if (customer.get()) setSessionOver(true);
  const attempt = orderAttempt.get();
  if (attempt?.state === 'open') unsettledOrder.set(attempt);
  for (const stored of [customer, customerDetails, shippingInfo, orderAttempt]) if (stored.get()) stored.set(null);
}
