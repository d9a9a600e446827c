/**
 * The forms of an account, the same for the screens and for `/api/auth` (product §5). Parsed emails and names have the
 * form in which the shop stores them. `server/identity/` checks the password's strength. Only for the server, because
 * it imports zod.
 */
import { z } from 'zod';
import { normalizeEmail } from './account.ts';
import { FIELD_LIMITS, isEmail } from './contact.ts';
import * as messages from './messages.ts';
import { characterCount, cleanText, isBlank } from './text.ts';

/** A text that is not blank. A blank one is not checked further. */
const filled = (field: messages.LabelledField) =>
  z.string(messages.required(field)).refine((text) => !isBlank(text), {
    error: messages.required(field),
    abort: true,
  });

const email = filled('email').transform(normalizeEmail).refine(isEmail, messages.INVALID_EMAIL);

const password = z.string(messages.required('password')).min(1, messages.required('password'));

/** Without control characters inside. Bidirectional overrides are removed. */
const name = filled('name')
  .refine((text) => !/\p{Cc}/u.test(text.trim()) && text.isWellFormed(), {
    error: messages.NAME_CONTROL_CHARACTERS,
    abort: true,
  })
  .transform(cleanText)
  .refine((text) => characterCount(text) <= FIELD_LIMITS.name, messages.tooLong('name', FIELD_LIMITS.name));

export const loginForm = z.object({ email, password });

export const registerForm = z.object({ name, email, password });

/** The request of a reset link. */
export const resetForm = z.object({ email });

/** The new password for a reset link. */
export const newPasswordForm = z.object({
  token: z.string(messages.INVALID_TOKEN).regex(/^[\w-]{1,128}$/, messages.INVALID_TOKEN),
  newPassword: password,
});

export const changePasswordForm = z.object({
  currentPassword: z.string(messages.CURRENT_PASSWORD_WRONG).min(1, messages.CURRENT_PASSWORD_WRONG),
  newPassword: password,
});
