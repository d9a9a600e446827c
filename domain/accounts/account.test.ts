import { describe, expect, test } from 'vitest';
import { deleteAccountError, parseCurrentUser, parseUserProfile, type UserProfile } from './account.ts';
import { exampleAddress } from '../../test/support/factories.ts';

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
