import { AN_ERROR_OCCURED } from '#messages';
import { useEffect } from 'react';
import { answerOr } from '../../state/form-answer.ts';
import { closeErrors, toastError, toastSuccess } from '../../state/toasts.ts';

/** The answer of a form: what was done, or why not. */
export interface Answer {
  done?: string;
  error?: string;
}

/**
 * A screen's `clientAction`: the answer of its action, or an error when none comes. The screen stays, with all that was typed, also when
 * the operator has been logged out meanwhile.
 */
export function keepForm<T>({ serverAction }: { serverAction: () => Promise<T> }) {
  return answerOr(serverAction(), (status): Answer => ({
    error:
      status === 401 ? 'You are logged out. Log in in another tab, then press the button again.' : AN_ERROR_OCCURED,
  }));
}

interface Sent {
  state: 'idle' | 'submitting' | 'loading';
  data: Answer | undefined;
}

/** Shows what a form has done, or why not, once for each answer. */
export function useAnswerToast({ state, data }: Sent): void {
  useEffect(() => {
    if (state !== 'idle' || !data) return;
    if (data.error) toastError(data.error);
    else closeErrors();
    if (data.done) toastSuccess(data.done);
  }, [state, data]);
}
