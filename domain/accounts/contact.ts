/** The personal fields that profile and checkout share, and their rules (product §5). */
import { addressLengthError, addressNumberError, type AddressField, type FieldError } from './address.ts';
import type { LabelledField } from '../reason.ts';
import { characterCount, isBlank } from '../../base/text.ts';

export const GENDERS = ['male', 'female'] as const;
export type Gender = (typeof GENDERS)[number];

/** Optional +88, optional dash, 01, a digit 1–9, 8 digits. */
export const PHONE_PATTERN = /^(?:\+88)?-?01[1-9][0-9]{8}$/;

/** One @, text before it, a name with a dot after it. Like a browser's email field, but with the dot. */
export const EMAIL_PATTERN =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;

/** In characters; those of the address are in address.ts. */
export const FIELD_LIMITS = { name: 120, email: 254 } as const;

export function genderOf(text: string): Gender | null {
  const slug = text.toLowerCase();
  return GENDERS.find((gender) => gender === slug) ?? null;
}

export function isEmail(text: string): boolean {
  return text.length <= FIELD_LIMITS.email && EMAIL_PATTERN.test(text);
}

export function notAChoice<Field extends LabelledField>(field: Field): FieldError<Field> {
  return { field, reason: { code: 'not-a-choice', field } };
}

/** The first error of the shared fields: the phone, then the postcode, then texts that are too long. */
export function contactError(
  form: Readonly<Record<'phone' | 'name' | AddressField, string>>,
): FieldError<'phone' | 'name' | AddressField> | null {
  if (!PHONE_PATTERN.test(form.phone)) return { field: 'phone', reason: { code: 'invalid-phone' } };
  const number = addressNumberError(form);
  if (number) return number;
  const limit = FIELD_LIMITS.name;
  if (characterCount(form.name) > limit) return { field: 'name', reason: { code: 'too-long', field: 'name', limit } };
  return addressLengthError(form);
}

export function firstBlank<Field extends string>(
  form: Readonly<Record<Field, string>>,
  fields: readonly Field[],
): Field | undefined {
  return fields.find((field) => isBlank(form[field]));
}
