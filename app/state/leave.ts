import { clearShopping, resetOrderState } from './checkout.ts';
import { forgetCustomer } from './customer.ts';

/** What logging out and giving up the account clear in this browser (product §4): customer, cart, checkout and order state. */
export function leaveShop(): void {
  clearShopping();
  resetOrderState();
  forgetCustomer();
}
