/** The fields of an address, and typed numbers in them (product §5). */
import { asciiDigits } from './digits.ts';

/** The fields of an address that a customer fills in, in the forms' order. */
export const ADDRESS_FIELDS = ['street', 'city', 'postcode', 'division'] as const;

export type Address = Record<(typeof ADDRESS_FIELDS)[number] | 'country', string>;

/**
 * A form whose phone and postcode are as the shop stores them: ASCII digits in place of Bangla ones, and no spaces or hyphens in the
 * phone (product §5).
 */
export function withTypedDigits<Form extends Record<'phone' | 'postcode', string>>(form: Form): Form {
  const phone = asciiDigits(form.phone).replace(/[\s\p{Pd}]/gu, '');
  return { ...form, phone, postcode: asciiDigits(form.postcode) };
}
