/** The personal fields that profile and checkout share, and their rules (product §5). */
import { addressLengthErrors, addressNumberErrors, type AddressField, type FieldError } from './address.ts';
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

/** The errors of the shared fields: the phone, then the postcode, then texts that are too long. */
export function contactErrors(
  form: Readonly<Record<'phone' | 'name' | AddressField, string>>,
): FieldError<'phone' | 'name' | AddressField>[] {
  const errors: FieldError<'phone' | 'name' | AddressField>[] = [];
  if (!PHONE_PATTERN.test(form.phone)) errors.push({ field: 'phone', reason: { code: 'invalid-phone' } });
  errors.push(...addressNumberErrors(form));
  const limit = FIELD_LIMITS.name;
  if (characterCount(form.name) > limit)
    errors.push({ field: 'name', reason: { code: 'too-long', field: 'name', limit } });
  return [...errors, ...addressLengthErrors(form)];
}

export function blankErrors<Field extends LabelledField>(
  form: Readonly<Record<Field, string>>,
  fields: readonly Field[],
): FieldError<Field>[] {
  return fields
    .filter((field) => isBlank(form[field]))
    .map((field) => ({ field, reason: { code: 'required', field } }));
}
