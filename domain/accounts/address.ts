/** The address: its fields, what they allow, and where each stands (product §5). Forms, profile, orders and packing slips go by this table. */
import { asciiDigits } from '../../base/digits.ts';
import type { LabelledField, Reason, SimpleCode } from '../reason.ts';
import { capitalized, characterCount, isBlank } from '../../base/text.ts';

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

export const COUNTRY = 'Bangladesh';

export const POSTCODE_PATTERN = /^[0-9]{4}$/;

interface AddressFieldRules {
  /** By profile and checkout. */
  required: boolean;
  /** In characters. */
  maxLength?: number;
  /** What a number must look like, in ASCII digits, and the refusal of another one. */
  digits?: { pattern: RegExp; refusal: SimpleCode };
  choices?: readonly Division[];
  autoComplete?: string;
  /** Over the whole width of a form. */
  wide: boolean;
  /** Where it stands in a written address: its line, and what is before it there. */
  written: { line: number; after: string };
}

/** In the order of forms. A field also has a label in each language, and a column in `users`. */
const RULES = {
  street: {
    required: true,
    maxLength: 200,
    autoComplete: 'street-address',
    wide: true,
    written: { line: 1, after: '' },
  },
  city: {
    required: true,
    maxLength: 100,
    autoComplete: 'address-level2',
    wide: false,
    written: { line: 2, after: '' },
  },
  postcode: {
    required: true,
    digits: { pattern: POSTCODE_PATTERN, refusal: 'invalid-postcode' },
    autoComplete: 'postal-code',
    wide: false,
    written: { line: 2, after: ' ' },
  },
  division: { required: true, choices: DIVISIONS, wide: false, written: { line: 2, after: ', ' } },
} as const satisfies Record<string, AddressFieldRules>;

export type AddressField = keyof typeof RULES;

export const ADDRESS_RULES: Readonly<Record<AddressField, AddressFieldRules>> = RULES;

export const ADDRESS_FIELDS = Object.keys(RULES) as AddressField[];

const CHOICE_FIELDS = ADDRESS_FIELDS.filter((field) => ADDRESS_RULES[field].choices);

export const TYPED_ADDRESS_FIELDS = ADDRESS_FIELDS.filter((field) => !ADDRESS_RULES[field].choices);

export type Address = Record<AddressField | 'country', string>;

export function divisionOf(text: string): Division | null {
  const slug = text.toLowerCase();
  return DIVISIONS.find((division) => division === slug) ?? null;
}

export function isOptional(field: string): boolean {
  return ADDRESS_FIELDS.some((known) => known === field && !ADDRESS_RULES[known].required);
}

export interface FieldError<Field extends string> {
  field: Field;
  reason: Reason;
}

export function addressNumberErrors(form: Readonly<Record<AddressField, string>>): FieldError<AddressField>[] {
  return ADDRESS_FIELDS.flatMap((field) => {
    const { digits, required } = ADDRESS_RULES[field];
    if (!digits || digits.pattern.test(form[field]) || (!required && isBlank(form[field]))) return [];
    return { field, reason: { code: digits.refusal } };
  });
}

export function addressLengthErrors(form: Readonly<Record<AddressField, string>>): FieldError<AddressField>[] {
  return ADDRESS_FIELDS.flatMap((field) => {
    const limit = ADDRESS_RULES[field].maxLength ?? Infinity;
    return characterCount(form[field]) > limit ? { field, reason: { code: 'too-long', field, limit } } : [];
  });
}

export function addressChoiceErrors(form: Readonly<Record<AddressField, string>>): FieldError<AddressField>[] {
  return CHOICE_FIELDS.filter((field) => divisionOf(form[field]) === null).map(notAChoice);
}

export function notAChoice<Field extends LabelledField>(field: Field): FieldError<Field> {
  return { field, reason: { code: 'not-a-choice', field } };
}

/** The first fault of each field. */
export function oneForEachField<Field extends string>(errors: readonly FieldError<Field>[]): FieldError<Field>[] {
  return errors.filter(({ field }, index) => errors.findIndex((error) => error.field === field) === index);
}

/** The lines of a written address, with the area after the street and without the country: the shop delivers in one. None when the address was deleted with its account. */
export function addressLines({
  areaName,
  ...address
}: Readonly<Record<AddressField, string>> & { areaName?: string }): string[] {
  const lines = new Map<number, string>();
  for (const field of ADDRESS_FIELDS) {
    const { written, choices } = ADDRESS_RULES[field];
    const text = choices ? capitalized(address[field]) : address[field];
    const before = lines.get(written.line);
    if (text !== '') lines.set(written.line, before === undefined ? text : before + written.after + text);
  }
  const [first, ...others] = lines.values();
  return first === undefined ? [] : [first, ...(areaName ? [areaName] : []), ...others];
}

/** Phone and postcode as the shop stores them: ASCII digits, and no spaces or hyphens in the phone (product §5). */
export function withTypedDigits<Form extends Record<'phone' | 'postcode', string>>(form: Form): Form {
  const phone = asciiDigits(form.phone).replace(/[\s\p{Pd}]/gu, '');
  return { ...form, phone, postcode: asciiDigits(form.postcode) };
}
