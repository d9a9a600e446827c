import { type RefObject, useEffect } from 'react';
import type { AccountAnswer } from './account-answer.ts';
import { useAnswerToast } from './answer.ts';

interface Sent {
  state: 'idle' | 'submitting' | 'loading';
  data: AccountAnswer | undefined;
}

/**
 * Shows the answer of a form: what was done, or an error that is about no field, as a toast; an error of a field is returned for that field,
 * which gets the focus.
 */
export function useFieldError(
  { state, data }: Sent,
  form: RefObject<HTMLFormElement | null>,
): (field: AccountAnswer['field']) => string | undefined {
  const field = data?.error ? data.field : undefined;
  useAnswerToast({ state, data: field ? undefined : data });
  useEffect(() => {
    if (state === 'idle' && field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }, [state, data, field, form]);
  return (of) => (of === field ? data?.error : undefined);
}
