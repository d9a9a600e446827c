import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIVISIONS, POSTCODE_PATTERN, divisionOf } from './address.ts';
import { GENDERS, PHONE_PATTERN, genderOf, isEmail } from './contact.ts';
import { forAll } from '../../test/support/properties.ts';

describe('phone numbers (product §5)', () => {
  test.each(['01712345678', '+8801712345678', '-01712345678', '+88-01712345678', '01112345678'])(
    '%s is a phone number',
    (phone) => {
      expect(phone).toMatch(PHONE_PATTERN);
    },
  );

  test.each([
    '',
    '0171234567',
    '017123456789',
    '01012345678',
    '8801712345678',
    '+88 01712345678',
    '+8801712-345678',
    '+88--01712345678',
    '02712345678',
    '০১৭১২৩৪৫৬৭৮',
    '01712345678\n',
    ' 01712345678',
  ])('%j is no phone number', (phone) => expect(phone).not.toMatch(PHONE_PATTERN));

  test('allow every combination of the optional parts, and no other digits', () => {
    const parts = fc.tuple(fc.constantFrom('', '+88'), fc.constantFrom('', '-'), fc.stringMatching(/^[0-9]{9}$/));
    forAll(parts, ([prefix, dash, digits]) => {
      expect(PHONE_PATTERN.test(`${prefix}${dash}01${digits}`)).toBe(!digits.startsWith('0'));
    });
  });
});

test('postcodes have exactly 4 digits', () => {
  for (const postcode of ['1207', '0000']) expect(postcode).toMatch(POSTCODE_PATTERN);
  for (const postcode of ['', '120', '12070', '12o7', '১২০৭', '1207\n', ' 1207']) {
    expect(postcode).not.toMatch(POSTCODE_PATTERN);
  }
});

describe('email addresses', () => {
  test.each(['rahim@example.com', "o'hara+shop@mail.example.co", 'a@b.cd'])('%s is an email address', (email) => {
    expect(isEmail(email)).toBe(true);
  });

  test.each([
    '',
    'rahim',
    'rahim@',
    '@example.com',
    'rahim@example',
    'a b@example.com',
    'a@-x.com',
    'a@x..com',
    'a@b@c.de',
  ])('%j is no email address', (email) => expect(isEmail(email)).toBe(false));

  test('generated ones are accepted, and very long ones take no extra time', () => {
    forAll(fc.emailAddress(), (email) => {
      expect(isEmail(email)).toBe(email.length <= 254);
    });
    expect(isEmail(`a@${'a'.repeat(1_000_000)}`)).toBe(false);
  });
});

test('choices are read in upper and lower case', () => {
  for (const division of DIVISIONS) expect(divisionOf(division.toUpperCase())).toBe(division);
  for (const gender of GENDERS) expect(genderOf(gender.toUpperCase())).toBe(gender);
  expect([divisionOf('london'), divisionOf(''), genderOf('')]).toEqual([null, null, null]);
});
