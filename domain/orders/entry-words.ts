/** What happened to an order, in the words of operators: for the console and the command line, which are English. */
import { capitalized } from '../../base/text.ts';
import type { HistoryEntry } from './history.ts';
import type { EditDetails, LineChange } from './edit-order.ts';
import { statusOfChange } from './order.ts';
import { CALL_OUTCOMES, cancelReasonOf, reasonLabel } from './reasons.ts';
import { stageLabel } from './stages.ts';

/** `details`: what else is to be known of it, line by line. */
export function entryWords(entry: Readonly<HistoryEntry>): { text: string; details: string[] } {
  const { change, from, to, stage, details } = entry;
  const { lines = [], total = [0, 0], shippingInfo = {}, amount, rider } = details;
  const known = cancelReasonOf(entry.reason);
  const reason = [known ? reasonLabel(known) : entry.reason].filter(Boolean);
  const tk = `Tk ${amount ?? 0}`;
  switch (change) {
    case null:
      return { text: from === null ? 'Placed' : capitalized(to), details: [] };
    case 'edit':
      return { text: 'Changed', details: [...editWords({ lines, total, shippingInfo }), ...reason] };
    case 'stage':
      return { text: stage === null ? 'Stage' : stageLabel(stage), details: [] };
    case 'rider':
      return { text: rider === undefined ? 'Taken back from the rider' : `Given to ${rider}`, details: [] };
    case 'return':
      return { text: 'Not delivered', details: reason };
    case 'call':
      return {
        text: `Called: ${CALL_OUTCOMES[entry.reason as keyof typeof CALL_OUTCOMES] ?? entry.reason}`,
        details: [],
      };
    case 'set-back':
      return { text: 'Set back to pending', details: reason };
    case 'undo':
      return { text: 'Undone', details: [] };
    case 'collect':
      return { text: `${tk} collected`, details: [] };
    case 'give-back':
      return { text: `${tk} given back`, details: reason };
    default:
      return {
        text: capitalized(statusOfChange(change) ?? to),
        details: [...(amount === undefined ? [] : [`${tk} collected`]), ...reason],
      };
  }
}

export function editWords({ lines, total: [before, after], shippingInfo = {} }: EditDetails): string[] {
  const difference = Math.round(Math.abs(after - before) * 10) / 10;
  const fields = Object.entries(shippingInfo).map(
    ([field, [was, is]]) => `${capitalized(field)}: ${was || '–'} → ${is || '–'}`,
  );
  const total = difference === 0 ? [] : [`Tk ${difference} ${after < before ? 'less' : 'more'}`];
  return [...lines.map(lineWords), ...total, ...fields];
}

function lineWords({ name, from, to }: LineChange): string {
  if (to === 0) return `${name} removed`;
  return from === 0 ? `${to} × ${name} added` : `${to} × ${name} instead of ${from}`;
}
