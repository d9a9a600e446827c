import { STATUS_NAMES } from '#messages';
import { shortOrderId, statusOfChange } from '../../../domain/orders/order.ts';
import { type Answer, keepRow } from '../state/answer.ts';

/** `keepRow` for the buttons of an order: a failure says which one it was, and what was not done. */
export async function keepOrder(args: { request: Request; serverAction: () => Promise<Answer> }) {
  const form = await args.request.clone().formData();
  const to = statusOfChange(String(form.get('intent')));
  return keepRow(args, to ? `${shortOrderId(String(form.get('id')))}: not ${STATUS_NAMES[to]}.` : undefined);
}
