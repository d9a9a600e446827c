import { STATUS_NAMES } from '#messages';
import { shortOrderId, statusOfChange } from '../../../domain/orders/order.ts';
import { formText, servicesOf } from '../../context.ts';
import { operatorAction, refuse } from '../operator-action.ts';

/** The action of the buttons `Deliver` and `Cancel`: fields `id`, and `intent` with the name of the change. */
export const changeOrder = operatorAction(async (args, by) => {
  const form = await args.request.formData();
  const id = formText(form, 'id');
  const name = shortOrderId(id);
  const to = statusOfChange(formText(form, 'intent'));
  if (to === null) return refuse(args, 400);
  const changed = await servicesOf(args).orders.admin.change(id, to, by);
  if (changed.kind === 'not-found') return refuse(args, 404, `There is no order ${name}.`);
  if (changed.kind === 'refused') {
    const now = STATUS_NAMES[changed.status];
    return refuse(args, 409, `${name} has been ${now} meanwhile. It was not ${STATUS_NAMES[to]}.`);
  }
  return { done: `${name} is ${STATUS_NAMES[to]}.` };
});
