import { type CurrentUser, parseCurrentUser, type UserProfile } from '../../domain/account.ts';
import { asRecord } from '../../domain/record.ts';
import { createStored } from './stored.ts';

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

/** Forgets the customer: at logout, and when the session has ended elsewhere. */
export function forgetCustomer(): void {
  if (customer.get()) customer.set(null);
  if (customerDetails.get()) customerDetails.set(null);
}

/** Reads a profile that this browser stored itself; other shapes, of an older shop perhaps, are dropped. */
function parseUserProfile(stored: unknown): UserProfile | null {
  const profile = asRecord(stored);
  const address = asRecord(profile?.address);
  if (!profile || !address) return null;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  if (typeof profile.id !== 'string' || typeof profile.email !== 'string') return null;
  return {
    id: profile.id,
    email: profile.email,
    name: text(profile.name),
    role: text(profile.role),
    imgUrl: typeof profile.imgUrl === 'string' ? profile.imgUrl : null,
    defaultImg: text(profile.defaultImg),
    phone: text(profile.phone),
    gender: text(profile.gender),
    joinedDate: text(profile.joinedDate),
    address: {
      street: text(address.street),
      city: text(address.city),
      postcode: text(address.postcode),
      division: text(address.division),
      country: text(address.country),
    },
    scheduleForDeletion: profile.scheduleForDeletion === true,
  };
}
