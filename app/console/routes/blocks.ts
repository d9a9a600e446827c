import { blockSchema } from '../../../domain/accounts/read-block.ts';
import { parseBy } from '../../../domain/parsed.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import { formText } from '../../context.ts';
import { operatorAction, refuse, sayRefusal } from '../operator-action.ts';
import { keepRow } from '../state/answer.ts';

/**
 * Blocks or unblocks an account (field `userId`) or else a `phone`; intents `block` with `reason` and `until`, `unblock`. Or cancels the
 * orders `id` as false ones: intent `cancel`.
 */
export const action = operatorAction('customers', async (args, { by, services }) => {
  const form = await args.request.formData();
  const intent = formText(form, 'intent');
  if (intent === 'cancel') {
    let canceled = 0;
    const ids = form.getAll('id').map(String);
    for (const id of ids) {
      const { kind } = await services.orders.admin.change(id, { change: 'cancel', reason: 'false-order' }, by);
      if (kind === 'changed') canceled += 1;
    }
    const done = `${canceled} of ${ids.length} canceled.`;
    return canceled === ids.length ? { done } : refuse(args, 409, done);
  }
  const userId = formText(form, 'userId');
  const phone = formText(form, 'phone');
  const whom = userId ? { id: userId, phone } : { phone };
  const parsed = intent === 'unblock' ? null : parseBy(blockSchema, Object.fromEntries(form));
  if (parsed?.ok === false) return sayRefusal(args, parsed);
  const outcome = await (parsed ? services.blocks.block(whom, parsed.value, by) : services.blocks.unblock(whom, by));
  if (outcome.kind === 'unknown') return refuse(args, 404, 'The account is gone already.');
  if (outcome.kind === 'no-phone') return refuse(args, 422, sentenceOf({ code: 'invalid-phone' }));
  return { done: parsed ? 'Blocked.' : 'Unblocked.' };
});

export const clientAction = keepRow;
