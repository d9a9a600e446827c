/** The form of a profile and its checks (product §5), for browser and server alike. */
import { ADDRESS_FIELDS, isOptional, TYPED_ADDRESS_FIELDS, withTypedDigits } from './address.ts';
import { contactErrors } from './contact.ts';
import type { FieldFault } from '../outcome.ts';
import { asRecord, textFields } from '../../base/record.ts';
import { cleanText } from '../typed/text.ts';

export const PROFILE_FIELDS = ['name', 'phone', 'gender', ...ADDRESS_FIELDS] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
export type ProfileForm = Record<ProfileField, string>;

export function parseProfileForm(value: unknown): ProfileForm {
  return withTypedDigits(textFields(asRecord(value) ?? {}, PROFILE_FIELDS, cleanText));
}

const REQUIRED_FIELDS = (['name', 'phone', ...TYPED_ADDRESS_FIELDS] as const).filter((field) => !isOptional(field));

export function profileErrors(form: Readonly<ProfileForm>): FieldFault<ProfileField>[] {
  return contactErrors(form, REQUIRED_FIELDS, ['gender']);
}
