import { formText } from '../../context.ts';
import { act, actionOf } from '../context.ts';
import { t } from '../../../messages/console/t.ts';

/** A note about an order, or about an account: field `text`. */
export const action = actionOf((form, args) => {
  const { of, id } = args.params;
  const input = () => ({ id, text: formText(form, 'text') });
  return act(of === 'account' ? 'accounts.note' : 'orders.note', { done: t('The note is added.'), input })(form, args);
});

export { keepRow as clientAction } from '../kit/answer.ts';
