import { AN_ERROR_OCCURED, STATUS_NAMES } from '#messages';
import type { ActionFunctionArgs } from 'react-router';
import { shortOrderId, statusOfChange } from '../../../domain/orders/order.ts';
import { formAnswer, formText, refuseForm, servicesOf } from '../../context.ts';
import { actorOf } from '../context.ts';
import type { Answer } from '../state/answer.ts';

/** The action of the buttons `Deliver` and `Cancel`: fields `id`, and `intent` with the name of the change. */
export async function changeOrder(args: ActionFunctionArgs) {
  const actor = await actorOf(args);
  const form = await args.request.formData();
  const id = formText(form, 'id');
  const name = shortOrderId(id);
  const to = statusOfChange(formText(form, 'intent'));
  if (to === null) return refuseForm(args, { status: 400 }, { error: AN_ERROR_OCCURED });
  const change = async () => {
    const changed = await servicesOf(args).orders.admin.change(id, to, actor);
    if (changed.kind === 'not-found') {
      return refuseForm<Answer>(args, { status: 404 }, { error: `There is no order ${name}.` });
    }
    if (changed.kind === 'refused') {
      const error = `${name} has been ${STATUS_NAMES[changed.status]} meanwhile. It was not ${STATUS_NAMES[to]}.`;
      return refuseForm<Answer>(args, { status: 409 }, { error });
    }
    return { done: `${name} is ${STATUS_NAMES[to]}.` };
  };
  return formAnswer(args, change, { error: AN_ERROR_OCCURED });
}
