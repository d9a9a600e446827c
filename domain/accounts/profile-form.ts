import {
  ADDRESS_FIELDS,
  addressChoiceErrors,
  type FieldError,
  isOptional,
  notAChoice,
  oneForEachField,
  TYPED_ADDRESS_FIELDS,
  withTypedDigits,
} from './address.ts';
import { blankErrors, contactErrors, genderOf } from './contact.ts';
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

/** What is wrong in the profile form: required fields in form order, then phone, postcode, lengths, choices. */
export function profileErrors(form: Readonly<ProfileForm>): FieldError<ProfileField>[] {
  return oneForEachField<ProfileField>([
    ...blankErrors(form, REQUIRED_FIELDS),
    ...contactErrors(form),
    ...(form.gender !== '' && genderOf(form.gender) === null ? [notAChoice('gender')] : []),
    ...addressChoiceErrors(form),
  ]);
}

export function profileError(form: Readonly<ProfileForm>): Reason | null {
  return profileErrors(form)[0]?.reason ?? null;
}
