/**
 * What a change makes of an order, and when it is refused (product §13), said once more and without the shop's code.
 */
import type { ChangeName, OrderChange } from '../../domain/orders/changes.ts';
import type { How } from '../../domain/orders/ledger.ts';
import { type Circumstances, type Expected, type Item, type Model, dayOf, owedOf, subTotal, sumOf } from './model.ts';
import type { ModelOrder, MoneyEntry, Position } from './model.ts';

type Row = Pick<MoneyEntry, 'day' | 'rider'>;
type Changing = Circumstances & { byOwner: boolean; rider?: string | undefined; handover?: Row };

/** For so long, in ms, a change can be undone. */
const UNDO_MS = 13_000;
const UNDOABLE: ReadonlySet<ChangeName> = new Set(['deliver', 'cancel', 'stage', 'rider', 'return']);
const REFUSED: Expected = { kind: 'refused' };
const WAITS: Expected = { kind: 'to-confirm' };
const SHORT: Expected = { kind: 'product-unavailable' };
const SAME: Expected = { kind: 'changed', repeated: true };

/** What cannot be taken from the stock changes nothing. */
export function change(model: Model, order: ModelOrder, asked: OrderChange, by: Changing): Expected {
  const before = structuredClone(order);
  const outcome = changeOf(model, order, asked, by);
  if (outcome === SHORT) Object.assign(order, before);
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
      if (order.status === 'delivered') return SAME;
      if (!isPending || (asked.collected ?? 0) > order.total * 100) return REFUSED;
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
      enter('collected', amount, handover ?? (isOpen ? { ...till, rider: order.delivery?.rider ?? null } : till));
      order.noted = true;
      return done({});
    }
    case 'give-back': {
      if (order.status !== 'delivered') return REFUSED;
      const amount = asked.amount / 100;
      if (amount <= 0 || amount > sumOf(order, 'collected') - sumOf(order, 'back')) return REFUSED;
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
      return isPending ? pendingChange(order, asked, { model, fee, done }) : REFUSED;
  }
}

function pendingChange(
  order: ModelOrder,
  asked: OrderChange,
  { model, fee, done }: { model: Model; fee: number; done: (to: Partial<Position>) => Expected },
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
      const items = asked.items.map(({ id, quantity }) => ({ id, quantity }));
      const isAsOrdered = JSON.stringify(sorted(items)) === JSON.stringify(sorted(order.items));
      if (isAsOrdered) return order.stage === 'packed' ? SAME : done({ stage: 'packed' });
      const before = new Map(order.items.map(({ id, quantity }) => [id, quantity]));
      if (items.some(({ id, quantity }) => quantity > (before.get(id) ?? 0))) return { kind: 'not-ordered' };
      order.items = items;
      order.shipping = Math.min(order.shipping, fee);
      order.total = subTotal(items, (id) => order.prices[id] ?? 0) + order.shipping;
      order.edits += 1;
      return done({ stage: 'packed' });
    }
    case 'edit': {
      const { items: given = order.items, shippingInfo = {} } = asked;
      const items = [...given];
      // A purged customer's order has no name and phone any more.
      if (order.street === '' && shippingInfo.street !== undefined) return { kind: 'required' };
      const added = items.filter(({ id }) => !(id in order.prices));
      if (added.some(({ id }) => model.products[id]?.available !== true)) return { kind: 'product-unavailable' };
      const street = shippingInfo.street ?? order.street;
      const sameLines = JSON.stringify(sorted(items)) === JSON.stringify(sorted(order.items));
      if (sameLines && street === order.street) return SAME;
      for (const { id } of added) order.prices[id] = model.products[id]?.price ?? 0;
      order.street = street;
      if (!sameLines) {
        order.items = items;
        order.shipping = Math.min(order.shipping, fee);
        order.total = subTotal(items, (id) => order.prices[id] ?? 0) + order.shipping;
      }
      order.edits += 1;
      return done({});
    }
    default:
      return REFUSED;
  }
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
