/** The forms of an account (product §5). Only for the server, because it imports zod. */
import { z } from 'zod';
import { isPhoneLogin, normalizeEmail, readLogin } from './account.ts';
import { FIELD_LIMITS, isEmail } from './contact.ts';
import { because, textOr } from '../parse.ts';
import type { LabelledField } from '../outcome.ts';
import { characterCount } from '../../base/text.ts';
import { cleanText, isBlank } from '../typed/text.ts';

const required = (field: LabelledField) => ({ code: 'required', field }) as const;

/** A blank text is not checked further. */
const filled = (field: LabelledField) =>
  textOr(required(field)).refine((text) => !isBlank(text), { ...because(required(field)), abort: true });

const email = filled('email')
  .transform(normalizeEmail)
  .refine(isEmail, because({ code: 'invalid-email' }));

/** Of an operator. */
const login = filled('email')
  .transform(readLogin)
  .refine((text) => isEmail(text) || isPhoneLogin(text), because({ code: 'invalid-login' }));

const password = textOr(required('password')).refine(Boolean, because(required('password')));

/** Without control characters inside. Bidirectional overrides are removed. */
const name = filled('name')
  .refine((text) => !/\p{Cc}/u.test(text.trim()) && text.isWellFormed(), {
    ...because({ code: 'invalid-name' }),
    abort: true,
  })
  .transform(cleanText)
  .refine(
    (text) => characterCount(text) <= FIELD_LIMITS.name,
    because({ code: 'too-long', field: 'name', limit: FIELD_LIMITS.name }),
  );

/** With `rememberMe` false a shopper's session ends with the browser, or after a day. */
export const loginForm = z.object({ email, password, rememberMe: z.unknown().optional() });

export const operatorLoginForm = loginForm.extend({ email: login });

export const registerForm = z.object({ name, email, password });

/** Whoever is invited to the console sets a name and a password. */
export const invitedForm = registerForm.extend({ email: login });

export const resetForm = z.object({ email });

const INVALID_TOKEN = { code: 'invalid-token' } as const;

export const newPasswordForm = z.object({
  token: textOr(INVALID_TOKEN).refine((text) => /^[\w-]{1,128}$/.test(text), because(INVALID_TOKEN)),
  newPassword: password,
});

const WRONG_PASSWORD = { code: 'wrong-password' } as const;

export const changePasswordForm = z.object({
  currentPassword: textOr(WRONG_PASSWORD).refine(Boolean, because(WRONG_PASSWORD)),
  newPassword: password,
});
