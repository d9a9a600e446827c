/**
 * What must hold, as plainly as it can be said: what each request is answered, and what the shop is afterwards. It knows nothing of
 * transactions, locks and queues. Amounts are in Tk; prices are whole, and nothing is discounted.
 */
import type { AskedChange } from '../../domain/orders/read-change.ts';
import type { OrderEdit } from '../../domain/orders/edit-order.ts';
import type { ChangeName } from '../../domain/orders/change-order.ts';
import type { OrderStatus } from '../../domain/orders/order.ts';
import type { OrderStage } from '../../domain/orders/stages.ts';

export interface Item {
  id: string;
  quantity: number;
}

export type Request =
  | { op: 'place'; customer: string; key: string; items: Item[]; expected: number }
  | { op: 'phone'; key: string; items: Item[] }
  | { op: 'settle'; customer: string; key: string }
  | { op: 'cancel'; customer: string; order: string }
  | { op: 'change'; order: string; asked: AskedChange; key?: string; rider?: string; revision?: number }
  | { op: 'hand over'; day: string; rider: string | null; amount: number; handovers: number }
  | { op: 'price'; product: string; price: number }
  | { op: 'available'; product: string; available: boolean }
  | { op: 'import'; prices: Record<string, number>; replace: boolean }
  | { op: 'fee'; fee: number }
  | { op: 'block' | 'unblock' | 'leave' | 'purge'; customer: string };

/** `at`: between which times it was carried out, in ms. */
export interface Window {
  from: number;
  to: number;
}

interface Position {
  status: OrderStatus;
  stage: OrderStage;
  rider: string | null;
  reason: string | null;
}

interface Change {
  change: ChangeName;
  at: Window;
  byOwner: boolean;
  was: Position;
  undone: boolean;
}

export type MailKind = 'placed' | 'delivered' | 'canceled' | 'set-back';

interface MoneyEntry {
  day: string;
  rider: string | null;
  kind: 'due' | 'collected' | 'back';
  amount: number;
}

/** By the key of the attempt that made it. */
export interface ModelOrder extends Position {
  /** As the shop calls it. */
  id: string;
  customer: string | null;
  items: Item[];
  /** Of all that it ever had. */
  prices: Record<string, number>;
  shipping: number;
  total: number;
  street: string;
  day: string;
  changes: Change[];
  /** Those that the log of operators' changes has. */
  audited: number;
  money: MoneyEntry[];
  /** Whether somebody has said what was collected, since the delivery. */
  noted: boolean;
  delivery: { day: string; rider: string | null } | null;
  /** Causes of mails; `surely`: nothing has taken one back. */
  mails: { kind: MailKind; surely: boolean }[];
  edits: number;
}

export interface Model {
  orders: Record<string, ModelOrder>;
  voids: string[];
  doneKeys: string[];
  products: Record<string, { price: number; available: boolean }>;
  customers: Record<string, { blocked: boolean; leaving: boolean; purged: boolean }>;
  fee: number;
  handovers: { day: string; rider: string | null; amount: number }[];
}

export const STREET = '12 Lake Road';

export const dayOf = (ms: number): string => new Date(ms + 6 * 3_600_000).toISOString().slice(0, 10);

export function totalOf(model: Model, items: readonly Item[], fee: number): number {
  return subTotal(items, (id) => model.products[id]?.price ?? 0) + fee;
}

function subTotal(items: readonly Item[], priceOf: (id: string) => number): number {
  return items.reduce((sum, { id, quantity }) => sum + priceOf(id) * quantity, 0);
}

export const sumOf = ({ money }: ModelOrder, kind: MoneyEntry['kind']): number =>
  money.reduce((sum, entry) => sum + (entry.kind === kind ? entry.amount : 0), 0);

/** An answer, and whether it says that this was so already. */
export interface Expected {
  kind: string;
  repeated?: boolean;
}

export interface Circumstances {
  at: Window;
  /** What was answered, which decides where the exact moment does. */
  actual: string;
  /** Of delivery, as the process knows it that is asked. */
  fee: number;
}

