import { STATUS_NAMES } from '#messages';
import { shortOrderId, statusOfChange } from '../../../domain/orders/order.ts';
import { keepRow } from '../state/answer.ts';
import { endUndo, offerUndo, type OrderAnswer } from '../state/done-orders.ts';

/** `keepRow` for changes of orders: a failure says which one it was and what was not done, and what is done can be taken back. */
export async function keepOrder(args: { request: Request; serverAction: () => Promise<OrderAnswer> }) {
  const form = await args.request.clone().formData();
  const intent = String(form.get('intent'));
  const to = statusOfChange(intent);
  const answer = await keepRow(
    args,
    to ? `${shortOrderId(String(form.get('id')))}: not ${STATUS_NAMES[to]}.` : undefined,
  );
  const { changed = [] }: OrderAnswer = 'data' in answer ? answer.data : answer;
  if (intent === 'undo') endUndo(changed);
  else if (changed.length > 0) offerUndo(changed);
  return answer;
}
