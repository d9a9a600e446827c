import {
  type CurrentUser,
  parseCurrentUser,
  parseUserProfile,
  type UserProfile,
} from '../../../domain/accounts/account.ts';
import { createStored } from '../local-storage.ts';
import { checkoutDraft } from '../order/checkout.ts';

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
