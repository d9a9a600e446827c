import { STATUS_NAMES } from '#messages';
import { isUndoable } from '../../../domain/orders/change-order.ts';
import { NEW_ORDER, shortOrderId, statusOfChange } from '../../../domain/orders/order.ts';
import { type AskedChange, readChange } from '../../../domain/orders/read-change.ts';
import { stageLabel } from '../../../domain/orders/stages.ts';
import { sentenceOf } from '../../../messages/sentence.ts';
import type { ChangeResult } from '../../../server/orders/change.ts';
import { formText } from '../../context.ts';
import { operatorAction, refuse, sayRefusal } from '../operator-action.ts';
import type { OrderAnswer } from '../state/done-orders.ts';

/** So many orders are changed at once, at most. */
const MAX_IDS = 200;

/**
 * The action of an order's buttons, also for several orders: fields `id`, `revision` of each (or none), `intent` with the name of the
 * change, and what that needs (domain/orders/read-change.ts).
 */
export const changeOrder = operatorAction('orders', async (args, { by, services }) => {
  const form = await args.request.formData();
  const ids = form.getAll('id').map(String);
  if (ids.length > MAX_IDS) return refuse(args, 400, `Change at most ${MAX_IDS} orders at once.`);
  const intent = formText(form, 'intent');
  const revisions = form.getAll('revision');
  const done: NonNullable<OrderAnswer['changed']>[number][] = [];
  const faults: string[] = [];
  let what = '';
  let status = 409;
  let undoable = intent === 'undo';
  for (const [at, id] of ids.entries()) {
    const parsed = readChange(intent, { ...Object.fromEntries(form), revision: revisions[at] });
    if (!parsed.ok) return sayRefusal(args, parsed);
    const { asked, ...options } = parsed.value;
    what = wordFor(asked);
    undoable ||= isUndoable(asked.change);
    const changed = await services.orders.admin.change(id, asked, by, options);
    if (changed.kind === 'changed') done.push({ id, what, revision: changed.order.revision });
    else faults.push(faultOf(shortOrderId(id), what, changed));
    if (changed.kind === 'not-found') status = 404;
  }
  const error = faults.join(' ');
  const [first] = done;
  if (!first) return refuse(args, status, error || undefined);
  return {
    done:
      done.length === 1
        ? `${shortOrderId(first.id)} is ${what}.`
        : `${done.length} orders are ${intent === 'undo' ? 'as they were' : what}.`,
    ...(error && { error }),
    changed: undoable ? done : [],
  } satisfies OrderAnswer;
});

/** What an order is after a change. */
function wordFor(asked: AskedChange): string {
  const to = statusOfChange(asked.change);
  if (to) return STATUS_NAMES[to];
  switch (asked.change) {
    case 'stage':
      return stageLabel(asked.stage).toLowerCase();
    case 'rider':
      return asked.rider === null ? 'without a rider' : 'with the rider';
    case 'undo':
      return 'as it was';
    default:
      return 'changed';
  }
}

function faultOf(name: string, what: string, result: Exclude<ChangeResult, { kind: 'changed' }>): string {
  switch (result.kind) {
    case 'not-found':
      return `There is no order ${name}.`;
    case 'unknown-rider':
      return `${name}: this rider is not there any more.`;
    case 'bad-edit':
      return `${name}: ${sentenceOf(result.reason)}`;
    case 'refused': {
      if (result.code === 'amount') return 'The amount is above 0, and at most what is left.';
      if (result.code === 'too-late') return `It is too late to undo what was done to ${name}.`;
      const now = result.status === NEW_ORDER.status ? 'changed' : STATUS_NAMES[result.status];
      return `${name} has been ${now} meanwhile. It was not ${what}.`;
    }
    default:
      return `${name} was changed meanwhile.`;
  }
}
