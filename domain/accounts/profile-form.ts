import {
  ADDRESS_FIELDS,
  addressChoiceError,
  type FieldError,
  isOptional,
  TYPED_ADDRESS_FIELDS,
  withTypedDigits,
} from './address.ts';
import { contactError, firstBlank, genderOf, notAChoice } from './contact.ts';
import type { Reason } from '../reason.ts';
import { asRecord, textFields } from '../../base/record.ts';
import { cleanText } from '../../base/text.ts';

export const PROFILE_FIELDS = ['name', 'phone', 'gender', ...ADDRESS_FIELDS] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
export type ProfileForm = Record<ProfileField, string>;

export function parseProfileForm(value: unknown): ProfileForm {
  return withTypedDigits(textFields(asRecord(value) ?? {}, PROFILE_FIELDS, cleanText));
}

const REQUIRED_FIELDS = (['name', 'phone', ...TYPED_ADDRESS_FIELDS] as const).filter((field) => !isOptional(field));

/** The first error of the profile form: required fields in form order, then phone, postcode, lengths, choices. */
export function findProfileError(form: Readonly<ProfileForm>): FieldError<ProfileField> | null {
  const blank = firstBlank(form, REQUIRED_FIELDS);
  if (blank !== undefined) return { field: blank, reason: { code: 'required', field: blank } };
  const error = contactError(form);
  if (error) return error;
  if (form.gender !== '' && genderOf(form.gender) === null) return notAChoice('gender');
  return addressChoiceError(form);
}

export function profileError(form: Readonly<ProfileForm>): Reason | null {
  return findProfileError(form)?.reason ?? null;
}
