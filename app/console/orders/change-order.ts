import { STATUS_NAMES } from '#messages';
import { CHANGES, doneWord, type OrderChange } from '../../../domain/orders/changes.ts';
import { isOpen, shortOrderId } from '../../../domain/orders/order.ts';
import type { Reason } from '../../../domain/outcome.ts';
import { operatorSentence } from '../../../messages/operator-sentence.ts';
import { actionOf, perform, refuse, sayRefusal } from '../context.ts';
import type { DoneChange, OrderAnswer } from './order-buttons.tsx';
import { t, told } from '../../../messages/console/t.ts';

/** So many orders are changed at once, at most. */
const MAX_IDS = 200;

/**
 * The action of an order's buttons, also for several orders: `id` and `revision` of each, `intent` with the name of the
 * change, and what that needs. One that is refused stops no other.
 */
export const changeOrder = actionOf(async (form, args) => {
  const { id: _, intent: change, ...fields } = Object.fromEntries(form);
  const asked = { ...fields, change, ...('rider' in fields && { rider: fields.rider || null }) } as OrderChange;
  const [ids, revisions] = [form.getAll('id').map(String), form.getAll('revision')];
  if (ids.length > MAX_IDS) return refuse(args, 400, t('Change at most {n} orders at once.', { n: MAX_IDS }));
  const done: DoneChange[] = [];
  const faults: string[] = [];
  let status = ids.length === 0 ? 400 : 409;
  for (const [at, id] of ids.entries()) {
    const outcome = await perform(args, 'orders.change', { ...fields, id, change, revision: revisions[at] });
    // What was typed is bad for each of them.
    if (!outcome.ok && outcome.fields) return sayRefusal(args, outcome);
    const what = doneWord(asked);
    if (outcome.ok) done.push({ id, what, revision: outcome.value.revision });
    else faults.push(faultOf(shortOrderId(id), what, outcome.reason));
    if (!outcome.ok && outcome.status === 404) status = 404;
  }
  const error = faults.join(' ');
  const [first] = done;
  if (!first) return refuse(args, status, error || undefined);
  const orders = t('{n} orders are {what}.', {
    n: done.length,
    what: change === 'undo' ? t('as they were') : told(first.what),
  });
  return {
    done:
      done.length === 1 ? t('{order} is {what}.', { order: shortOrderId(first.id), what: told(first.what) }) : orders,
    ...(error && { error }),
    changed: asked.change === 'undo' || CHANGES[asked.change].undoable ? done : [],
  } satisfies OrderAnswer;
});

function faultOf(name: string, what: string, reason: Reason): string {
  switch (reason.code) {
    case 'order-status':
      return t('{name} has been {status} meanwhile. It was not {what}.', {
        name,
        status: isOpen(reason.status) ? told('changed') : STATUS_NAMES[reason.status],
        what: told(what),
      });
    case 'changed-meanwhile':
      return t('{name} was changed meanwhile.', { name });
    case 'too-late':
      return t('It is too late to undo what was done to {name}.', { name });
    case 'amount':
      return t('The amount is above 0, and at most what is left.');
    default:
      return `${name}: ${operatorSentence(reason)}`;
  }
}