/** Carries a request out in the model. */
export function carryOut(model: Model, request: Request, given: Circumstances): Expected {
  switch (request.op) {
    case 'place':
    case 'phone':
      return place(model, request, given);
    case 'settle':
      if (model.customers[request.customer]?.purged) return { kind: 'nobody' };
      if (model.orders[request.key]) return { kind: 'order' };
      if (!model.voids.includes(request.key)) model.voids.push(request.key);
      return { kind: 'void' };
    case 'cancel': {
      const order = model.orders[request.order];
      if (order?.customer !== request.customer || model.customers[request.customer]?.purged) return { kind: 'not-found' };
      return change(model, order, { change: 'cancel' }, { ...given, byOwner: true });
    }
    case 'change':
      return operatorChange(model, request, given);
    case 'hand over':
      return handOver(model, request, given);
    case 'price':
      return ofProduct(model, request.product, { price: request.price });
    case 'available':
      return ofProduct(model, request.product, { available: request.available });
    case 'import': {
      if (request.replace) for (const id of Object.keys(model.products)) if (!(id in request.prices)) delete model.products[id];
      for (const [id, price] of Object.entries(request.prices)) model.products[id] = { price, available: true };
      return { kind: 'imported' };
    }
    case 'fee':
      model.fee = request.fee;
      return { kind: 'changed' };
    default:
      return ofCustomer(model, request);
  }
}

function ofProduct(model: Model, id: string, change: Partial<Model['products'][string]>): Expected {
  const product = model.products[id];
  if (!product) return { kind: 'unknown' };
  Object.assign(product, change);
  return { kind: 'changed' };
}

function ofCustomer(model: Model, { op, customer: id }: { op: string; customer: string }): Expected {
  const customer = model.customers[id];
  if (!customer) return { kind: 'unknown' };
  if (op === 'leave') customer.leaving = true;
  if (op === 'leave') return { kind: 'done' };
  if (customer.purged) return { kind: 'unknown' };
  if (op === 'purge' && !customer.leaving) return { kind: 'not-due' };
  if (op === 'purge') {
    customer.purged = true;
    for (const order of Object.values(model.orders)) if (order.customer === id) order.street = '';
    return { kind: 'purged' };
  }
  customer.blocked = op === 'block';
  return { kind: 'done' };
}

function place(model: Model, request: Extract<Request, { op: 'place' | 'phone' }>, { at, fee }: Circumstances): Expected {
  const { key, items } = request;
  const customer = request.op === 'place' ? request.customer : null;
  const isPurged = customer !== null && model.customers[customer]?.purged === true;
  if (model.orders[key] && !isPurged) return { kind: 'placed', repeated: true };
  if (model.voids.includes(key) && !isPurged) return { kind: 'attempt-void' };
  if (items.some(({ id }) => model.products[id]?.available !== true)) return { kind: 'product-unavailable' };
  const total = totalOf(model, items, fee);
  if (request.op === 'place' && request.expected !== total) return { kind: 'price-changed' };
  if (isPurged) return { kind: 'nobody' };
  if (customer !== null && model.customers[customer]?.blocked) return { kind: 'blocked' };
  model.orders[key] = {
    id: '',
    customer,
    items,
    prices: Object.fromEntries(items.map(({ id }) => [id, model.products[id]?.price ?? 0])),
    shipping: fee,
    total,
    street: STREET,
    day: dayOf(at.from),
    status: 'pending',
    stage: 'new',
    rider: null,
    reason: null,
    changes: [],
    audited: customer === null ? 1 : 0,
    money: [],
    noted: false,
    delivery: null,
    mails: customer === null ? [] : [{ kind: 'placed', surely: true }],
    edits: 0,
  };
  return { kind: 'placed', repeated: false };
}

function operatorChange(
  model: Model,
  { order: of, asked, key, rider, revision }: Extract<Request, { op: 'change' }>,
  given: Circumstances,
): Expected {
  const order = model.orders[of];
  if (!order) return { kind: 'not-found' };
  if (key !== undefined && model.doneKeys.includes(key)) return { kind: 'changed', repeated: true };
  if (revision !== undefined && revision !== order.changes.length) return { kind: 'conflict' };
  const outcome = change(model, order, asked, { ...given, byOwner: false, rider });
  if (outcome.kind === 'changed' && outcome.repeated === false) {
    order.audited += 1;
    if (key !== undefined) model.doneKeys.push(key);
  }
  return outcome;
}

type Changing = Circumstances & { byOwner: boolean; rider?: string | undefined };

/** For so long, in ms, a change can be undone. */
const UNDO_MS = 13_000;
const UNDOABLE: readonly ChangeName[] = ['deliver', 'cancel', 'stage', 'rider', 'return'];
const REFUSED: Expected = { kind: 'refused' };
const SAME: Expected = { kind: 'changed', repeated: true };

