import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/support/arbitraries.ts';
import { testAll } from '../../test/support/properties.ts';
import { withTypedDigits, POSTCODE_PATTERN, addressLines } from './address.ts';
import { PHONE_PATTERN } from './contact.ts';
import { localDigits } from '../../base/digits.ts';
import { exampleAddress, FIRST_ADDRESS } from '../../test/support/factories.ts';

const form = { phone: '01712345678', postcode: '1207' };

/** Numbers as PHONE_PATTERN describes them. */
const phones = fc
  .tuple(fc.constantFrom('', '+88'), fc.constantFrom('', '-'), fc.stringMatching(/^[1-9][0-9]{8}$/))
  .map(([prefix, dash, digits]) => `${prefix}${dash}01${digits}`);

/** What people put between digits: spaces, no-break and narrow ones too, and every kind of hyphen and dash. */
const gaps = fc.constantFrom('', '', '', ' ', '  ', '\u00A0', '\u202F', '-', '\u2010', '\u2011', '–', '—', '－');

describe('typed numbers (product §5)', () => {
  test.each([
    ['০১৭ ১২-৩৪৫৬৭৮', '01712345678'],
    ['০১৭১২৩৪৫৬৭৮', '01712345678'],
    ['01712-345678', '01712345678'],
    [' 017 12\u00A034\u202F56 78 ', '01712345678'],
    ['০১৭১২–৩৪৫—৬৭৮', '01712345678'],
    ['0১7১2৩4৫6৭8', '01712345678'],
    ['+৮৮ ০১৭১২-৩৪৫৬৭৮', '+8801712345678'],
    ['+88-01712345678', '+8801712345678'],
    ['-01712345678', '01712345678'],
  ])('the phone %j is stored as %j', (typed, phone) => {
    expect(withTypedDigits({ ...form, phone: typed })).toEqual({ ...form, phone });
    expect(phone).toMatch(PHONE_PATTERN);
  });

  test.each([
    ['১২০৭', '1207'],
    ['1207', '1207'],
    ['১2০7', '1207'],
  ])('the postcode %j is stored as %j', (typed, postcode) => {
    expect(withTypedDigits({ ...form, postcode: typed })).toEqual({ ...form, postcode });
    expect(postcode).toMatch(POSTCODE_PATTERN);
  });

  test.each([
    ['০১৭১২৩৪৫৬৭', '120 7'],
    ['017/12345678', '12-07'],
    ['(017)12345678', '১২০৭০'],
    ['০২৭১২৩৪৫৬৭৮', '১২০'],
    ['ফোন নেই', 'নেই'],
  ])('neither %j nor %j becomes right', (phone, postcode) => {
    const stored = withTypedDigits({ phone, postcode });
    expect(stored.phone).not.toMatch(PHONE_PATTERN);
    expect(stored.postcode).not.toMatch(POSTCODE_PATTERN);
  });

  testAll(
    'a valid phone stays valid however it is typed, and so does a postcode',
    phones,
    fc.array(gaps, { minLength: 16, maxLength: 16 }),
    fc.stringMatching(/^[0-9]{4}$/),
    fc.constantFrom<('en' | 'bn')[]>('en', 'bn'),
    (phone, between, postcode, language) => {
      const typed = [...localDigits(language, phone)].map((digit, index) => digit + between[index]).join('');
      const stored = withTypedDigits({ phone: typed, postcode: localDigits(language, postcode) });
      expect(stored).toEqual({ phone: phone.replace('-', ''), postcode });
      expect(stored.phone).toMatch(PHONE_PATTERN);
      expect(withTypedDigits(stored)).toEqual(stored);
    },
  );

  testAll(
    'no phone has Bangla digits, spaces or dashes, and no other field changes',
    anyText(),
    anyText(),
    (phone, street) => {
      const stored = withTypedDigits({ phone, postcode: phone, street });
      expect(stored.street).toBe(street);
      expect(stored.phone).not.toMatch(/[০-৯\s\p{Pd}]/u);
      expect(stored.postcode).not.toMatch(/[০-৯]/);
      expect(withTypedDigits(stored)).toEqual(stored);
    },
  );
});

test.each([
  [
    exampleAddress({ street: 'House 5, Road 3', city: 'Savar', postcode: '1340' }),
    ['House 5, Road 3', 'Savar 1340, Dhaka'],
  ],
  [
    exampleAddress({ street: 'House 5, Road 3', city: 'dhaka', postcode: '1209', division: 'dhaka' }),
    ['House 5, Road 3', 'dhaka 1209'],
  ],
  [FIRST_ADDRESS, ['Dhaka']],
  [{ ...FIRST_ADDRESS, division: '' }, []],
])('the lines of %j', (address, lines) => expect(addressLines(address)).toEqual(lines));
