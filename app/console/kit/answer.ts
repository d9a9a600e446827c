import { AN_ERROR_OCCURED } from '#messages';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { answerOr } from '../../state/forms/form-errors.ts';
import { createValue } from '../../state/value.ts';
import { closeErrors, toastError, toastSuccess } from '../../state/toasts.ts';
import { t } from '../../../messages/console/t.ts';

/** The answer of a form: what was done, or why not. */
export interface Answer {
  done?: string;
  error?: string;
  /** What is wrong in which field. */
  faults?: readonly Fault[];
  /** Somebody else has changed it meanwhile: sent again, the form replaces that. */
  conflict?: boolean;
}

export interface Fault {
  field: string;
  /** The place of its row in the form, from 0. */
  row?: number | undefined;
  message: string;
}

/** The shop has refused something because the session is over. */
export const loggedOut = createValue(false);

interface Keeping<A extends Answer> {
  /** The answer is said at once. What was pressed may have left the screen by then, because of a live change. */
  says?: boolean | ((answer: A, sent: FormData) => boolean);
  /** What is said when no answer comes. */
  failed?: (sent: FormData) => string | undefined;
  after?: (answer: A, sent: FormData) => void;
}

/**
 * A screen's `clientAction`: the answer of its action, or an error when none comes. The screen stays with all that was
 * typed, also when the operator has been logged out meanwhile.
 */
export function keeper<A extends Answer = Answer>({ says = false, failed, after }: Keeping<A> = {}) {
  return async ({ request, serverAction }: { request: Request; serverAction: () => Promise<A> }) => {
    const sent = await request.clone().formData();
    const what = failed?.(sent) ?? AN_ERROR_OCCURED;
    let status = 200;
    const kept = await answerOr(serverAction(), (code): Answer => {
      status = code;
      if (code === 401) return { error: t('You are logged out. Log in in another tab, then press the button again.') };
      return { error: code === 503 ? `${what} ${t('No connection to the shop.')}` : what };
    });
    loggedOut.set(status === 401);
    const answer = ('data' in kept ? kept.data : kept) as A;
    // What is wrong stands at its field.
    if ((typeof says === 'function' ? says(answer, sent) : says) && !answer.faults) sayAnswer(answer);
    after?.(answer, sent);
    return kept;
  };
}

/** Of a screen whose forms say the answer. */
export const keepForm = keeper();

/** Of a screen that shows itself why something was not done. */
export const keepRows = keeper({ says: ({ done }) => done !== undefined });

/** Of a screen whose buttons may be gone by then. */
export const keepRow = keeper({ says: true });

/** The `shouldRevalidate` of a screen whose refusals mean that it shows something old. */
export function reloadRefused({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionStatus === 409;
}

const said = new WeakSet<Answer>();

/** Says an answer by a toast, once. */
export function sayAnswer(answer: Answer): void {
  const { done, error } = answer;
  if (said.has(answer)) return;
  said.add(answer);
  // A success would remove the error.
  if (error) return toastError(done ? `${done} ${error}` : error);
  closeErrors();
  if (done) toastSuccess(done);
}
