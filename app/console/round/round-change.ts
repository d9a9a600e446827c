import type { ActionFunctionArgs } from 'react-router';
import { perform, problemOf } from '../context.ts';

/** Takes what a rider has pressed (presses.ts). */
export async function action(args: ActionFunctionArgs) {
  const outcome = await perform(args, 'round.press', Object.fromEntries(await args.request.formData()));
  return outcome.ok ? Response.json(outcome.value) : problemOf(outcome);
}
