/** The personal fields of profile, checkout and orders on the phone, and their rules (product §5). */
import { ADDRESS_FIELDS, ADDRESS_RULES, type AddressField, COUNTRY, divisionOf, isOptional } from './address.ts';
import type { FieldFault, Reason } from '../outcome.ts';
import { characterCount } from '../../base/text.ts';
import { isBlank } from '../typed/text.ts';

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

type CheckedField = 'name' | 'email' | 'phone' | 'gender' | AddressField | 'country';
/** Which areas there are, only the shop knows. */
export type ContactField = CheckedField | 'area';

const addressFieldsWith = (rule: 'digits' | 'maxLength' | 'choices'): AddressField[] =>
  ADDRESS_FIELDS.filter((field) => ADDRESS_RULES[field][rule]);

/** In the order in which faults are told. */
const CHECKED: readonly CheckedField[] = [
  'phone',
  ...addressFieldsWith('digits'),
  'name',
  ...addressFieldsWith('maxLength'),
  'email',
  'gender',
  ...addressFieldsWith('choices'),
  'country',
];

/**
 * What is wrong in a form, once for each field. First the `required` fields that are blank, then phone and postcode.
 */
export function contactErrors<Field extends ContactField>(
  form: Readonly<Record<Field, string>>,
  required: readonly Field[],
  mayBeBlank: readonly ContactField[] = [],
): FieldFault<Field>[] {
  const missing = required.filter((field) => isBlank(form[field]));
  const isLeftOut = (field: Field): boolean =>
    isBlank(form[field]) && (missing.includes(field) || mayBeBlank.includes(field) || isOptional(field));
  const filled = CHECKED.filter((field): field is Field & CheckedField => field in form).filter(
    (field) => !isLeftOut(field),
  );
  return [
    ...missing.map((field): FieldFault<Field> => ({ field, reason: { code: 'required', field } })),
    ...filled.flatMap((field): FieldFault<Field>[] => {
      const reason = reasonAgainst(field, form[field]);
      return reason ? [{ field, reason }] : [];
    }),
  ];
}

function reasonAgainst(field: CheckedField, text: string): Reason | null {
  switch (field) {
    case 'phone':
      return PHONE_PATTERN.test(text) ? null : { code: 'invalid-phone' };
    case 'name':
      return lengthReason(field, text, FIELD_LIMITS.name);
    case 'email':
      return isEmail(text) ? null : { code: 'invalid-email' };
    case 'gender':
      return genderOf(text) ? null : { code: 'not-a-choice', field };
    case 'country':
      return text.toLowerCase() === COUNTRY.toLowerCase() ? null : { code: 'not-a-choice', field };
  }
  const { digits, choices, maxLength = Infinity } = ADDRESS_RULES[field];
  if (digits && !digits.pattern.test(text)) return { code: digits.refusal };
  if (choices && !divisionOf(text)) return { code: 'not-a-choice', field };
  return lengthReason(field, text, maxLength);
}

function lengthReason(field: CheckedField, text: string, limit: number): Reason | null {
  return characterCount(text) > limit ? { code: 'too-long', field, limit } : null;
}
