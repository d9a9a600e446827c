/**
 * Every change of an order after it was placed, as one function of what the order is and what is asked. A change never
 * fails half: the caller stores all of the outcome in one statement (server/orders/change.ts).
 */
import { done, type Outcome, refused } from '../outcome.ts';
import { type ChangeName, CHANGES, type OrderChange } from './changes.ts';
import { type ChangedStatus, type OrderActor, type OrderStatus, type PaymentStatus, type StatusVerb } from './order.ts';
import { canTransition, isOpen, NEW_ORDER, statusOfChange } from './order.ts';
import type { CancelReason } from './reasons.ts';
import { NEW_STAGE, type OrderStage } from './stages.ts';

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

export interface Changed {
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

export type ChangeMail = ChangedStatus | 'set-back' | 'changed';

/** How long an undo is offered, and for how long the shop takes one. The mail leaves after that. In ms. */
export const UNDO_MS = 10_000;
const UNDO_TAKEN_MS = 13_000;
export const MAIL_WAITS_MS = 16_000;

/** Of which money there must be enough, and where it goes. */
const MONEY_MOVES = { collect: ['to collect', 'collected'], 'give-back': ['collected', 'given back'] } as const;

/** Null: it is so already. */
export function changeOrder(order: ChangeableOrder, asked: OrderChange, by: Asking): Outcome<Changed | null> {
  const from: OrderPosition = { status: order.status, stage: order.stage, rider: order.rider, reason: order.reason };
  const { money } = order;
  const impossible = refused(409, { code: 'order-status', status: order.status, change: asked.change });
  const foreign = refused(409, { code: 'not-yours', status: order.status });
  const tooLate = refused(409, { code: 'too-late' });
  const toConfirm = refused(409, { code: 'to-confirm' });
  const waits = order.stage === 'to confirm';
  const changed = (
    to: Partial<OrderPosition>,
    { money: added = {}, takesBack = false, mail = null, undoes = null }: Partial<Changed> = {},
  ): Outcome<Changed> => {
    const position = { ...from, ...to };
    const due = money['to collect'] + (added['to collect'] ?? 0);
    const collected = money.collected + (added.collected ?? 0);
    const payment = position.status === 'delivered' && collected >= due ? 'paid' : 'unpaid';
    return done({ to: position, payment, money: added, takesBack, mail, undoes });
  };
  if (by.rider !== undefined && by.rider !== order.rider && asked.change !== 'undo') return foreign;
  const status = statusOfChange(asked.change);
  if (status !== null) {
    if (order.status === status) return done(null);
    if (!canTransition(order.status, status, by.actor)) return impossible;
    const { reason = null, collected } = asked as Extract<OrderChange, { change: StatusVerb }>;
    const taken = collected === undefined ? {} : { collected };
    const due = status === 'delivered' ? { 'to collect': order.totalPoisha, ...taken } : {};
    return changed({ status, reason }, { mail: status, money: due });
  }
  switch (asked.change) {
    case 'set-back':
      if (isOpen(order.status)) return impossible;
      return changed(
        { status: NEW_ORDER.status, stage: NEW_STAGE, rider: null, reason: null },
        { mail: 'set-back', takesBack: true },
      );
    case 'undo': {
      const { latest } = order;
      if (!latest || latest.byOwner || !CHANGES[latest.change].undoable || !latest.was) return tooLate;
      if (by.rider !== undefined && by.rider !== latest.was.rider) return foreign;
      if (by.at.getTime() - latest.at.getTime() > UNDO_TAKEN_MS) return tooLate;
      return changed(latest.was, { undoes: latest.id, takesBack: order.status === 'delivered' });
    }
    case 'collect':
    case 'give-back': {
      const { change, amount } = asked;
      const [of, into] = MONEY_MOVES[change];
      if (order.status !== 'delivered') return impossible;
      if (amount <= 0 || amount > money[of] - money[into]) return refused(422, { code: 'amount' });
      return changed({}, { money: { [into]: amount } });
    }
  }
  if (!isOpen(order.status)) return impossible;
  switch (asked.change) {
    case 'stage':
      if (order.stage === asked.stage) return done(null);
      if (waits && asked.stage === 'with rider') return toConfirm;
      return changed({ stage: asked.stage, ...(asked.stage === 'to confirm' && { rider: null }) });
    case 'rider':
      if (order.rider === asked.rider) return done(null);
      if (waits && asked.rider !== null) return toConfirm;
      if (asked.rider !== null) return changed({ rider: asked.rider, stage: 'with rider' });
      return changed({ rider: null, stage: order.stage === 'with rider' ? 'packed' : order.stage });
    case 'return':
      if (order.rider === null) return impossible;
      return changed({ rider: null, stage: 'packed' });
    case 'call':
      if (order.stage !== 'to confirm') return impossible;
      return changed(asked.outcome === 'reached' ? { stage: NEW_STAGE } : {});
    case 'edit':
      return changed({}, { mail: 'changed' });
    default:
      return impossible;
  }
}
