import { AN_ERROR_OCCURED } from '#messages';
import { useEffect } from 'react';
import type { Fetcher, ShouldRevalidateFunctionArgs } from 'react-router';
import { answerOr } from '../../state/forms/form-answer.ts';
import { createValue } from '../../state/value.ts';
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
export async function keepForm<T>({ serverAction }: { serverAction: () => Promise<T> }, what?: unknown) {
  return keep(serverAction(), typeof what === 'string' ? what : AN_ERROR_OCCURED);
}

/** The shop has refused something because the session is over. */
export const loggedOut = createValue(false);

async function keep<T>(sent: Promise<T>, what: string) {
  let status = 200;
  const answer = await answerOr(sent, (failed): Answer => {
    status = failed;
    if (status === 401) return { error: 'You are logged out. Log in in another tab, then press the button again.' };
    return { error: status === 503 ? `${what} No connection to the shop.` : what };
  });
  loggedOut.set(status === 401);
  return answer;
}

/**
 * Like `keepForm`, and shows the answer by itself: for a button whose row may have left its list, because of a live change, before
 * the answer is here.
 */
export async function keepRow({ serverAction }: { serverAction: () => Promise<Answer> }, what?: unknown) {
  const answer = await keep(serverAction(), typeof what === 'string' ? what : AN_ERROR_OCCURED);
  showAnswer('data' in answer ? answer.data : answer);
  return answer;
}

/** The `shouldRevalidate` of a screen whose refusals mean that it shows something old. By default it is not loaded again after them. */
export function reloadRefused({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionStatus === 409;
}

function showAnswer({ done, error }: Answer): void {
  // A success would remove the error.
  if (error) toastError(done ? `${done} ${error}` : error);
  else {
    closeErrors();
    if (done) toastSuccess(done);
  }
}

export function useAnswerToast({ state, data }: Pick<Fetcher<Answer>, 'state' | 'data'>): void {
  useEffect(() => {
    if (state === 'idle' && data) showAnswer(data);
  }, [state, data]);
}
