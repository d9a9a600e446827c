/**
 * What a change makes of an order, and when it is refused (product §13), said once more and without the shop's code.
 */
import type { ChangeName, OrderChange } from '../../domain/orders/changes.ts';
import type { How } from '../../domain/orders/ledger.ts';
import { dayOf, exact, isFull, owedOf, poishaOf, slotsFrom, subTotal, sumOf, WEIGHED } from './model.ts';
import type { Circumstances, Expected, Item, Model, ModelOrder, MoneyEntry, Position, Slot } from './model.ts';

type Row = Pick<MoneyEntry, 'day' | 'rider'>;
type Changing = Circumstances & { byOwner: boolean; rider?: string | undefined; handover?: Row };

/** For so long, in ms, a change can be undone. */
const UNDO_MS = 13_000;
const UNDOABLE: ReadonlySet<ChangeName> = new Set(['deliver', 'cancel', 'stage', 'rider', 'return']);
const REFUSED: Expected = { kind: 'refused' };
const WAITS: Expected = { kind: 'to-confirm' };
const SHORT: Expected = { kind: 'product-unavailable' };
const FULL: Expected = { kind: 'slot-full' };
/** So many percent of what was ordered may be in a bag before its customer is asked. */
const MOST_PERCENT = 110;
/** So many days operators can choose from. */
const DAYS_AHEAD = 14;
const SAME: Expected = { kind: 'changed', repeated: true };

/** What cannot be taken from the stock, and a delivery time that is full, change nothing. */
export function change(model: Model, order: ModelOrder, asked: OrderChange, by: Changing): Expected {
  const before = structuredClone(order);
  const stock = { ...model.stock };
  const outcome = changeOf(model, order, asked, by);
  if (outcome === SHORT || outcome === FULL) Object.assign(order, before);
  if (outcome === FULL) model.stock = stock;
  return outcome;
}

