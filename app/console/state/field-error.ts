import { type RefObject, useEffect } from 'react';
import type { Fetcher } from 'react-router';
import type { AccountAnswer } from './account-answer.ts';
import { useAnswerToast } from './answer.ts';

/**
 * Shows the answer of a form: what was done, or an error that is about no field, as a toast; an error of a field is returned for that field,
 * which gets the focus. A form that is done is empty again.
 */
export function useFieldError(
  { state, data }: Pick<Fetcher<AccountAnswer>, 'state' | 'data'>,
  form: RefObject<HTMLFormElement | null>,
): (field: AccountAnswer['field']) => string | undefined {
  const field = data?.error ? data.field : undefined;
  useAnswerToast({ state, data: field ? undefined : data });
  useEffect(() => {
    if (state === 'idle' && field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }, [state, data, field, form]);
  useEffect(() => {
    if (data?.done) form.current?.reset();
  }, [data, form]);
  return (of) => (of === field ? data?.error : undefined);
}
