import { describe, expect, test } from 'vitest';
import { changePasswordForm, loginForm, newPasswordForm, registerForm, resetForm } from './account-forms.ts';
import { normalizeEmail } from './account.ts';
import { parseBy } from '../parse.ts';

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
