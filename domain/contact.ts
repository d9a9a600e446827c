/** The personal fields that profile and checkout share, and their rules (product §5). */
import type { LabelledField, Reason } from './reason.ts';
import { characterCount, isBlank } from './text.ts';

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

export const GENDERS = ['male', 'female'] as const;
export type Gender = (typeof GENDERS)[number];

/** The only country to which the shop delivers. */
export const COUNTRY = 'Bangladesh';

/** Optional +88, optional dash, 01, a digit 1–9, 8 digits. */
export const PHONE_PATTERN = /^(?:\+88)?-?01[1-9][0-9]{8}$/;

/** Exactly 4 digits. */
export const POSTCODE_PATTERN = /^[0-9]{4}$/;

/** One @, text before it, a name with a dot after it. Like a browser's email field, but with the dot. */
export const EMAIL_PATTERN =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;

/** The maximum lengths that the shop stores, in characters. */
export const FIELD_LIMITS = { name: 120, email: 254, street: 200, city: 100 } as const;

export function divisionOf(text: string): Division | null {
  const slug = text.toLowerCase();
  return DIVISIONS.find((division) => division === slug) ?? null;
}

export function genderOf(text: string): Gender | null {
  const slug = text.toLowerCase();
  return GENDERS.find((gender) => gender === slug) ?? null;
}

export function isEmail(text: string): boolean {
  return text.length <= FIELD_LIMITS.email && EMAIL_PATTERN.test(text);
}

export interface FieldError<Field extends string> {
  field: Field;
  reason: Reason;
}

export function notAChoice<Field extends LabelledField>(field: Field): FieldError<Field> {
  return { field, reason: { code: 'not-a-choice', field } };
}

type ContactField = 'phone' | 'postcode' | 'name' | 'street' | 'city';

const LIMITED_FIELDS = ['name', 'street', 'city'] as const;

/** The first error of the shared fields: the phone, then the postcode, then texts that are too long. */
export function contactError(form: Readonly<Record<ContactField, string>>): FieldError<ContactField> | null {
  if (!PHONE_PATTERN.test(form.phone)) return { field: 'phone', reason: { code: 'invalid-phone' } };
  if (!POSTCODE_PATTERN.test(form.postcode)) return { field: 'postcode', reason: { code: 'invalid-postcode' } };
  const field = LIMITED_FIELDS.find((field) => characterCount(form[field]) > FIELD_LIMITS[field]);
  return field === undefined ? null : { field, reason: { code: 'too-long', field, limit: FIELD_LIMITS[field] } };
}

export function firstBlank<Field extends string>(
  form: Readonly<Record<Field, string>>,
  fields: readonly Field[],
): Field | undefined {
  return fields.find((field) => isBlank(form[field]));
}
