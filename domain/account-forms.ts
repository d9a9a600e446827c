/**
 * The forms of an account, the same for the screens and for `/api/auth` (product §5). Emails and names come out as the shop stores
 * them; a password's own rules are the identity's. On the server only: it brings zod along.
 */
import { z } from 'zod';
import { accountEmail } from './account.ts';
import { FIELD_LIMITS, isEmail } from './contact.ts';
import * as messages from './messages.ts';
import { characters, cleanText, isBlank } from './text.ts';

/** A text that shows something; nothing else is checked without it. */
const filled = (field: messages.LabelledField) =>
  z.string(messages.required(field)).refine((text) => !isBlank(text), {
    error: messages.required(field),
    abort: true,
  });

const email = filled('email').transform(accountEmail).refine(isEmail, messages.EMAIL_FAULT);

const password = z.string(messages.required('password')).min(1, messages.required('password'));

/** No control characters inside; what turns the direction of writing is taken out. */
const name = filled('name')
  .refine((text) => !/\p{Cc}/u.test(text.trim()) && text.isWellFormed(), {
    error: messages.NAME_CONTROL_CHARACTERS,
    abort: true,
  })
  .transform(cleanText)
  .refine((text) => characters(text) <= FIELD_LIMITS.name, messages.tooLong('name', FIELD_LIMITS.name));

export const loginForm = z.object({ email, password });

export const registerForm = z.object({ name, email, password });

/** Asking for the link to a new password. */
export const resetForm = z.object({ email });

/** The new password of such a link. */
export const newPasswordForm = z.object({
  token: z.string(messages.INVALID_TOKEN).regex(/^[\w-]{1,128}$/, messages.INVALID_TOKEN),
  newPassword: password,
});

export const changePasswordForm = z.object({
  currentPassword: z.string(messages.CURRENT_PASSWORD_WRONG).min(1, messages.CURRENT_PASSWORD_WRONG),
  newPassword: password,
});
