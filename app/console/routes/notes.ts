import type { ActionFunctionArgs } from 'react-router';
import { newNoteSchema } from '../../../domain/orders/place-order.ts';
import { parseBy } from '../../../domain/parsed.ts';
import { operatorAction, refuse, sayRefusal } from '../operator-action.ts';
import { keepRow } from '../state/answer.ts';

/** A note about an order, or about an account: field `text`. */
export function action(args: ActionFunctionArgs) {
  const { of, id = '' } = args.params;
  return operatorAction(of === 'account' ? 'customers' : 'orders', async (_, { by, services }) => {
    const parsed = parseBy(newNoteSchema, Object.fromEntries(await args.request.formData()));
    if (!parsed.ok) return sayRefusal(args, parsed);
    const note = await services.notes.add(of === 'account' ? { account: id } : { order: id }, parsed.value.text, by);
    return note ? { done: 'The note is added.' } : refuse(args, 404, 'This is not there any more.');
  })(args);
}

export const clientAction = keepRow;
