/**
 * Every change of an order after it was placed, as one function of what the order is and what is asked. A change never fails half:
 * the caller stores all of the outcome in one statement (server/orders/change.ts).
 */
import { type ChangedStatus, type OrderActor, type OrderStatus, type PaymentStatus, type StatusVerb } from './order.ts';
import { canTransition, statusOfChange } from './order.ts';
import type { CallOutcome, CancelReason } from './reasons.ts';
import type { OrderStage } from './stages.ts';

/** What one asks for. Amounts are in poisha. */
export type OrderChange =
  /** Another status: `collected` at the door, when delivered; `reason` of one that is canceled. */
  | { change: StatusVerb; collected?: number | undefined; reason?: CancelReason | undefined }
  | { change: 'stage'; stage: OrderStage }
  /** Gives the order to a rider, or takes it back. */
  | { change: 'rider'; rider: string | null }
  /** The rider comes back with it. */
  | { change: 'return'; reason: CancelReason }
  | { change: 'call'; outcome: CallOutcome }
  | { change: 'set-back'; reason: string }
  | { change: 'undo' }
  | { change: 'collect'; amount: number }
  | { change: 'give-back'; amount: number; reason: string }
  /** Its lines, totals and address; domain/orders/edit-order.ts computes them. */
  | { change: 'edit'; reason: string };

export type ChangeName = OrderChange['change'];

/** What an undo puts back. */
export interface OrderPosition {
  status: OrderStatus;
  stage: OrderStage;
  rider: string | null;
  reason: CancelReason | null;
}

export interface ChangeableOrder extends OrderPosition {
  totalPoisha: number;
  money: OrderMoney;
  /** The latest change that nobody took back; null while there is none. */
  latest: { id: number; change: ChangeName; at: Date; byOwner: boolean; was: OrderPosition | null } | null;
}

export type MoneyKind = 'to collect' | 'collected' | 'given back';
/** The sums of an order's entries, in poisha. */
export type OrderMoney = Record<MoneyKind, number>;
export const NO_MONEY: OrderMoney = { 'to collect': 0, collected: 0, 'given back': 0 };

export interface Asking {
  actor: OrderActor;
  /** Of whoever may change only what was given to them. */
  rider?: string | undefined;
  at: Date;
}

export type ChangeOutcome =
  | {
      kind: 'changed';
      to: OrderPosition;
      payment: PaymentStatus;
      /** Entries to add to the order's money, in poisha. */
      money: Partial<OrderMoney>;
      /** All of its money so far is taken back, by entries that make its sums 0. */
      takesBack: boolean;
      /** The mail to its customer; null: none. */
      mail: ChangeMail | null;
      /** The id of the history entry that this takes back. */
      undoes: number | null;
    }
  /** It is so already. */
  | { kind: 'repeated' }
  | { kind: 'refused'; code: ChangeRefusal };

export type ChangeMail = ChangedStatus | 'set-back' | 'changed';

export type ChangeRefusal = 'status' | 'not-yours' | 'too-late' | 'amount';

/** How long an undo is offered, and for how long the shop takes one. The mail leaves after that. In ms. */
export const UNDO_MS = 10_000;
const UNDO_TAKEN_MS = 13_000;
export const MAIL_WAITS_MS = 16_000;

const UNDOABLE: ReadonlySet<ChangeName> = new Set(['stage', 'rider', 'return']);

export function isUndoable(change: ChangeName): boolean {
  return statusOfChange(change) !== null || UNDOABLE.has(change);
}

export function changeOrder(order: ChangeableOrder, asked: OrderChange, by: Asking): ChangeOutcome {
  const from: OrderPosition = { status: order.status, stage: order.stage, rider: order.rider, reason: order.reason };
  const { money } = order;
  const refused = (code: ChangeRefusal): ChangeOutcome => ({ kind: 'refused', code });
  const changed = (
    to: Partial<OrderPosition>,
    {
      money: added = {},
      takesBack = false,
      mail = null,
      undoes = null,
    }: { money?: Partial<OrderMoney>; takesBack?: boolean; mail?: ChangeMail | null; undoes?: number | null } = {},
  ): ChangeOutcome => {
    const position = { ...from, ...to };
    const due = money['to collect'] + (added['to collect'] ?? 0);
    const collected = money.collected + (added.collected ?? 0);
    return {
      kind: 'changed',
      to: position,
      payment: position.status === 'delivered' && collected >= due ? 'paid' : 'unpaid',
      money: added,
      takesBack,
      mail,
      undoes,
    };
  };
  if (by.rider !== undefined && by.rider !== order.rider && asked.change !== 'undo') return refused('not-yours');
  const status = statusOfChange(asked.change);
  if (status !== null) {
    if (order.status === status) return { kind: 'repeated' };
    if (!canTransition(order.status, status, by.actor)) return refused('status');
    const { reason = null, collected } = asked as Extract<OrderChange, { change: StatusVerb }>;
    const taken = collected === undefined ? {} : { collected };
    const due = status === 'delivered' ? { 'to collect': order.totalPoisha, ...taken } : {};
    return changed({ status, reason }, { mail: status, money: due });
  }
  switch (asked.change) {
    case 'set-back':
      if (order.status === 'pending') return refused('status');
      return changed(
        { status: 'pending', stage: 'new', rider: null, reason: null },
        { mail: 'set-back', takesBack: true },
      );
    case 'undo': {
      const { latest } = order;
      if (!latest || latest.byOwner || !isUndoable(latest.change) || !latest.was) return refused('too-late');
      if (by.rider !== undefined && by.rider !== latest.was.rider) return refused('not-yours');
      if (by.at.getTime() - latest.at.getTime() > UNDO_TAKEN_MS) return refused('too-late');
      return changed(latest.was, { undoes: latest.id, takesBack: order.status === 'delivered' });
    }
    case 'collect': {
      const due = money['to collect'] - money.collected;
      if (order.status !== 'delivered') return refused('status');
      return asked.amount > 0 && asked.amount <= due
        ? changed({}, { money: { collected: asked.amount } })
        : refused('amount');
    }
    case 'give-back': {
      const most = money.collected - money['given back'];
      if (order.status !== 'delivered') return refused('status');
      return asked.amount > 0 && asked.amount <= most
        ? changed({}, { money: { 'given back': asked.amount } })
        : refused('amount');
    }
  }
  if (order.status !== 'pending') return refused('status');
  switch (asked.change) {
    case 'stage':
      if (order.stage === asked.stage) return { kind: 'repeated' };
      return changed({ stage: asked.stage });
    case 'rider':
      if (order.rider === asked.rider) return { kind: 'repeated' };
      if (asked.rider !== null) return changed({ rider: asked.rider, stage: 'with rider' });
      return changed({ rider: null, stage: order.stage === 'with rider' ? 'packed' : order.stage });
    case 'return':
      if (order.rider === null) return refused('status');
      return changed({ rider: null, stage: 'packed' });
    case 'call':
      if (order.stage !== 'to confirm') return refused('status');
      return changed(asked.outcome === 'reached' ? { stage: 'new' } : {});
    case 'edit':
      return changed({}, { mail: 'changed' });
    default:
      return refused('status');
  }
}