function changeOf(
  model: Model,
  order: ModelOrder,
  asked: OrderChange,
  { at, byOwner, rider, fee, handover }: Changing,
): Expected {
  const { status, stage, rider: carrier, reason, returned, items } = order;
  const was: Position = { status, stage, rider: carrier, reason, returned };
  const done = (to: Partial<Position>): Expected => {
    if (
      !hold(model, order, [heldItems(was, items), heldItems({ ...was, ...to }, order.items)], to.status === 'delivered')
    )
      return SHORT;
    // One that came back takes its time again, unless that is over.
    if (status === 'canceled' && order.slot.day >= dayOf(at) && isFull(model, order.slot)) return FULL;
    order.changes.push({ change: asked.change, at, byOwner, was, undone: asked.change === 'undo' });
    Object.assign(order, to);
    return { kind: 'changed', repeated: false };
  };
  const { how = 'cash' } = asked as { how?: How };
  const enter = (kind: MoneyEntry['kind'], amount: number, of: Row = { day: dayOf(at), rider: order.rider }): void =>
    void order.money.push({ ...of, kind, amount, how: kind === 'collected' || kind === 'back' ? how : 'cash' });
  const till = { day: dayOf(at), rider: null };
  // What was handed over stays, and today's till takes it back.
  const takeBack = (): void => {
    const entries = order.delivery ? order.money.slice(order.money.indexOf(order.delivery)) : [];
    for (const { day, rider: of, kind, amount, how, closed } of entries)
      order.money.push({ ...(closed ? till : { day, rider: of }), kind, amount: -amount, how });
    order.noted = false;
    order.delivery = null;
  };
  if (rider !== undefined && rider !== order.rider && asked.change !== 'undo') return REFUSED;
  const isPending = order.status === 'pending';
  switch (asked.change) {
    case 'deliver':
      if (order.status === 'delivered') {
        // Somebody else said so first: what the rider has got is still to be noted.
        const { collected: amount = 0 } = asked;
        if (rider === undefined || amount <= 0 || amount / 100 > owedOf(order)) return SAME;
        return changeOf(model, order, { ...asked, change: 'collect', amount }, { at, byOwner, rider, fee });
      }
      if (!isPending || (asked.collected ?? 0) > poishaOf(order.total)) return REFUSED;
      order.mails.push({ kind: 'delivered', surely: true });
      enter('due', order.total);
      order.delivery = order.money.at(-1) ?? null;
      if (asked.collected !== undefined) enter('collected', asked.collected / 100);
      order.noted = asked.collected !== undefined;
      return done({ status: 'delivered', reason: null, returned: false });
    case 'cancel':
      if (order.status === 'canceled') return SAME;
      if (!isPending) return REFUSED;
      order.mails.push({ kind: 'canceled', surely: true });
      return done({ status: 'canceled', reason: asked.reason ?? null });
    case 'set-back':
      if (isPending) return REFUSED;
      order.mails.push({ kind: 'set-back', surely: true });
      takeBack();
      return done({ status: 'pending', stage: 'new', rider: null, reason: null, returned: false });
    case 'undo': {
      const latest = order.changes.findLast(({ undone }) => !undone);
      if (!latest || latest.byOwner || !UNDOABLE.has(latest.change)) return REFUSED;
      if (rider !== undefined && rider !== latest.was.rider) return REFUSED;
      if (at - latest.at > UNDO_MS) return REFUSED;
      latest.undone = true;
      if (order.status === 'delivered') takeBack();
      const told = order.mails.at(-1);
      if (told && (latest.change === 'deliver' || latest.change === 'cancel')) told.surely = false;
      return done(latest.was);
    }
    case 'collect': {
      if (order.status !== 'delivered') return REFUSED;
      const amount = asked.amount / 100;
      if (amount <= 0 || amount > owedOf(order)) return REFUSED;
      const isOpen = order.delivery?.day === dayOf(at) && !order.delivery.closed;
      const by = rider ?? (isOpen ? (order.delivery?.rider ?? null) : null);
      enter('collected', amount, handover ?? { ...till, rider: by });
      order.noted = true;
      return done({});
    }
    case 'give-back': {
      if (order.status !== 'delivered') return REFUSED;
      const amount = asked.amount / 100;
      if (amount <= 0 || amount > exact(sumOf(order, 'collected') - sumOf(order, 'back'))) return REFUSED;
      enter('back', amount, till);
      if (!asked.owed) enter('written off', amount, till);
      return done({});
    }
    case 'write-off': {
      if (order.status !== 'delivered') return REFUSED;
      const amount = asked.amount / 100;
      if (amount <= 0 || amount > owedOf(order)) return REFUSED;
      enter('written off', amount, till);
      order.noted = true;
      return done({});
    }
    default:
      return isPending ? pendingChange(order, asked, { model, fee, at, done }) : REFUSED;
  }
}

