import type { FieldError } from '../../../domain/accounts/address.ts';
import type { Reason } from '../../../domain/reason.ts';
import { sentenceOf } from '../../../messages/sentence.ts';

/** What is wrong in a form, in the page's language. An empty `field`: the whole form. */
export type FormErrors = readonly { readonly field: string; readonly message: string }[];

export function messagesOf(errors: readonly FieldError<string>[]): FormErrors {
  return errors.map(({ field, reason }) => ({ field, message: sentenceOf(reason) }));
}

/** The field that a refusal of the shop concerns; empty when it is the whole form. */
export function fieldOf({ code }: Reason): string {
  if (code === 'wrong-password') return 'currentPassword';
  return code.startsWith('password-') ? 'password' : '';
}
