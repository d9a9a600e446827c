import { createValue } from '../value.ts';
import {
  type CurrentUser,
  parseCurrentUser,
  parseUserProfile,
  type UserProfile,
  NO_BANNER,
} from '../../../domain/accounts/account.ts';
import { createStored } from '../local-storage.ts';
import { cart, changeCart } from '../order/cart.ts';
import {
  banner,
  checkoutDraft,
  placedOrder,
  resetCheckoutState,
  resetOrderState,
  shippingInfo,
} from '../order/checkout.ts';
import { orderAttempt, unsettledOrder } from '../order/order-attempt.ts';

/** The signed-in customer, as stored in this browser. Only for display, never a proof. */
export const customer = createStored<CurrentUser | null>({ key: 'user', empty: null, read: parseCurrentUser });

export const customerDetails = createStored<UserProfile | null>({
  key: 'userDetails',
  empty: null,
  read: parseUserProfile,
});

export function storeCustomer(profile: UserProfile): void {
  const { id, email, name } = profile;
  // Another customer's.
  if (checkoutDraft.get()?.userId !== id) checkoutDraft.set(null);
  customer.set({ id, email, name });
  customerDetails.set(profile);
}

/** Whether this page's session is over or another's: then nothing personal is shown (product §11). */
export const sessionOver = createValue(false);

/** After a logout or a deletion request (product §4). */
export function clearAfterLogout(): void {
  changeCart({ type: 'MAKE_CART_EMPTY' });
  resetCheckoutState();
  resetOrderState();
  endSession();
}

/** Clears all personal data but the cart and what was typed at checkout. An open attempt is settled later. */
export function endSession(): void {
  // A visitor's page shows nothing personal.
  if (customer.get()) sessionOver.set(true);
  const attempt = orderAttempt.get();
  if (attempt?.state === 'open') unsettledOrder.set(attempt);
  keepDraft();
  if (banner.get().type === 'order') banner.set(NO_BANNER);
  for (const stored of [customer, customerDetails, shippingInfo, orderAttempt, placedOrder])
    if (stored.get() !== null) stored.set(null);
}

/** What was typed at checkout comes back when the same customer logs in. A logout empties the cart. */
function keepDraft(): void {
  const confirmed = shippingInfo.get();
  const userId = customer.get()?.id;
  if (cart.get().length === 0) checkoutDraft.set(null);
  else if (confirmed && userId !== undefined) checkoutDraft.set({ userId, form: confirmed });
}
