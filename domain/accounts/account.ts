/** A customer's account (product §3, §4, §5). */
import { ADDRESS_FIELDS, type Address } from './address.ts';
import type { Reason } from '../outcome.ts';
import { asRecord, textFields } from '../../base/record.ts';
import { readMobile } from '../typed/phone.ts';
import { cleanText } from '../typed/text.ts';

/** The user document without its orders, which have their own list. */
export interface UserProfile {
  id: string;
  email: string;
  name: string;
  /** Only 'user' may sign in to the shop. */
  role: string;
  /** Empty at registration, null after a picture was deleted. */
  imgUrl: string | null;
  defaultImg: string;
  phone: string;
  gender: string;
  /** 'Month DD, YYYY hh:mm:ss AM/PM' in Bangladesh's time zone. */
  joinedDate: string;
  address: Address;
  scheduleForDeletion: boolean;
}

export const CUSTOMER_ROLE = 'user';

/** The role of everybody who may use the console. Only accepting an invitation gives an account a way in. */
export const OPERATOR_ROLE = 'operator' as const;

/** A valid role: 1–32 of `a-z 0-9 -`, starting with a letter. */
export const ROLE_PATTERN = /^[a-z][a-z0-9-]{0,31}$/;

export const DEFAULT_IMG = '/default-profile.svg';

export function addressOf(record: Readonly<Record<string, unknown>>): Address {
  return textFields(record, [...ADDRESS_FIELDS, 'country']);
}

export function normalizeEmail(typed: string): string {
  return cleanText(typed).toLowerCase();
}

/** What operators log in with: an e-mail address or, as '+8801711000101', the phone of whoever has none. */
export function readLogin(typed: string): string {
  return readMobile(typed) ?? normalizeEmail(typed);
}

export function isPhoneLogin(login: string): boolean {
  return readMobile(login) !== null;
}

export function deleteAccountError(typed: unknown): Reason | null {
  return typed === 'delete-my-account' ? null : { code: 'text-not-matched' };
}

/** The signed-in user as stored in the browser under `user`. Only for display: the server never trusts it. */
export type CurrentUser = Pick<UserProfile, 'id' | 'email' | 'name'>;

export function parseCurrentUser(stored: unknown): CurrentUser | null {
  const { id, email, name } = asRecord(stored) ?? {};
  if (typeof id !== 'string' || typeof email !== 'string' || typeof name !== 'string') return null;
  return { id, email, name };
}

const PROFILE_TEXTS = ['id', 'email', 'name', 'role', 'defaultImg', 'phone', 'gender', 'joinedDate'] as const;

/** Parses a stored profile. Null without an id or an email; texts that an older version did not store become empty. */
export function parseUserProfile(stored: unknown): UserProfile | null {
  const profile = asRecord(stored);
  const address = asRecord(profile?.address);
  if (!profile || !address) return null;
  const texts = textFields(profile, PROFILE_TEXTS);
  if (texts.id === '' || texts.email === '') return null;
  return {
    ...texts,
    imgUrl: typeof profile.imgUrl === 'string' ? profile.imgUrl : null,
    address: addressOf(address),
    scheduleForDeletion: profile.scheduleForDeletion === true,
  };
}

const BANNER_TYPES = ['order', 'account-delete'] as const;

/** The confirmation banner's flag, as the browser stores it (product §2, §3). */
export interface Banner {
  readonly type: (typeof BANNER_TYPES)[number] | '';
  readonly flag: boolean;
}

export const NO_BANNER: Banner = { type: '', flag: false };

export function parseBanner(stored: unknown): Banner {
  const { type: storedType, flag } = asRecord(stored) ?? {};
  const type = BANNER_TYPES.find((type) => type === storedType);
  return flag === true && type ? { type, flag } : NO_BANNER;
}
