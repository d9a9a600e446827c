/** A customer's account: the user document, its defaults and its forms (product §3, §4, §5). */
import { ADDRESS_FIELDS, contactFault, divisionOf, firstBlank, genderOf, notAChoice } from './contact.ts';
import type { Address, FieldFault } from './contact.ts';
import * as messages from './messages.ts';
import { asRecord, textFields } from './record.ts';
import { cleanText } from './text.ts';

/** The user document without its orders, which are a list of their own. */
export interface UserProfile {
  id: string;
  email: string;
  name: string;
  /** Only 'user' may sign in to the shop. */
  role: string;
  /** Empty at registration, null once a picture was deleted. */
  imgUrl: string | null;
  /** What is shown while there is no picture. */
  defaultImg: string;
  phone: string;
  gender: string;
  /** 'Month DD, YYYY hh:mm:ss AM/PM' in Bangladesh. */
  joinedDate: string;
  address: Address;
  scheduleForDeletion: boolean;
}

/** The role of every customer. */
export const CUSTOMER_ROLE = 'user';

/** What a role looks like: 1–32 of `a-z 0-9 -`, a letter first. */
export const ROLE = /^[a-z][a-z0-9-]{0,31}$/;

/** The picture of an account without one. */
export const DEFAULT_IMG = '/default-profile.svg';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Bangladesh is 6 hours ahead of UTC all year. */
const DHAKA_OFFSET_MS = 6 * 60 * 60 * 1000;

function two(n: number): string {
  return String(n).padStart(2, '0');
}

/** A moment as the user document writes it: 'November 21, 2026 06:05:09 PM', on Bangladesh's clocks. */
export function joinedDateText(moment: Date): string {
  const local = new Date(moment.getTime() + DHAKA_OFFSET_MS);
  const hours = local.getUTCHours();
  const date = `${MONTHS[local.getUTCMonth()]} ${two(local.getUTCDate())}, ${local.getUTCFullYear()}`;
  const time = `${two(hours % 12 || 12)}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`;
  return `${date} ${time} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The address in a record that holds its fields; empty texts for what is missing. */
export function addressOf(record: Readonly<Record<string, unknown>>): Address {
  return textFields(record, [...ADDRESS_FIELDS, 'country']);
}

/** The fields that a customer may change, in the form's order. */
export const PROFILE_FIELDS = ['name', 'phone', 'gender', ...ADDRESS_FIELDS] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
export type ProfileForm = Record<ProfileField, string>;

/** The profile form in a record: cleaned texts; what is missing or no text is empty. */
export function parseProfileForm(value: unknown): ProfileForm {
  return textFields(asRecord(value) ?? {}, PROFILE_FIELDS, cleanText);
}

/** The first fault of the profile form: required fields in form order, then phone, postcode, lengths, choices. */
export function findProfileFault(form: Readonly<ProfileForm>): FieldFault<ProfileField> | null {
  const blank = firstBlank(form, ['name', 'phone', 'street', 'city', 'postcode']);
  if (blank !== undefined) return { field: blank, message: messages.required(blank) };
  const fault = contactFault(form);
  if (fault) return fault;
  if (form.gender !== '' && genderOf(form.gender) === null) return notAChoice('gender');
  return divisionOf(form.division) === null ? notAChoice('division') : null;
}

/** The message of `findProfileFault`. */
export function profileFault(form: Readonly<ProfileForm>): string | null {
  return findProfileFault(form)?.message ?? null;
}

/** An email address as accounts know it: no space around it, lower case. */
export function accountEmail(typed: string): string {
  return cleanText(typed).toLowerCase();
}

/** What a customer types to have the account deleted. */
export const DELETE_PHRASE = 'delete-my-account';

/** What is wrong with the typed confirmation of a deletion; null when it is exactly the phrase. */
export function deleteAccountFault(typed: string): string | null {
  return typed === DELETE_PHRASE ? null : messages.TEXT_NOT_MATCHED;
}

/** The signed-in user as browser storage keeps it under `user`; a hint for the screen, trusted by nobody. */
export interface CurrentUser {
  id: string;
  email: string;
  name: string;
}

/** The user in a stored value, or null. */
export function parseCurrentUser(stored: unknown): CurrentUser | null {
  const { id, email, name } = asRecord(stored) ?? {};
  if (typeof id !== 'string' || typeof email !== 'string' || typeof name !== 'string') return null;
  return { id, email, name };
}

const PROFILE_TEXTS = ['id', 'email', 'name', 'role', 'defaultImg', 'phone', 'gender', 'joinedDate'] as const;

/** The profile in a stored value; null when it is nobody's, empty texts where an older shop stored none. */
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
