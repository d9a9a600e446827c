/**
 * The sentences of what operators and programs read: in English for the command line and the API, in the language of its build
 * in the console.
 */
import { CHANGED_MEANWHILE, OPERATOR_REASONS, type Reason, type Refused, UNKNOWN } from '../domain/outcome.ts';
import { isOpen, statusOfChange } from '../domain/orders/order.ts';
import { told } from './console/t.ts';
import { sentenceOf } from './sentence.ts';

/** The sentence for any reason. */
export function operatorSentence(reason: Reason): string {
  return told(sentenceFor(reason));
}

function sentenceFor(reason: Reason): string {
  switch (reason.code) {
    case 'malformed':
      return reason.detail;
    case 'unknown-field':
      return `There is no field ${reason.field.slice(0, 64)}.`;
    case 'unknown':
      return UNKNOWN[reason.what];
    case 'changed-meanwhile':
      return CHANGED_MEANWHILE[reason.what];
    case 'not-sent':
      return `Mails cannot be sent: ${reason.fault}`;
    case 'order-status':
      return `The order is ${reason.status} and cannot be ${statusOfChange(reason.change) ?? 'changed like this'}.`;
    case 'not-yours':
      return isOpen(reason.status) ? 'This order is not with you any more.' : `This order is ${reason.status}.`;
    default:
      return isOperatorCode(reason.code) ? OPERATOR_REASONS[reason.code] : sentenceOf(reason);
  }
}

/** Of a long list. */
const MAX_ROWS = 20;

/** Why something is refused, as a sentence; of a list, what is wrong with its first bad rows. */
export function refusalSentence(refusal: Pick<Refused, 'reason'> & { fields?: Refused['fields'] | undefined }): string {
  const [first, ...others] = refusal.fields ?? [];
  if (first?.row === undefined) return operatorSentence(refusal.reason);
  const rows = [first, ...others].slice(0, MAX_ROWS).map(({ row = 0, field, reason }) => {
    return `${told(`Row ${row + 1}`)}${field === '' ? '' : `, ${field}`}: ${operatorSentence(reason)}`;
  });
  return rows.join(' ');
}

function isOperatorCode(code: string): code is keyof typeof OPERATOR_REASONS {
  return Object.hasOwn(OPERATOR_REASONS, code);
}
