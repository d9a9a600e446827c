/** The forms of an account for screens and `/api/auth` (product §5). Only for the server, because it imports zod. */
import { z } from 'zod';
import { normalizeEmail } from './account.ts';
import { FIELD_LIMITS, isEmail } from './contact.ts';
import { because } from '../parsed.ts';
import type { LabelledField } from '../reason.ts';
import { characterCount, cleanText, isBlank } from '../../base/text.ts';

function required(field: LabelledField): string {
  return because({ code: 'required', field });
}

/** A blank text is not checked further. */
const filled = (field: LabelledField) =>
  z.string(required(field)).refine((text) => !isBlank(text), { error: required(field), abort: true });

const email = filled('email')
  .transform(normalizeEmail)
  .refine(isEmail, because({ code: 'invalid-email' }));

const password = z.string(required('password')).min(1, required('password'));

/** Without control characters inside. Bidirectional overrides are removed. */
const name = filled('name')
  .refine((text) => !/\p{Cc}/u.test(text.trim()) && text.isWellFormed(), {
    error: because({ code: 'invalid-name' }),
    abort: true,
  })
  .transform(cleanText)
  .refine(
    (text) => characterCount(text) <= FIELD_LIMITS.name,
    because({ code: 'too-long', field: 'name', limit: FIELD_LIMITS.name }),
  );

export const loginForm = z.object({ email, password });

export const registerForm = z.object({ name, email, password });

export const resetForm = z.object({ email });

const INVALID_TOKEN = because({ code: 'invalid-token' });

export const newPasswordForm = z.object({
  token: z.string(INVALID_TOKEN).regex(/^[\w-]{1,128}$/, INVALID_TOKEN),
  newPassword: password,
});

const WRONG_PASSWORD = because({ code: 'wrong-password' });

export const changePasswordForm = z.object({
  currentPassword: z.string(WRONG_PASSWORD).min(1, WRONG_PASSWORD),
  newPassword: password,
});
