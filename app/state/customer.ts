import { type CurrentUser, parseCurrentUser, parseUserProfile, type UserProfile } from '../../domain/account.ts';
import { createStored } from './local-storage.ts';

/** The signed-in customer as this browser knows them: a hint for greetings, never proof of anything. */
export const customer = createStored<CurrentUser | null>({
  key: 'user',
  empty: null,
  read: (stored) => parseCurrentUser(stored) ?? undefined,
});

/** The customer's profile, as the shop last told it. */
export const customerDetails = createStored<UserProfile | null>({
  key: 'userDetails',
  empty: null,
  read: (stored) => parseUserProfile(stored) ?? undefined,
});

/** Keeps what the shop says of the signed-in customer. */
export function rememberCustomer(profile: UserProfile): void {
  const { id, email, name } = profile;
  customer.set({ id, email, name });
  customerDetails.set(profile);
}
