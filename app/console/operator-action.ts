import { AN_ERROR_OCCURED } from '#messages';
import type { ActionFunctionArgs } from 'react-router';
import { formAnswer } from '../context.ts';
import { actorOf } from './context.ts';
import type { Answer } from './state/answer.ts';

/** A screen's action. `by` is the operator's e-mail address. When `work` throws, the answer is an error, and the screen stays as it is. */
export function operatorAction<T>(work: (args: ActionFunctionArgs, by: string) => Promise<T>) {
  const failed: Answer = { error: AN_ERROR_OCCURED };
  return async (args: ActionFunctionArgs) => {
    const by = await actorOf(args);
    return formAnswer(args, () => work(args, by), failed);
  };
}
