import { describe, expect, test } from 'vitest';
import { changePasswordForm, loginForm, newPasswordForm, registerForm, resetForm } from './account-forms.ts';
import { normalizeEmail } from './account.ts';
import { parseBy } from '../parse.ts';
import * as fc from 'fast-check';
import { parseProfileForm, PROFILE_FIELDS, profileErrors, type ProfileForm } from './profile-form.ts';
import { exampleProfileForm } from '../../test/support/factories.ts';
import { forAll } from '../../test/support/properties.ts';

describe('signing in (product §5)', () => {
  const login = (form: unknown) => parseBy(loginForm, form);

  test('requires a valid email and a password', () => {
    expect(login({ email: ' Rahim@Example.com ', password: 'x' })).toEqual({
      ok: true,
      value: { email: 'rahim@example.com', password: 'x' },
    });
    const fields = (['email', 'password'] as const).map((field) => ({ field, reason: { code: 'required', field } }));
    expect(login({ email: '', password: '' })).toMatchObject({ ok: false, status: 422, fields });
    expect(login({ email: 'rahim', password: '' })).toMatchObject({ reason: { code: 'invalid-email' } });
    expect(login({ email: 'rahim@example.com', password: '' })).toMatchObject({
      reason: { code: 'required', field: 'password' },
    });
    expect(login({})).toMatchObject({ reason: { code: 'required', field: 'email' } });
    expect(normalizeEmail(' Rahim@Example.COM ')).toBe('rahim@example.com');
  });

  test('registering also requires a name', () => {
    const form = { name: 'Rahim', email: 'rahim@example.com', password: 'open sesame' };
    const register = (changed: object) => parseBy(registerForm, { ...form, ...changed });
    expect(register({})).toEqual({ ok: true, value: form });
    expect(register({ name: '\u200B', email: '' })).toMatchObject({ reason: { code: 'required', field: 'name' } });
    expect(register({ name: 'x'.repeat(121) })).toMatchObject({
      reason: { code: 'too-long', field: 'name', limit: 120 },
    });
    expect(register({ name: 'Ra\u0007him' })).toMatchObject({ reason: { code: 'invalid-name' } });
    expect(register({ email: '' })).toMatchObject({ reason: { code: 'required', field: 'email' } });
  });

  test('a new password requires the link’s token, or the current password', () => {
    const reset = (form: unknown) => parseBy(newPasswordForm, form);
    expect(reset({ token: 'abc', newPassword: 'open sesame' })).toMatchObject({ ok: true });
    for (const token of [undefined, '', '../x', 'x'.repeat(129)])
      expect(reset({ token, newPassword: '' })).toMatchObject({ status: 422, reason: { code: 'invalid-token' } });
    const required = { reason: { code: 'required', field: 'password' } };
    expect(reset({ token: 'abc', newPassword: '' })).toMatchObject(required);
    const change = (form: unknown) => parseBy(changePasswordForm, form);
    expect(change({ newPassword: '' })).toMatchObject({ reason: { code: 'wrong-password' } });
    expect(change({ currentPassword: '', newPassword: 'x' })).toMatchObject({ reason: { code: 'wrong-password' } });
    expect(change({ currentPassword: 'x' })).toMatchObject(required);
    expect(parseBy(resetForm, { email: 'rahim' })).toMatchObject({ reason: { code: 'invalid-email' } });
  });
});

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
