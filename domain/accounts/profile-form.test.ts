import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROFILE_FIELDS, parseProfileForm, profileErrors, type ProfileForm } from './account-forms.ts';
import { exampleProfileForm } from '../../test/support/factories.ts';
import { forAll } from '../../test/support/properties.ts';

const first = (form: ProfileForm) => profileErrors(form)[0]?.reason;

describe('the profile form (product §5)', () => {
  const form: ProfileForm = exampleProfileForm({
    name: 'Rahim Uddin',
    gender: '',
    street: '12 Green Road',
    division: 'Dhaka',
  });

  test('has no error when it is filled in', () => {
    expect(profileErrors(form)).toEqual([]);
    expect(profileErrors({ ...form, gender: 'female', division: 'khulna' })).toEqual([]);
  });

  test('checks its required fields first, in form order', () => {
    expect(first({ ...form, name: ' ', phone: '', postcode: '' })).toEqual({ code: 'required', field: 'name' });
    expect(first({ ...form, phone: 'x', city: '' })).toEqual({ code: 'required', field: 'city' });
    const empty = parseProfileForm({});
    expect(profileErrors(empty).map(({ field }) => field)).toEqual([
      'name',
      'phone',
      'street',
      'city',
      'postcode',
      'division',
    ]);
  });

  test('then checks the phone, then the postcode', () => {
    expect(first({ ...form, phone: '1', postcode: '1' })).toEqual({ code: 'invalid-phone' });
    expect(first({ ...form, postcode: '1' })).toEqual({ code: 'invalid-postcode' });
  });

  test('then checks lengths and choices, which its controls already limit', () => {
    for (const [field, limit] of [
      ['name', 120],
      ['street', 200],
      ['city', 100],
    ] as const) {
      expect(profileErrors({ ...form, [field]: 'অ'.repeat(limit) })).toEqual([]);
      const reason = { code: 'too-long', field, limit };
      expect(profileErrors({ ...form, [field]: 'অ'.repeat(limit + 1) })).toEqual([{ field, reason }]);
    }
    for (const [field, value] of [
      ['gender', 'x'],
      ['division', ''],
      ['division', 'London'],
    ] as const) {
      expect(profileErrors({ ...form, [field]: value })).toEqual([{ field, reason: { code: 'not-a-choice', field } }]);
    }
  });

  test('can be parsed from any value', () => {
    expect(parseProfileForm({ ...form, name: ' Rahim\tUddin ', email: 'x', country: 'India' })).toEqual(form);
    forAll(fc.anything(), (value) => {
      expect(Object.keys(parseProfileForm(value))).toEqual(PROFILE_FIELDS);
    });
  });

  test('may have Bangla digits in its phone and postcode, and spaces and hyphens in its phone', () => {
    const typed = { ...form, name: 'রহিম ২', phone: ' ০১৭১২-৩৪৫ ৬৭৮ ', street: '১২ গ্রিন রোড', postcode: '১২০৭' };
    const parsed = parseProfileForm(typed);
    expect(parsed).toEqual({ ...form, name: 'রহিম ২', street: '১২ গ্রিন রোড' });
    expect(profileErrors(parsed)).toEqual([]);
  });
});
