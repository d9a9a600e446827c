import { describe, expect, test } from 'vitest';
import {
  deleteAccountError,
  parseCurrentUser,
  parseUserProfile,
  type UserProfile,
  NO_BANNER,
  parseBanner,
} from './account.ts';
import { exampleAddress } from '../../test/support/factories.ts';
import * as fc from 'fast-check';
import { forAll } from '../../test/support/properties.ts';

test('deleting an account requires the exact phrase', () => {
  expect(deleteAccountError('delete-my-account')).toBeNull();
  for (const typed of ['', 'Delete-my-account', ' delete-my-account', 'delete my account']) {
    expect(deleteAccountError(typed)).toEqual({ code: 'text-not-matched' });
  }
});

test('the stored user is parsed, or null', () => {
  const user = { id: 'u1', email: 'rahim@example.com', name: 'Rahim' };
  expect(parseCurrentUser({ ...user, role: 'admin' })).toEqual(user);
  for (const stored of [null, 'u1', [], {}, { ...user, name: 5 }]) expect(parseCurrentUser(stored)).toBeNull();
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
    address: exampleAddress(),
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

describe('the stored banner', () => {
  test('a set banner is read back', () => {
    expect(parseBanner({ type: 'order', flag: true })).toEqual({ type: 'order', flag: true });
    expect(parseBanner({ type: 'account-delete', flag: true, more: 1 })).toEqual({
      type: 'account-delete',
      flag: true,
    });
  });

  test('anything else is no banner', () => {
    const others = [
      { type: 'order', flag: false },
      { type: 'order', flag: 'true' },
      { type: 'sale', flag: true },
      null,
    ];
    for (const stored of others) expect(parseBanner(stored)).toBe(NO_BANNER);
    forAll(fc.anything(), (stored) => {
      expect(parseBanner(stored)).toBe(NO_BANNER);
    });
  });
});
