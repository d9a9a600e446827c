/**
 * Every change of an order after it was placed, as one function of what the order is and what is asked. A change never
 * fails half: the caller stores all of the outcome in one statement (server/orders/change.ts).
 */
import { dayInDhaka } from '../../base/dates.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { type ChangeName, CHANGES, type OrderChange } from './changes.ts';
import {
  type BookRow,
  IN_CASH,
  type MoneyEntry,
  type Moved,
  moneyOf,
  owedOf,
  rowOfCollected,
  type StoredEntry,
} from './ledger.ts';
import { takenBack } from './ledger.ts';
import { type ChangedStatus, type OrderActor, type OrderStatus, type PaymentStatus, type StatusVerb } from './order.ts';
import { canTransition, isOpen, NEW_ORDER, STATUS_CHANGES, statusOfChange } from './order.ts';
import type { CancelReason } from './reasons.ts';
import { isTold, NEW_STAGE, ORDER_STAGES, type OrderStage, type ToldStage } from './stages.ts';

/** What an undo puts back. */
export interface OrderPosition {
  status: OrderStatus;
  stage: OrderStage;
  rider: string | null;
  reason: CancelReason | null;
  /** It came back from the door, and has not left again: what it had is in stock. */
  returned: boolean;
}

export interface ChangeableOrder extends OrderPosition {
  totalPoisha: number;
  /** The oldest first. */
  entries: readonly StoredEntry[];
  /** The latest change that nobody took back; null while there is none. */
  latest: LatestChange | null;
}

interface LatestChange {
  id: number;
  change: ChangeName;
  at: Date;
  /** By the customer whose order it is. */
  byOwner: boolean;
  /** An operator's e-mail address; null: the API's token. */
  operator: string | null;
  was: OrderPosition | null;
}

export interface Asking {
  actor: OrderActor;
  /** Of whoever may change only what was given to them. */
  rider?: string | undefined;
  /** The e-mail address of whoever may take back only their own changes. */
  undoesOf?: string | undefined;
  /** Where cash that is collected stands, when it is part of a handover. */
  handover?: BookRow | undefined;
  at: Date;
}

export interface Changed {
  to: OrderPosition;
  payment: PaymentStatus;
  /** To add to its money. */
  entries: readonly MoneyEntry[];
  /** What its customer is told; null: nothing. */
  mail: ChangeMail | null;
  /** The id of the history entry that this takes back. */
  undoes: number | null;
}

/** What a customer can be told of an order. There is no mail that it is on its way. */
export type OrderNews = 'placed' | ChangeMail;
export type ChangeMail = 'changed' | 'on-its-way' | ChangedStatus | 'set-back';
export const ORDER_NEWS: readonly OrderNews[] = [
  'placed',
  'changed',
  'on-its-way',
  ...STATUS_CHANGES.map(({ to }) => to),
  'set-back',
];

/** What a message to a phone is about: for operators, and for the customer. */
export type StaffPush = 'placed' | 'canceled' | 'returned';
export type CustomerPush = Exclude<ChangeMail, 'on-its-way'> | ToldStage;

/** Who is told of a change on their phone. Nobody of what they did themselves. Null: nobody. */
export function pushOf(
  { change }: OrderChange,
  { actor, from, to, mail }: { actor: OrderActor; from: OrderStage; to: OrderStage } & Pick<Changed, 'mail'>,
): { staff: StaffPush | null; customer: CustomerPush | null } | null {
  if (actor === 'owner') return change === 'cancel' ? { staff: 'canceled', customer: null } : null;
  if (change === 'return') return { staff: 'returned', customer: null };
  const isFurther = ORDER_STAGES.indexOf(to) > ORDER_STAGES.indexOf(from);
  // That it is on its way is its stage.
  const told = mail === 'on-its-way' ? null : mail;
  const customer = change === 'undo' ? null : (told ?? (isFurther && isTold(to) ? to : null));
  return customer && { staff: null, customer };
}

/** How long an undo is offered, and for how long the shop takes one. The mail leaves after that. In ms. */
export const UNDO_MS = 10_000;
const UNDO_TAKEN_MS = 13_000;
export const MAIL_WAITS_MS = 16_000;

/** What a rider has taken for an order that somebody else has marked as delivered is still to be noted. */
export function atTheDoor(order: ChangeableOrder, asked: OrderChange, { rider }: Asking): OrderChange {
  if (asked.change !== 'deliver' || !asked.collected || rider === undefined || order.status !== 'delivered')
    return asked;
  const { change: _, collected, ...moved } = asked;
  return collected <= owedOf(moneyOf(order.entries)) ? { ...moved, change: 'collect', amount: collected } : asked;
}

