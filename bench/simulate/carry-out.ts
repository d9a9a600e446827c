/** What each request is answered, and what it makes of the model. */
import { change, hold, isOffered } from './model-change.ts';
import {
  exact,
  GUEST,
  isFull,
  owedOf,
  owing,
  poishaOf,
  revisionOf,
  slotsFrom,
  STREET,
  dayOf,
  sumOf,
  totalOf,
} from './model.ts';
import type { Circumstances, Expected, Model, Request, Slot } from './model.ts';

/** So many days customers can choose from, and whoever takes an order on the phone. */
const DAYS_SHOWN = { place: 4, phone: 13 };

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
      if (order?.customer !== request.customer || model.customers[request.customer]?.purged)
        return { kind: 'unknown-order' };
      return change(model, order, { change: 'cancel' }, { ...given, byOwner: true });
    }
    case 'change':
      return operatorChange(model, request, given);
    case 'dues':
      return settleDues(model, request, given);
    case 'limit':
      delete model.limits[request.who ?? ''];
      if (request.limit !== null) model.limits[request.who ?? ''] = request.limit;
      return { kind: 'set' };
    case 'hand over':
      return handOver(model, request, given);
    case 'price':
      return ofProduct(model, request.product, { price: request.price });
    case 'stock': {
      const { product, move, pieces, seen, key } = request;
      if (!model.products[product]) return { kind: 'unknown' };
      if (model.doneKeys.includes(key)) return { kind: 'moved' };
      const here = model.stock[product];
      if (here === undefined && move !== 'count') return { kind: 'not-counted' };
      const change = move === 'count' && here !== undefined ? pieces - (seen ?? here) : pieces;
      model.stock[product] = Math.max((here ?? 0) + change, 0);
      model.doneKeys.push(key);
      return { kind: 'moved' };
    }
    case 'available':
      return ofProduct(model, request.product, { available: request.available });
    case 'import': {
      if (request.replace)
        for (const id of Object.keys(model.products)) if (!(id in request.prices)) removeProduct(model, id);
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

/** With what explains its stock. */
function removeProduct(model: Model, id: string): void {
  delete model.products[id];
  delete model.stock[id];
  for (const { held } of Object.values(model.orders)) delete held[id];
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
    delete model.limits[id];
    for (const order of Object.values(model.orders)) if (order.customer === id) order.street = '';
    return { kind: 'purged' };
  }
  customer.blocked = op === 'block';
  return { kind: 'done' };
}

function place(
  model: Model,
  request: Extract<Request, { op: 'place' | 'phone' }>,
  { at, fee }: Circumstances,
): Expected {
  const { key, items } = request;
  const customer = request.op === 'place' ? request.customer : null;
  const isPurged = customer !== null && model.customers[customer]?.purged === true;
  if (model.orders[key] && !isPurged) return { kind: 'placed', repeated: true };
  if (model.voids.includes(key) && !isPurged) return { kind: 'attempt-void' };
  if (items.some(({ id }) => model.products[id]?.available !== true)) return { kind: 'product-unavailable' };
  if (items.some(({ id, quantity }) => quantity > (model.stock[id] ?? Infinity)))
    return { kind: 'product-unavailable' };
  const total = totalOf(model, items, fee);
  if (request.op === 'place' && request.expected !== total) return { kind: 'price-changed' };
  const slot = slotOf(model, request, at);
  if (!slot) return { kind: 'slot-full' };
  if (isPurged) return { kind: 'nobody' };
  if (customer !== null && model.customers[customer]?.blocked) return { kind: 'blocked' };
  if (isFull(model, slot)) return { kind: 'slot-full' };
  const held = {};
  hold(model, { held }, [[], items]);
  model.orders[key] = {
    id: '',
    link: '',
    customer,
    items,
    held,
    prices: Object.fromEntries(items.map(({ id }) => [id, model.products[id]?.price ?? 0])),
    once: {},
    slot,
    shipping: fee,
    total,
    street: STREET,
    day: dayOf(at),
    status: 'pending',
    stage: waitsForCall(model, customer, total) ? 'to confirm' : 'new',
    rider: null,
    reason: null,
    returned: false,
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

/** Somebody unknown is called, and who would owe too much. */
function waitsForCall(model: Model, customer: string | null, total: number): boolean {
  const own = Object.values(model.orders).filter((order) => order.customer === customer);
  const isUnknown = customer === GUEST && own.every(({ status }) => status !== 'delivered');
  return isUnknown || exact(total + owedBy(model, customer)) > (model.limits[customer ?? ''] ?? Infinity);
}

/** What is asked for, where it can be chosen, else the first that is free. */
function slotOf(model: Model, { op, slot }: Extract<Request, { op: 'place' | 'phone' }>, at: number): Slot | undefined {
  if (slot) return isOffered(slot, at, DAYS_SHOWN[op]) ? slot : undefined;
  return slotsFrom(at, DAYS_SHOWN[op]).find((one) => !isFull(model, one));
}

function operatorChange(
  model: Model,
  { order: of, asked, key, rider, revision }: Extract<Request, { op: 'change' }>,
  given: Circumstances,
): Expected {
  const order = model.orders[of];
  if (!order) return { kind: 'unknown' };
  if (key !== undefined && model.doneKeys.includes(key)) return { kind: 'changed', repeated: true };
  if (revision !== undefined && revision !== revisionOf(model, order)) return { kind: 'changed-meanwhile' };
  const outcome = change(model, order, asked, { ...given, byOwner: false, rider });
  if (outcome.kind === 'changed' && outcome.repeated === false) {
    order.audited += 1;
    if (key !== undefined) model.doneKeys.push(key);
  }
  return outcome;
}

const owedBy = (model: Model, who: string | null): number =>
  exact(owing(model, who).reduce((sum, order) => sum + owedOf(order), 0));

/** The oldest orders first; all of it or nothing. */
function settleDues(
  model: Model,
  { who, asked, key }: Extract<Request, { op: 'dues' }>,
  given: Circumstances,
): Expected {
  if (key !== undefined && model.doneKeys.includes(key)) return { kind: 'settled', repeated: true };
  let left = asked.amount / 100;
  if (left <= 0 || left > owedBy(model, who)) return { kind: 'refused' };
  for (const order of owing(model, who)) {
    const part = Math.min(left, owedOf(order));
    left = exact(left - part);
    if (part === 0) continue;
    change(model, order, { ...asked, amount: poishaOf(part) }, { ...given, byOwner: false });
    order.audited += 1;
  }
  if (key !== undefined) model.doneKeys.push(key);
  return { kind: 'settled', repeated: false };
}

/** What nobody has noted as collected is paid with it. */
function handOver(
  model: Model,
  { day, rider, amount, handovers }: Extract<Request, { op: 'hand over' }>,
  given: Circumstances,
): Expected {
  const before = model.handovers.filter((one) => one.day === day && one.rider === rider);
  if (before.length !== handovers) return { kind: 'changed-meanwhile' };
  for (const order of Object.values(model.orders)) {
    const { delivery, noted, status } = order;
    if (status !== 'delivered' || noted || delivery?.day !== day || delivery.rider !== rider) continue;
    const collect = { change: 'collect', amount: poishaOf(sumOf(order, 'due')) } as const;
    change(model, order, collect, { ...given, byOwner: false, handover: { day, rider } });
    order.audited += 1;
  }
  for (const { money } of Object.values(model.orders))
    for (const entry of money) if (entry.day === day && entry.rider === rider) entry.closed = true;
  model.handovers.push({ day, rider, amount });
  return { kind: 'handed-over' };
}
