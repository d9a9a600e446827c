/**
 * What can happen to an order after it was placed: each change is described once. The purge, the undo, the histories,
 * the log, the API, the command line and the round go by this table. What it makes of an order is its case in
 * change-order.ts.
 */
import { capitalized } from '../../base/text.ts';
import type { Right } from '../accounts/roles.ts';
import type { HistoryEntry } from './history.ts';
import { movedWords } from './ledger.ts';
import { STATUS_CHANGES, statusOfChange, type StatusVerb } from './order.ts';
import type { Kinds } from './read-order.ts';
import { CALL_OUTCOMES, type CallOutcome, type CancelReason } from './reasons.ts';
import { ORDER_STAGES, STAGE_RULES } from './stages.ts';

export type Kind = keyof Kinds;
/** What the history of an order keeps of a change (server/orders/change.ts). A typed text is its reason. */
type Field =
  | 'reason'
  | 'amount'
  | 'collected'
  | 'how'
  | 'reference'
  | 'owed'
  | 'stage'
  | 'rider'
  | 'outcome'
  | 'items'
  | 'shippingInfo'
  | 'deliveryDay'
  | 'slot';
type Takes = Readonly<Partial<Record<Field, Kind | `${Kind}?`>>>;

interface ChangeRules {
  /** Each of them allows it. With `round` a rider can do it, with what was given to them. */
  rights: readonly Right[];
  /** Its fields, and of what kind each is. One with `?` may be missing. */
  takes: Takes;
  /** For some seconds it can be taken back. */
  undoable: boolean;
  /** As what its customer sees it in the order's history; null: not at all. */
  shown: 'status' | 'set-back' | 'stage' | 'edit' | 'pack' | null;
  /** For the command line and the API. */
  summary: string;
  /** What the order is then, in 'The order is …'. */
  done: string | ((asked: Readonly<Partial<Kinds>>) => string);
  /** The sentence of the log. */
  logged: `${string}{order}${string}`;
  /** In the history that operators see. */
  entry: string | ((entry: HistoryEntry) => string);
}

const USUAL = { rights: ['orders'], undoable: false, shown: null, done: 'changed' } as const;
type Described = Omit<ChangeRules, keyof typeof USUAL> & Partial<ChangeRules>;

const DOOR = ['orders', 'round'] as const;
const MOVED = { how: 'how?', reference: 'reference?' } as const;

const OTHERS = {
  undo: {
    rights: DOOR,
    takes: {},
    summary: 'take back the latest change, within 10 seconds',
    done: 'as it was',
    logged: 'Undid the latest change of order {order}',
    entry: 'Undone',
  },
  'set-back': {
    takes: { reason: 'text' },
    shown: 'set-back',
    summary: 'make a delivered or canceled order pending again; the shopper is told',
    logged: 'Set back to pending order {order}',
    entry: 'Set back to pending',
  },
  stage: {
    takes: { stage: 'stage' },
    undoable: true,
    shown: 'stage',
    summary: `say where a pending order stands: ${ORDER_STAGES.join(', ')}`,
    done: ({ stage = 'new' }) => STAGE_RULES[stage].label.toLowerCase(),
    logged: 'Moved on order {order}',
    entry: ({ stage }) => (stage === null ? 'Stage' : STAGE_RULES[stage].label),
  },
  rider: {
    takes: { rider: 'rider' },
    undoable: true,
    shown: 'stage',
    summary: 'give an order to a rider, by the id; none takes it back',
    done: ({ rider }) => (rider === null ? 'without a rider' : 'with the rider'),
    logged: 'Gave to a rider, or took back, order {order}',
    entry: ({ details: { rider } }) => (rider === undefined ? 'Taken back from the rider' : `Given to ${rider}`),
  },
  return: {
    rights: DOOR,
    takes: { reason: 'cancel reason' },
    undoable: true,
    summary: 'say that the rider has come back with an order',
    logged: 'Brought back order {order}',
    entry: 'Not delivered',
  },
  call: {
    takes: { outcome: 'outcome' },
    summary: `say what came of the call that confirms an order: ${Object.keys(CALL_OUTCOMES).join(', ')}`,
    logged: 'Called about order {order}',
    entry: ({ reason }) => `Called: ${CALL_OUTCOMES[reason as CallOutcome] ?? reason}`,
  },
  collect: {
    rights: ['orders', 'cash'],
    takes: { amount: 'amount', ...MOVED },
    summary: 'note money, in Tk, that was collected for a delivered order',
    logged: 'Collected the money of order {order}',
    entry: ({ details }) => `Tk ${details.amount ?? 0} collected${movedWords(details)}`,
  },
  'give-back': {
    takes: { amount: 'amount', ...MOVED, owed: 'yes?', reason: 'text' },
    summary: 'note money, in Tk, that was given back; nobody owes it again, unless it is still owed',
    logged: 'Gave back money of order {order}',
    entry: ({ details }) => `Tk ${details.amount ?? 0} given back${movedWords(details)}`,
  },
  'write-off': {
    rights: ['cash'],
    takes: { amount: 'amount', reason: 'text' },
    summary: 'note that an amount, in Tk, will not be paid',
    logged: 'Wrote off what was owed for order {order}',
    entry: ({ details: { amount = 0 } }) => `Tk ${amount} written off`,
  },
  edit: {
    takes: { items: 'items?', shippingInfo: 'address?', deliveryDay: 'day?', slot: 'slot?', reason: 'text?' },
    shown: 'edit',
    summary: 'change the lines, the address, the day or the delivery time of a pending order; the shopper is told',
    logged: 'Changed order {order}',
    entry: 'Changed',
  },
  pack: {
    takes: { items: 'packed items' },
    shown: 'pack',
    summary: 'say what of an order is packed, weighed and came instead; the shopper is told what is not as ordered',
    done: 'packed',
    logged: 'Packed order {order}',
    entry: 'Packed',
  },
} as const satisfies Record<string, Described>;

