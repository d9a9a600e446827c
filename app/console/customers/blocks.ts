import { act, actionOf, perform, refuse } from '../context.ts';
import { t } from '../../../messages/console/t.ts';

export const action = actionOf({
  block: act('accounts.block', { done: t('Blocked.') }),
  unblock: act('accounts.unblock', { done: t('Unblocked.') }),
  /** The orders `id`, as false ones. */
  async cancel(form, args) {
    let canceled = 0;
    const ids = form.getAll('id').map(String);
    for (const id of ids) {
      const outcome = await perform(args, 'orders.change', { id, change: 'cancel', reason: 'false-order' });
      if (outcome.ok) canceled += 1;
    }
    const done = t('{canceled} of {all} canceled.', { canceled, all: ids.length });
    return canceled === ids.length ? { done } : refuse(args, 409, done);
  },
});

export { keepRow as clientAction } from '../kit/answer.ts';