function change(model: Model, order: ModelOrder, asked: AskedChange, { at, byOwner, rider, actual, fee }: Changing): Expected {
  const was: Position = { status: order.status, stage: order.stage, rider: order.rider, reason: order.reason };
  const done = (to: Partial<Position>): Expected => {
    order.changes.push({ change: asked.change, at, byOwner, was, undone: asked.change === 'undo' });
    Object.assign(order, to);
    return { kind: 'changed', repeated: false };
  };
  const enter = (kind: MoneyEntry['kind'], amount: number, of = { day: dayOf(at.from), rider: order.rider }): void =>
    void order.money.push({ ...of, kind, amount });
  const takeBack = (): void => {
    for (const entry of [...order.money]) order.money.push({ ...entry, amount: -entry.amount });
    order.noted = false;
    order.delivery = null;
  };
  if (rider !== undefined && rider !== order.rider && asked.change !== 'undo') return REFUSED;
  const isPending = order.status === 'pending';
  switch (asked.change) {
    case 'deliver':
      if (order.status === 'delivered') return SAME;
      if (!isPending) return REFUSED;
      order.mails.push({ kind: 'delivered', surely: true });
      enter('due', order.total);
      if (asked.collected !== undefined) enter('collected', asked.collected / 100);
      order.noted = asked.collected !== undefined;
      order.delivery = { day: dayOf(at.from), rider: order.rider };
      return done({ status: 'delivered', reason: null });
    case 'cancel':
      if (order.status === 'canceled') return SAME;
      if (!isPending) return REFUSED;
      order.mails.push({ kind: 'canceled', surely: true });
      return done({ status: 'canceled', reason: asked.reason ?? null });
    case 'set-back':
      if (isPending) return REFUSED;
      order.mails.push({ kind: 'set-back', surely: true });
      takeBack();
      return done({ status: 'pending', stage: 'new', rider: null, reason: null });
    case 'undo': {
      const latest = order.changes.findLast(({ undone }) => !undone);
      if (!latest || latest.byOwner || !UNDOABLE.includes(latest.change)) return REFUSED;
      if (rider !== undefined && rider !== latest.was.rider) return REFUSED;
      if (at.from - latest.at.to > UNDO_MS) return REFUSED;
      if (at.to - latest.at.from > UNDO_MS && actual === 'refused') return REFUSED;
      latest.undone = true;
      if (order.status === 'delivered') takeBack();
      const told = order.mails.at(-1);
      if (told && (latest.change === 'deliver' || latest.change === 'cancel')) told.surely = false;
      return done(latest.was);
    }
    case 'collect': {
      if (order.status !== 'delivered') return REFUSED;
      const amount = asked.amount / 100;
      if (amount <= 0 || amount > sumOf(order, 'due') - sumOf(order, 'collected')) return REFUSED;
      enter('collected', amount, order.delivery ?? undefined);
      order.noted = true;
      return done({});
    }
    case 'give-back': {
      if (order.status !== 'delivered') return REFUSED;
      const amount = asked.amount / 100;
      if (amount <= 0 || amount > sumOf(order, 'collected') - sumOf(order, 'back')) return REFUSED;
      enter('back', amount);
      return done({});
    }
    default:
      return isPending ? pendingChange(order, asked, { model, fee, done }) : REFUSED;
  }
}

function pendingChange(
  order: ModelOrder,
  asked: AskedChange,
  { model, fee, done }: { model: Model; fee: number; done: (to: Partial<Position>) => Expected },
): Expected {
  switch (asked.change) {
    case 'stage':
      return order.stage === asked.stage ? SAME : done({ stage: asked.stage });
    case 'rider':
      if (order.rider === asked.rider) return SAME;
      if (asked.rider !== null) return done({ rider: asked.rider, stage: 'with rider' });
      return done({ rider: null, stage: order.stage === 'with rider' ? 'packed' : order.stage });
    case 'return':
      return order.rider === null ? REFUSED : done({ rider: null, stage: 'packed' });
    case 'edit': {
      const { items: given = order.items, shippingInfo = {} } = asked as OrderEdit;
      const items = [...given];
      // A purged customer's order has no name and phone any more.
      if (order.street === '' && shippingInfo.street !== undefined) return { kind: 'bad-edit' };
      const added = items.filter(({ id }) => !(id in order.prices));
      if (added.some(({ id }) => model.products[id]?.available !== true)) return { kind: 'unavailable' };
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

const sorted = (items: readonly Item[]): Item[] => items.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** What nobody has noted as collected is paid with it. */
function handOver(model: Model, { day, rider, amount, handovers }: Extract<Request, { op: 'hand over' }>, given: Circumstances): Expected {
  const before = model.handovers.filter((one) => one.day === day && one.rider === rider);
  if (before.length !== handovers) return { kind: 'conflict' };
  for (const order of Object.values(model.orders)) {
    const { delivery, noted, status } = order;
    if (status !== 'delivered' || noted || delivery?.day !== day || delivery.rider !== rider) continue;
    change(model, order, { change: 'collect', amount: sumOf(order, 'due') * 100 }, { ...given, byOwner: false });
    order.audited += 1;
  }
  model.handovers.push({ day, rider, amount });
  return { kind: 'handed-over' };
}
