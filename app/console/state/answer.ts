import { AN_ERROR_OCCURED } from '#messages';
import { useEffect } from 'react';
import type { Fetcher, ShouldRevalidateFunctionArgs } from 'react-router';
import { answerOr } from '../../state/forms/form-answer.ts';
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

/**
 * Like `keepForm`, and shows the answer by itself: for a button whose row may have left its list, because of a live change, before
 * the answer is here.
 */
export async function keepRow({ serverAction }: { serverAction: () => Promise<Answer> }) {
  const answer = await keepForm({ serverAction });
  showAnswer('data' in answer ? answer.data : answer);
  return answer;
}

/** The `shouldRevalidate` of a screen whose refusals mean that it shows something old. By default it is not loaded again after them. */
export function reloadRefused({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionStatus === 409;
}

function showAnswer({ done, error }: Answer): void {
  if (error) toastError(error);
  else closeErrors();
  if (done) toastSuccess(done);
}

export function useAnswerToast({ state, data }: Pick<Fetcher<Answer>, 'state' | 'data'>): void {
  useEffect(() => {
    if (state === 'idle' && data) showAnswer(data);
  }, [state, data]);
}
