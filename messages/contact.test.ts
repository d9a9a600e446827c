import { expect, test } from 'vitest';
import { DIVISIONS } from '../domain/accounts/address.ts';
import { GENDERS } from '../domain/accounts/contact.ts';
import { exampleAddress } from '../test/support/factories.ts';
import { importInBangla } from '../test/support/bangla.ts';
import { COUNTRY_NAME, DIVISION_NAMES, GENDER_NAMES } from './bn.ts';
import * as english from './contact.ts';

const bangla = await importInBangla(() => import('./contact.ts'));

test.each([
  ['name', 'Rahim 2', 'Rahim 2'],
  ['email', 'rahim2@example.com', 'rahim2@example.com'],
  ['phone', '+8801712345678', '+৮৮০১৭১২৩৪৫৬৭৮'],
  ['postcode', '1207', '১২০৭'],
  ['street', '12 Green Road', '12 Green Road'],
  ['street', 'dhaka', 'dhaka'],
  ['city', 'Dhaka', 'Dhaka'],
  ['division', 'Dhaka', DIVISION_NAMES.dhaka],
  ['division', 'chattogram', DIVISION_NAMES.chattogram],
  ['division', 'London', 'London'],
  ['gender', 'female', GENDER_NAMES.female],
  ['gender', '', ''],
  ['country', 'Bangladesh', COUNTRY_NAME],
  ['country', 'India', 'India'],
])('the %s %j is shown as it is stored, and in Bangla as %j', (field, value, inBangla) => {
  expect(english.formatContact(field, value)).toBe(value);
  expect(bangla.formatContact(field, value)).toBe(inBangla);
});

test('an address has its area, division and digits in the language of the page', () => {
  const address = {
    ...exampleAddress({ street: '12 Lake Road', city: 'Savar', postcode: '1340' }),
    areaName: 'Mirpur',
  };
  expect(english.localAddress({ ...address, areaNameBn: 'মিরপুর' })).toEqual([
    '12 Lake Road',
    'Mirpur',
    'Savar 1340, Dhaka',
  ]);
  const inBangla = (areaNameBn?: string) => bangla.localAddress({ ...address, ...(areaNameBn && { areaNameBn }) });
  expect(inBangla('মিরপুর')).toEqual(['12 Lake Road', 'মিরপুর', `Savar ১৩৪০, ${DIVISION_NAMES.dhaka}`]);
  expect(inBangla()[1]).toBe('Mirpur');
});

test('every choice has its Bangla name', () => {
  for (const division of DIVISIONS) expect(bangla.formatContact('division', division)).toBe(DIVISION_NAMES[division]);
  for (const gender of GENDERS) expect(bangla.formatContact('gender', gender)).toBe(GENDER_NAMES[gender]);
});

test('a joined date is shown as it is stored, and in Bangla as a time', () => {
  const stored = 'November 21, 2026 06:05:09 PM';
  expect(english.formatJoinedDate(stored)).toBe(stored);
  expect(bangla.formatJoinedDate(stored)).toBe('২১ নভেম্বর ২০২৬, সন্ধ্যা ৬:০৫');
  for (const other of ['', 'yesterday']) {
    expect(english.formatJoinedDate(other)).toBe(other);
    expect(bangla.formatJoinedDate(other)).toBe(other);
  }
});