function pendingChange(
  order: ModelOrder,
  asked: OrderChange,
  { model, fee, at, done }: Circumstances & { model: Model; done: (to: Partial<Position>) => Expected },
): Expected {
  switch (asked.change) {
    case 'stage':
      if (order.stage === asked.stage) return SAME;
      // One that waits for a call goes out with nobody.
      if (asked.stage === 'to confirm') return done({ stage: asked.stage, rider: null });
      if (asked.stage !== 'with rider') return done({ stage: asked.stage });
      return order.stage === 'to confirm' ? WAITS : done({ stage: asked.stage, returned: false });
    case 'rider':
      if (order.rider === asked.rider) return SAME;
      if (order.stage === 'to confirm' && asked.rider !== null) return WAITS;
      if (asked.rider !== null) return done({ rider: asked.rider, stage: 'with rider', returned: false });
      return done({ rider: null, stage: order.stage === 'with rider' ? 'packed' : order.stage });
    case 'return':
      return order.rider === null ? REFUSED : done({ rider: null, stage: 'packed', returned: true });
    case 'pack': {
      const items = asked.items.map((item) => leftBy(order, item));
      if (isSame(items, order.items)) return order.stage === 'packed' ? SAME : done({ stage: 'packed' });
      for (const { id, weighed, agreed } of asked.items) {
        const quantity = items.find((item) => item.id === id)?.quantity ?? 0;
        if (quantity > (order.items.find((item) => item.id === id)?.quantity ?? 0)) return { kind: 'not-ordered' };
        if (weighed === undefined) continue;
        if (!WEIGHED.has(id) || !model.products[id]) return { kind: 'not-by-weight' };
        if (!agreed && Math.round(weighed * 1000) > quantity * 10 * MOST_PERCENT) return { kind: 'over-weight' };
      }
      enterLines(order, items, fee);
      order.edits += 1;
      return done({ stage: 'packed' });
    }
    case 'edit': {
      const { items: given = order.items, shippingInfo = {}, slot = order.slot } = asked;
      const items = given.map((item) => leftBy(order, item));
      // A purged customer's order has no name and phone any more.
      if (order.street === '' && shippingInfo.street !== undefined) return { kind: 'required' };
      const isMoved = slot.day !== order.slot.day || slot.from !== order.slot.from;
      if (isMoved && !(isOffered(slot, at, DAYS_AHEAD - 1) && !isFull(model, slot))) return FULL;
      const added = items.filter(({ id }) => !(id in order.prices));
      // Sold out is not available, though one that came back takes nothing.
      if (added.some(({ id }) => model.products[id]?.available !== true || model.stock[id] === 0)) return SHORT;
      const street = shippingInfo.street ?? order.street;
      const sameLines = isSame(items, order.items);
      if (sameLines && street === order.street && !isMoved) return SAME;
      for (const { id } of added) order.prices[id] = model.products[id]?.price ?? 0;
      order.street = street;
      order.slot = { day: slot.day, from: slot.from };
      if (!sameLines) enterLines(order, items, fee);
      order.edits += 1;
      return done({});
    }
    case 'call':
      if (order.stage !== 'to confirm') return REFUSED;
      return done(asked.outcome === 'reached' ? { stage: 'new' } : {});
    default:
      return REFUSED;
  }
}

/** Today's are closed. */
export const isOffered = ({ day, from }: Slot, at: number, days: number): boolean =>
  slotsFrom(at, days).some((one) => one.day === day && one.from === from);

const isSame = (some: readonly Item[], others: readonly Item[]): boolean =>
  JSON.stringify(sorted(some)) === JSON.stringify(sorted(others));

/** A line that is there, or was, keeps its weight as long as it has as many pieces. */
function leftBy(
  order: ModelOrder,
  { id, quantity, weighed }: { id: string; quantity: number; weighed?: number | undefined },
): Item {
  const known = order.items.find((item) => item.id === id) ?? order.once[id];
  const weight = weighed ?? (known?.quantity === quantity ? known.weighed : undefined);
  return { id, quantity, ...(weight !== undefined && { weighed: weight }) };
}

function enterLines(order: ModelOrder, items: Item[], fee: number): void {
  for (const item of order.items) order.once[item.id] = item;
  order.items = items;
  order.shipping = Math.min(order.shipping, fee);
  order.total = exact(subTotal(items, (id) => order.prices[id] ?? 0) + order.shipping);
}

const heldItems = ({ status, returned }: Position, items: readonly Item[]): readonly Item[] =>
  status === 'canceled' || returned ? [] : items;

/** Takes from the stock, or gives back, all of it or nothing; `asFar` as there is. */
export function hold(
  model: Model,
  order: Pick<ModelOrder, 'held'>,
  [before, after]: readonly [readonly Item[], readonly Item[]],
  asFar = false,
): boolean {
  const of = (items: readonly Item[], id: string): number => items.find((item) => item.id === id)?.quantity ?? 0;
  const moves = Object.entries(model.stock).map(([id, here]) => {
    const [was, wanted, held] = [of(before, id), of(after, id), order.held[id] ?? 0];
    const taken = wanted >= was ? wanted - was : -Math.max(held - wanted, 0);
    return { id, here, held, taken: asFar ? Math.min(taken, here) : taken };
  });
  if (moves.some(({ here, taken }) => taken > here)) return false;
  for (const { id, here, held, taken } of moves) {
    model.stock[id] = here - taken;
    order.held[id] = held + taken;
  }
  return true;
}

const sorted = (items: readonly Item[]): Item[] => items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
