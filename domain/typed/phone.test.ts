import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PHONE_PATTERN } from '../accounts/contact.ts';
import { testAll } from '../../test/support/properties.ts';
import { readMobile, readPhone, whatsAppLink } from './phone.ts';

test.each([
  ['01711-000 101', '01711000101'],
  ['\u202A+88\u200E01711\u2013000\u00A0101\u202C', '+8801711000101'],
  ['০১৭১১‑০০০১০১\u200B', '01711000101'],
  ['017\uFE0F11\u00AD000101\u2060', '01711000101'],
])('%j is the phone %j', (typed, phone) => {
  expect(readPhone(typed)).toBe(phone);
  expect(phone).toMatch(PHONE_PATTERN);
});

const between = fc.array(fc.constantFrom(' ', '-', '–', '\u00A0', '\u200B', '\u200F', '\u2060', '\u00AD', '\uFE0F'), {
  maxLength: 3,
});

testAll(
  'whatever shows nothing or divides the digits, it is the same phone',
  fc.stringMatching(/^(\+88)?01[1-9][0-9]{8}$/),
  fc.array(between, { minLength: 14, maxLength: 14 }),
  (phone, gaps) => {
    const typed = [...phone].map((digit, at) => (gaps[at] ?? []).join('') + digit).join('');
    expect(readPhone(typed)).toBe(phone);
  },
);

const spelling = fc.constantFrom('', '+88', '88', '0088', '+880', '(+88) ', '+88-');

testAll(
  'a mobile number of Bangladesh is the same in any usual spelling',
  fc.stringMatching(/^01[3-9][0-9]{8}$/),
  spelling,
  fc.constantFrom('', ' ', '-', '.'),
  (mobile, before, gap) => {
    const typed = `${before}${mobile.slice(0, 5)}${gap}${mobile.slice(5)}`;
    expect(readMobile(typed)).toBe(`+88${mobile}`);
    expect(readMobile(`+88${mobile}`)).toBe(`+88${mobile}`);
  },
);

test.each(['', '01211000101', '0171100010', '017110001011', '+4401711000101', '1711000101', 'a01711000101'])(
  '%j is no mobile number of Bangladesh',
  (typed) => {
    expect(readMobile(typed)).toBeNull();
    expect(whatsAppLink(typed, 'x')).toBeNull();
  },
);

test('a link opens WhatsApp for the phone, with the text', () => {
  expect(whatsAppLink('০১৭১১-০০০১০১', 'সদাই & https://shop.example/?a=1')).toBe(
    `https://wa.me/8801711000101?text=${encodeURIComponent('সদাই & https://shop.example/?a=1')}`,
  );
});
