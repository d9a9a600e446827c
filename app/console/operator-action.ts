import { AN_ERROR_OCCURED } from '#messages';
import type { ActionFunctionArgs } from 'react-router';
import type { Right } from '../../domain/accounts/roles.ts';
import type { Reason } from '../../domain/reason.ts';
import { sentenceOf } from '../../messages/sentence.ts';
import { formAnswer, refuseForm } from '../context.ts';
import { type Staff, staffOf } from './context.ts';
import type { Answer } from './state/answer.ts';

const FAILED: Answer = { error: AN_ERROR_OCCURED };

/** A screen's action for everybody. When `work` throws, the answer is an error, and the screen stays as it is. */
export function formAction<T>(work: (args: ActionFunctionArgs) => Promise<T>) {
  return (args: ActionFunctionArgs) => formAnswer(args, () => work(args), FAILED);
}

/** The same for whoever has a right. */
export function operatorAction<T>(right: Right, work: (args: ActionFunctionArgs, staff: Staff) => Promise<T>) {
  return async (args: ActionFunctionArgs) => {
    const staff = await staffOf(args, right);
    return formAnswer(args, () => work(args, staff), FAILED);
  };
}

export function refuse(args: ActionFunctionArgs, status: number, error: string = AN_ERROR_OCCURED) {
  return refuseForm<Answer>(args, { status }, { error });
}

/** Says a refusal of the shop in words, and of which `field` it is. */
export function sayRefusal<Field extends string>(
  args: ActionFunctionArgs,
  refusal: { status: number; reason: Reason; retryAfter?: number },
  field?: Field,
) {
  return refuseForm(args, refusal, { error: sentenceOf(refusal.reason), ...(field && { field }) });
}