/** Null: it is so already. */
export function changeOrder(order: ChangeableOrder, asked: OrderChange, by: Asking): Outcome<Changed | null> {
  const from: OrderPosition = {
    status: order.status,
    stage: order.stage,
    rider: order.rider,
    reason: order.reason,
    returned: order.returned,
  };
  const money = moneyOf(order.entries);
  const today = dayInDhaka(by.at);
  const { how = 'cash', reference = '' } = asked as Partial<Moved>;
  const moved = { how, reference };
  const impossible = refused(409, { code: 'order-status', status: order.status, change: asked.change });
  const foreign = refused(409, { code: 'not-yours', status: order.status });
  const tooLate = refused(409, { code: 'too-late' });
  const toConfirm = refused(409, { code: 'to-confirm' });
  const waits = order.stage === 'to confirm';
  const leaving = { mail: order.stage === 'with rider' ? null : 'on-its-way' } as const;
  // What came to nothing already stays where it is: some of it may stand in another day.
  const back = order.status === 'delivered' ? takenBack(order.entries, today) : [];
  const changed = (
    to: Partial<OrderPosition>,
    { entries = [], mail = null, undoes = null }: Partial<Changed> = {},
  ): Outcome<Changed> => {
    const position = { ...from, ...to };
    const owed = owedOf(moneyOf([...order.entries, ...entries]));
    const payment = position.status === 'delivered' && owed <= 0 ? 'paid' : 'unpaid';
    return done({ to: position, payment, entries, mail, undoes });
  };
  if (by.rider !== undefined && by.rider !== order.rider && asked.change !== 'undo') return foreign;
  const status = statusOfChange(asked.change);
  if (status !== null) {
    if (order.status === status) return done(null);
    if (!canTransition(order.status, status, by.actor)) return impossible;
    const { reason = null, collected } = asked as Extract<OrderChange, { change: StatusVerb }>;
    if (status !== 'delivered') return changed({ status, reason }, { mail: status });
    if (collected !== undefined && collected > order.totalPoisha) return refused(422, { code: 'amount' });
    const row = { day: today, rider: order.rider };
    const due: MoneyEntry = { ...row, ...IN_CASH, kind: 'to collect', amount: order.totalPoisha };
    const taken: MoneyEntry = { ...row, ...moved, kind: 'collected', amount: collected ?? 0 };
    return changed(
      { status, reason, returned: false },
      { mail: status, entries: collected === undefined ? [due] : [due, taken] },
    );
  }
  switch (asked.change) {
    case 'set-back':
      if (isOpen(order.status)) return impossible;
      return changed(
        { status: NEW_ORDER.status, stage: NEW_STAGE, rider: null, reason: null, returned: false },
        { mail: 'set-back', entries: back },
      );
    case 'undo': {
      const { latest } = order;
      if (!latest || latest.byOwner || !CHANGES[latest.change].undoable || !latest.was) return tooLate;
      if (by.rider !== undefined && by.rider !== latest.was.rider) return foreign;
      if (by.undoesOf !== undefined && by.undoesOf !== latest.operator)
        return refused(409, { code: 'not-your-change' });
      if (by.at.getTime() - latest.at.getTime() > UNDO_TAKEN_MS) return tooLate;
      return changed(latest.was, { undoes: latest.id, entries: back });
    }
    case 'collect':
    case 'give-back':
    case 'write-off': {
      const { change, amount } = asked;
      if (order.status !== 'delivered') return impossible;
      const most = change === 'give-back' ? money.collected - money['given back'] : owedOf(money);
      if (amount <= 0 || amount > most) return refused(422, { code: 'amount' });
      const till = { day: today, rider: null };
      const row = by.handover ?? rowOfCollected(order.entries, today, by.rider);
      const writtenOff: MoneyEntry = { ...till, ...IN_CASH, kind: 'written off', amount };
      if (change === 'collect') return changed({}, { entries: [{ ...row, ...moved, kind: 'collected', amount }] });
      if (change === 'write-off') return changed({}, { entries: [writtenOff] });
      const givenBack: MoneyEntry = { ...till, ...moved, kind: 'given back', amount };
      return changed({}, { entries: asked.owed ? [givenBack] : [givenBack, writtenOff] });
    }
  }
  if (!isOpen(order.status)) return impossible;
  switch (asked.change) {
    case 'stage':
      if (order.stage === asked.stage) return done(null);
      if (waits && asked.stage === 'with rider') return toConfirm;
      if (asked.stage === 'with rider') return changed({ stage: asked.stage, returned: false }, leaving);
      return changed({ stage: asked.stage, ...(asked.stage === 'to confirm' && { rider: null }) });
    case 'rider':
      if (order.rider === asked.rider) return done(null);
      if (waits && asked.rider !== null) return toConfirm;
      if (asked.rider !== null) return changed({ rider: asked.rider, stage: 'with rider', returned: false }, leaving);
      return changed({ rider: null, stage: order.stage === 'with rider' ? 'packed' : order.stage });
    case 'return':
      if (order.rider === null) return impossible;
      return changed({ rider: null, stage: 'packed', returned: true });
    case 'call':
      if (order.stage !== 'to confirm') return impossible;
      return changed(asked.outcome === 'reached' ? { stage: NEW_STAGE } : {});
    case 'edit':
      return changed({}, { mail: 'changed' });
    case 'pack':
      return changed({ stage: 'packed' }, { mail: 'changed' });
    default:
      return impossible;
  }
}
