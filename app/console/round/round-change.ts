import type { ActionFunctionArgs } from 'react-router';
import { problemResponse } from '../../../base/problem.ts';
import { operatorSentence } from '../../../messages/operator-sentence.ts';
import { perform } from '../context.ts';

/** Takes what a rider has pressed (presses.ts). */
export async function action(args: ActionFunctionArgs) {
  const outcome = await perform(args, 'round.press', Object.fromEntries(await args.request.formData()));
  if (outcome.ok) return Response.json(outcome.value);
  return problemResponse({ status: outcome.status, detail: operatorSentence(outcome.reason) });
}
