import { AN_ERROR_OCCURED } from '#messages';
import { data, isRouteErrorResponse } from 'react-router';
import type { FieldFault, Refused } from '../../../domain/outcome.ts';
import { sentenceOf } from '../../../messages/sentence.ts';

/** What is wrong in a form, in the page's language. An empty `field`: the whole form. */
export type FormErrors = readonly { readonly field: string; readonly message: string }[];

export const NO_ERRORS: FormErrors = [];

export function messagesOf(errors: readonly FieldFault<string>[]): FormErrors {
  return errors.map(({ field, reason }) => ({ field, message: sentenceOf(reason) }));
}

/** What the shop refuses, at its fields or for the whole form. */
export function errorsOf({ reason, fields = [{ field: '', reason }] }: Refused): FormErrors {
  return messagesOf(fields);
}

export const FORM_FAILED: { errors: FormErrors } = { errors: [{ field: '', message: AN_ERROR_OCCURED }] };

/** How long to wait for an answer, in ms (product §10). */
export const ANSWER_TIMEOUT_MS = 30_000;

/**
 * The answer to a form's action, or `failed` when the shop's own answer does not come. The screen stays, with all that
 * was typed, instead of the error screen. Redirects go on as usual. Every form that writes has it.
 */
export async function answerOr<T, F>(answer: Promise<T>, failed: (status: number) => F) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer came')), ANSWER_TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, tooLong]);
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    const status = isRouteErrorResponse(thrown) ? thrown.status : 503;
    // With this status the router does not reload the screen's data.
    return data(failed(status), { status });
  } finally {
    clearTimeout(timer);
  }
}
