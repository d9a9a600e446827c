import { describe, expect, test } from 'vitest';
import { loginForm, registerForm } from './account-forms.ts';
import { normalizeEmail } from './account.ts';
import { parseBy } from './parsed.ts';

describe('signing in (product §5)', () => {
  const login = (form: unknown) => parseBy(loginForm, form);

  test('requires a valid email and a password', () => {
    expect(login({ email: ' Rahim@Example.com ', password: 'x' })).toEqual({
      ok: true,
      value: { email: 'rahim@example.com', password: 'x' },
    });
    expect(login({ email: '', password: '' })).toMatchObject({ status: 422, detail: 'Email is required!' });
    expect(login({ email: 'rahim', password: '' })).toMatchObject({ detail: 'Please enter a valid email!' });
    expect(login({ email: 'rahim@example.com', password: '' })).toMatchObject({ detail: 'Password is required!' });
    expect(login({})).toMatchObject({ detail: 'Email is required!' });
    expect(normalizeEmail(' Rahim@Example.COM ')).toBe('rahim@example.com');
  });

  test('registering also requires a name', () => {
    const form = { name: 'Rahim', email: 'rahim@example.com', password: 'open sesame' };
    const register = (changed: object) => parseBy(registerForm, { ...form, ...changed });
    expect(register({})).toEqual({ ok: true, value: form });
    expect(register({ name: '\u200B', email: '' })).toMatchObject({ detail: 'Name is required!' });
    expect(register({ name: 'x'.repeat(121) })).toMatchObject({ detail: 'Name must have at most 120 characters!' });
    expect(register({ name: 'Ra\u0007him' })).toMatchObject({ detail: 'Name must not contain control characters!' });
    expect(register({ email: '' })).toMatchObject({ detail: 'Email is required!' });
  });
});
