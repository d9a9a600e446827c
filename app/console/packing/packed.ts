import type { ActionFunctionArgs } from 'react-router';
import { perform, problemOf } from '../context.ts';

/** Takes what was packed (kit/presses.ts). */
export async function action(args: ActionFunctionArgs) {
  const { order: id, ...fields } = Object.fromEntries(await args.request.formData());
  const outcome = await perform(args, 'orders.change', { ...fields, id });
  return outcome.ok ? Response.json({ revision: outcome.value.revision }) : problemOf(outcome);
}
