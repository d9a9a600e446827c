import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  PROFILE_FIELDS,
  deleteAccountError,
  findProfileError,
  joinedDateText,
  parseCurrentUser,
  parseProfileForm,
  parseUserProfile,
  profileError,
} from './account.ts';
import type { ProfileForm, UserProfile } from './account.ts';

describe('the joined date (product §3)', () => {
  test.each([
    [Date.UTC(2026, 0, 1, 0, 0, 0), 'January 01, 2026 06:00:00 AM'],
    [Date.UTC(2025, 11, 31, 18, 0, 0), 'January 01, 2026 12:00:00 AM'],
    [Date.UTC(2025, 11, 31, 17, 59, 59), 'December 31, 2025 11:59:59 PM'],
    [Date.UTC(2024, 1, 29, 6, 5, 9), 'February 29, 2024 12:05:09 PM'],
    [Date.UTC(2026, 8, 5, 3, 4, 5), 'September 05, 2026 09:04:05 AM'],
  ])('%i is %s', (moment, text) => {
    expect(joinedDateText(new Date(moment))).toBe(text);
  });

  test("is the given time in Bangladesh's time zone", () => {
    const start = Date.UTC(2011, 0, 1) / 1_000;
    fc.assert(
      fc.property(fc.integer({ min: start, max: start + 4_000_000_000 }), (second) => {
        const text = joinedDateText(new Date(second * 1_000));
        expect(text).toMatch(/^[A-Z][a-z]+ \d\d, \d{4} (0[1-9]|1[0-2]):\d\d:\d\d [AP]M$/);
        expect(Date.parse(`${text} GMT+0600`)).toBe(second * 1_000);
      }),
    );
  });
});

describe('the profile form (product §5)', () => {
  const form: ProfileForm = {
    name: 'Rahim Uddin',
    phone: '01712345678',
    gender: '',
    street: '12 Green Road',
    city: 'Dhaka',
    postcode: '1207',
    division: 'Dhaka',
  };

  test('has no error when it is filled in', () => {
    expect(profileError(form)).toBeNull();
    expect(profileError({ ...form, gender: 'female', division: 'khulna' })).toBeNull();
  });

  test('checks its required fields first, in form order', () => {
    expect(profileError({ ...form, name: ' ', phone: '', postcode: '' })).toBe('Name is required!');
    expect(profileError({ ...form, phone: 'x', city: '' })).toBe('City is required!');
    const empty = parseProfileForm({});
    expect(findProfileError(empty)?.field).toBe('name');
  });

  test('then checks the phone, then the postcode', () => {
    expect(profileError({ ...form, phone: '1', postcode: '1' })).toBe('Phone must be 11 digits long!');
    expect(profileError({ ...form, postcode: '1' })).toBe('Postcode must have 4 digits!');
  });

  test('then checks lengths and choices, which its controls already limit', () => {
    expect(findProfileError({ ...form, name: 'অ'.repeat(121) })?.field).toBe('name');
    expect(findProfileError({ ...form, gender: 'x' })?.field).toBe('gender');
    expect(findProfileError({ ...form, division: '' })?.field).toBe('division');
  });

  test('can be parsed from any value', () => {
    expect(parseProfileForm({ ...form, name: ' Rahim\tUddin ', email: 'x', country: 'India' })).toEqual(form);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(Object.keys(parseProfileForm(value))).toEqual(PROFILE_FIELDS);
      }),
    );
  });
});

describe('deleting an account (product §5)', () => {
  test('requires the exact phrase', () => {
    expect(deleteAccountError('delete-my-account')).toBeNull();
    for (const typed of ['', 'Delete-my-account', ' delete-my-account', 'delete my account']) {
      expect(deleteAccountError(typed)).toBe('Text not matched!');
    }
  });
});

describe('the stored user', () => {
  test('is parsed, or null', () => {
    const user = { id: 'u1', email: 'rahim@example.com', name: 'Rahim' };
    expect(parseCurrentUser({ ...user, role: 'admin' })).toEqual(user);
    for (const stored of [null, 'u1', [], {}, { ...user, name: 5 }]) expect(parseCurrentUser(stored)).toBeNull();
  });
});

describe('a stored profile', () => {
  const profile: UserProfile = {
    id: 'u1',
    email: 'rahim@example.com',
    name: 'Rahim',
    role: 'user',
    imgUrl: null,
    defaultImg: '/default-profile.svg',
    phone: '01712345678',
    gender: 'male',
    joinedDate: 'November 21, 2026 06:30:00 PM',
    address: { street: '12 Lake Road', city: 'Dhaka', postcode: '1207', division: 'dhaka', country: 'Bangladesh' },
    scheduleForDeletion: false,
  };

  test('is parsed as it was stored', () => {
    expect(parseUserProfile(JSON.parse(JSON.stringify(profile)))).toEqual(profile);
  });

  test('of an older version gets its missing fields; one without an id is dropped', () => {
    expect(parseUserProfile({ id: 'u1', email: 'a@example.com', address: {}, phone: 7 })).toMatchObject({
      phone: '',
      imgUrl: null,
      address: { street: '', country: '' },
    });
    for (const stored of [null, [], 'u1', { id: 'u1' }, { ...profile, address: null }, { ...profile, id: 7 }]) {
      expect(parseUserProfile(stored)).toBeNull();
    }
  });
});