type Other = keyof typeof OTHERS;
export type ChangeName = StatusVerb | Other;

/** To another status: with the cash that was collected at the door, or with why. */
const TO_STATUS = STATUS_CHANGES.map(({ change, to, asks }): [StatusVerb, Described] => [
  change,
  {
    rights: to === 'delivered' ? DOOR : USUAL.rights,
    takes: { ...(to === 'delivered' && { collected: 'amount?', ...MOVED }), ...(asks && { reason: 'cancel reason?' }) },
    undoable: true,
    shown: 'status',
    summary: `mark an order as ${to}; the shopper is told`,
    done: to,
    logged: `Marked order {order} as ${to}`,
    entry: capitalized(to),
  },
]);

const RULES = [...TO_STATUS, ...Object.entries<Described>(OTHERS)].map(([change, rules]): [string, ChangeRules] => [
  change,
  Object.assign({}, USUAL, rules),
]);
export const CHANGES = Object.fromEntries(RULES) as Readonly<Record<ChangeName, ChangeRules>>;
export const CHANGE_NAMES = Object.keys(CHANGES) as ChangeName[];

/** The changes with no words of a person in the history. */
export const UNTYPED_CHANGES = CHANGE_NAMES.filter((change) =>
  Object.values(CHANGES[change].takes).every((kind) => !kind.startsWith('text')),
);

type Named<T> = T extends `${infer K extends Kind}?` ? K : T;
type Needed<T extends Takes> = { [F in keyof T as T[F] extends Kind ? F : never]: Kinds[T[F] & Kind] };
type Allowed<T extends Takes> = {
  [F in keyof T as T[F] extends Kind ? never : F]?: Kinds[Named<T[F]> & Kind] | undefined;
};
/** What one asks for. */
export type OrderChange =
  | ({ change: StatusVerb; collected?: Kinds['amount'] | undefined; reason?: CancelReason | undefined } & Allowed<
      typeof MOVED
    >)
  | {
      [Name in Other]: { change: Name } & Needed<(typeof OTHERS)[Name]['takes']> &
        Allowed<(typeof OTHERS)[Name]['takes']>;
    }[Other];

/** As the log names a change: 'orders.delivered', 'orders.stage'. */
export function actionOf(change: ChangeName): string {
  return `orders.${statusOfChange(change) ?? change}`;
}

/** What an order is after a change: 'packed', 'with the rider'. */
export function doneWord(asked: OrderChange): string {
  const { done } = CHANGES[asked.change];
  return typeof done === 'string' ? done : done(asked as Partial<Kinds>);
}
