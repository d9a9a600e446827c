/** The personal fields that profile and checkout share, and their rules (product §5). */
import * as messages from './messages.ts';
import { characters, isBlank } from './text.ts';

/** The fields of an address that a customer fills in, in the forms' order. */
export const ADDRESS_FIELDS = ['street', 'city', 'postcode', 'division'] as const;

/** Where a customer lives. */
export type Address = Record<(typeof ADDRESS_FIELDS)[number] | 'country', string>;

/** The choices of the division select. */
export const DIVISIONS = [
  'dhaka',
  'barishal',
  'sylhet',
  'mymensingh',
  'rajshahi',
  'rangpur',
  'khulna',
  'chattogram',
] as const;
export type Division = (typeof DIVISIONS)[number];

/** The choices of the gender select. */
export const GENDERS = ['male', 'female'] as const;
export type Gender = (typeof GENDERS)[number];

/** The one country that the shop delivers in. */
export const COUNTRY = 'Bangladesh';

/** Optional +88, optional dash, 01, a digit 1–9, 8 digits. */
export const PHONE_PATTERN = /^(?:\+88)?-?01[1-9][0-9]{8}$/;

/** Exactly 4 digits. */
export const POSTCODE_PATTERN = /^[0-9]{4}$/;

/** One @, something before it, a dotted name after it; what a browser's email field accepts, and a dot. */
export const EMAIL_PATTERN =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;

/** The longest texts the shop keeps, in characters. */
export const FIELD_LIMITS = { name: 120, email: 254, street: 200, city: 100 } as const;

/** The select's choice that a stored division means: 'Dhaka' → 'dhaka'; null when it is none. */
export function divisionOf(text: string): Division | null {
  const slug = text.toLowerCase();
  return DIVISIONS.find((division) => division === slug) ?? null;
}

/** The select's choice that a stored gender means; null when it is none. */
export function genderOf(text: string): Gender | null {
  const slug = text.toLowerCase();
  return GENDERS.find((gender) => gender === slug) ?? null;
}

/** Whether a text is an email address. */
export function isEmail(text: string): boolean {
  return text.length <= FIELD_LIMITS.email && EMAIL_PATTERN.test(text);
}

/** A bad field and what the shop says about it. */
export interface FieldFault<Field extends string> {
  field: Field;
  message: string;
}

/** A fault of a field whose value is not on its list. */
export function notAChoice<Field extends messages.LabelledField>(field: Field): FieldFault<Field> {
  return { field, message: messages.notAChoice(field) };
}

type ContactField = 'phone' | 'postcode' | 'name' | 'street' | 'city';

const LIMITED_FIELDS = ['name', 'street', 'city'] as const;

/** The first fault of what profile and checkout share: the phone, then the postcode, then texts that are too long. */
export function contactFault(form: Readonly<Record<ContactField, string>>): FieldFault<ContactField> | null {
  if (!PHONE_PATTERN.test(form.phone)) return { field: 'phone', message: messages.PHONE_FAULT };
  if (!POSTCODE_PATTERN.test(form.postcode)) return { field: 'postcode', message: messages.POSTCODE_FAULT };
  const field = LIMITED_FIELDS.find((field) => characters(form[field]) > FIELD_LIMITS[field]);
  return field === undefined ? null : { field, message: messages.tooLong(field, FIELD_LIMITS[field]) };
}

/** The first of some fields that shows nothing. */
export function firstBlank<Field extends string>(
  form: Readonly<Record<Field, string>>,
  fields: readonly Field[],
): Field | undefined {
  return fields.find((field) => isBlank(form[field]));
}
