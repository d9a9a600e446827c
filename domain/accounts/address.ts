/** The address (product §5). Forms, profile, orders and packing slips go by this table of its fields. */
import { asciiDigits } from '../../base/digits.ts';
import { readPhone } from '../typed/phone.ts';
import { cleanText } from '../typed/text.ts';
import type { SimpleCode } from '../outcome.ts';
import { capitalized } from '../../base/text.ts';

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
  /** Its line in a written address, and what is before it there. */
  line: number;
  after: string;
}

const POSTCODE = { pattern: POSTCODE_PATTERN, refusal: 'invalid-postcode' } as const;

/** In the order of forms. A field also has a label in each language, and a column in `users`. */
const RULES = {
  street: { required: true, maxLength: 200, autoComplete: 'street-address', wide: true, line: 1, after: '' },
  city: { required: true, maxLength: 100, autoComplete: 'address-level2', wide: false, line: 2, after: '' },
  postcode: { required: true, digits: POSTCODE, autoComplete: 'postal-code', wide: false, line: 2, after: ' ' },
  division: { required: true, choices: DIVISIONS, wide: false, line: 2, after: ', ' },
} as const satisfies Record<string, AddressFieldRules>;

export type AddressField = keyof typeof RULES;

export const ADDRESS_RULES: Readonly<Record<AddressField, AddressFieldRules>> = RULES;

export const ADDRESS_FIELDS = Object.keys(RULES) as AddressField[];

export const TYPED_ADDRESS_FIELDS = ADDRESS_FIELDS.filter((field) => !ADDRESS_RULES[field].choices);

export type Address = Record<AddressField | 'country', string>;

export function divisionOf(text: string): Division | null {
  const slug = text.toLowerCase();
  return DIVISIONS.find((division) => division === slug) ?? null;
}

export function isOptional(field: string): boolean {
  return ADDRESS_FIELDS.some((known) => known === field && !ADDRESS_RULES[known].required);
}

/**
 * The lines of a written address, with the area after the street and without the country: the shop delivers in one.
 * None when the address was deleted with its account.
 */
export function addressLines(address: Readonly<Record<AddressField, string>> & { areaName?: string }): string[] {
  const lines = new Map<number, string>();
  for (const field of ADDRESS_FIELDS) {
    const { line, after, choices } = ADDRESS_RULES[field];
    const text = choices ? capitalized(address[field]) : address[field];
    const before = lines.get(line);
    // Dhaka is a city and a division.
    const isTold = choices && text === capitalized(address.city.trim());
    if (text !== '' && !isTold) lines.set(line, before === undefined ? text : before + after + text);
  }
  const [first, ...others] = lines.values();
  return first === undefined ? [] : [first, ...(address.areaName ? [address.areaName] : []), ...others];
}

/** Phone and postcode as the shop stores them: ASCII digits, and no spaces or hyphens in the phone (product §5). */
export function withTypedDigits<Form extends Record<'phone' | 'postcode', string>>(form: Form): Form {
  return { ...form, phone: readPhone(form.phone), postcode: asciiDigits(cleanText(form.postcode)) };
}
