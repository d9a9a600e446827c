/** Placing an order: priced by the shop and made once, despite repeated requests and failures (product §7). */
import { createHash, randomInt } from 'node:crypto';
import { type Transaction, sql } from 'kysely';
import type { Language } from '../../base/language.ts';
import { divisionOf } from '../../domain/accounts/address.ts';
import { asRead } from '../../domain/orders/cart-refresh.ts';
import { type Order, NEW_ORDER, type OrderSource } from '../../domain/orders/order.ts';
import type { PhoneOrder, PlaceOrder } from '../../domain/orders/read-order.ts';
import { isExpectedTotal, smallestOrder, totalsOf } from '../../domain/orders/pricing.ts';
import type { Area } from '../../domain/shop/areas.ts';
import { NEW_STAGE, type OrderStage } from '../../domain/orders/stages.ts';
import { MISSING, type PlacedShippingInfo, type ShippingInfo } from '../../domain/orders/checkout-state.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { withoutCounts } from '../../domain/catalogue/product.ts';
import type { Actor } from '../db/audit.ts';
import { refusable } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import { hashToken } from '../identity/tokens.ts';
import type { Counter } from '../limits/rate-limits.ts';
import type { Customer, OrderEvent } from './change.ts';
import { guestOf, guestOrderOf, linkOf } from './guests.ts';
import type { OrderParts } from './orders.ts';
import { freeSlots, placedWhen, placesOf } from './slots.ts';
import { lineOf, type NewOrder, operatorOrderOf, totalsInPoisha, withLines } from './tables.ts';

/** Who orders, a visitor in their language, or who takes an order on the phone. */
type Taker = Customer | { guest: Language } | { takenBy: Actor };

/** The characters and length of an order's id: 24 of them are 124 random bits. */
const ID_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 24;

/** How often an order is priced when prices change at the moment it is placed. */
const MAX_TRIES = 10;

/** What the function place_order answers. */
interface Insertion {
  /** 'settled': the key has made an order, or never will. 'changed': a product is no longer as it was priced. */
  outcome: 'placed' | 'settled' | 'changed';
  /** False: the limit of its recipient has left out a message. */
  mailed: boolean;
  /** Of one that was placed. */
  stage: OrderStage;
}

/**
 * The order; `repeated`: an earlier request with this key has made it. To whoever chose a delivery time that is full, those
 * that are free. Whoever chose none gets the next one when others have just filled the first.
 */
export async function placeOrder(
  parts: OrderParts,
  by: Taker,
  request: PlaceOrder | PhoneOrder,
  counters: readonly Counter[] = [],
): Promise<Outcome<Order>> {
  const outcome = await place(parts, by, request, counters);
  if (outcome.ok || outcome.reason.code !== 'slot-full') return outcome;
  const slots = await freeSlots(parts);
  const isChosen = request.slot || ('deliveryDay' in request && request.deliveryDay);
  return isChosen || slots.length === 0 ? { ...outcome, now: { slots } } : placeOrder(parts, by, request, counters);
}

/**
 * Prices it with the products as they are, and places it in one statement. There requests with the same key wait for each
 * other, and the prices are compared once more: none is refused for a changed price while another one is placing the
 * order.
 */
function place(
  parts: OrderParts,
  by: Taker,
  request: PlaceOrder | PhoneOrder,
  counters: readonly Counter[],
): Promise<Outcome<Order>> {
  const { kysely, mails } = parts;
  const taker = 'takenBy' in by ? by.takenBy : null;
  const source = sourceOf(by);
  const note = 'note' in request ? (request.note ?? null) : null;
  const shown = (order: NewOrder): Order => (taker ? operatorOrderOf(order) : guestOrderOf(parts, order));
  const before = async (): Promise<Outcome<Order> | null> => {
    const { idempotencyKey: key } = request;
    const made = await kysely.transaction().execute((trx) => madeBy(trx, 'id' in by ? by : source, key));
    if (made === null) return null;
    if (made === 'void') return refused(409, { code: 'attempt-void' });
    if (made.request_hash !== hashOf(request)) return refused(409, { code: 'key-reused' });
    return { ...done(shown(made)), repeated: true };
  };

  return refusable(async (): Promise<Outcome<Order>> => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const priced = await pricedOrder(parts, by, request);
      // Nothing is refused to whoever has ordered with this key already.
      if (!priced.ok) return (await before()) ?? priced;
      const { lines, ...row } = priced.value;
      const order = shown(priced.value);
      const customer = 'id' in by ? by : guestOf(priced.value);
      const event: OrderEvent = { kind: 'placed', customer, link: linkOf(parts, priced.value) };
      const messages = mails?.compose(order, event) ?? [];
      const limits = counters.map(({ key, limit }) => ({ key, ...limit }));
      const { rows } = await sql<Insertion>`
      select * from place_order(
        jsonb_populate_record(null::orders, ${JSON.stringify(row)}::jsonb), ${JSON.stringify(lines.map(lineOf))}::jsonb,
        ${JSON.stringify(limits)}::jsonb, ${JSON.stringify(messages)}::jsonb, ${taker}::text, ${note}::text,
        ${placesOf(parts, row)}::integer, ${parts.lowStock()}::integer)`.execute(kysely);
      const [made] = rows;
      if (made?.outcome === 'placed') {
        parts.onPlaced();
        if (!made.mailed) mails?.leftOut(order, event);
        return { ...done(shown({ ...priced.value, stage: made.stage })), repeated: false };
      }
      const settled = made?.outcome === 'settled' ? await before() : null;
      if (settled) return settled;
    }
    throw new Error('the products of an order changed each time it was placed');
  });
}

/** The order at the prices of now, or why there can be none. */
async function pricedOrder(parts: OrderParts, by: Taker, request: PlaceOrder | PhoneOrder): Promise<Outcome<NewOrder>> {
  const { readProducts, deliveryTo, confirmFrom } = parts;
  const source = sourceOf(by);
  const { items, shippingInfo } = request;
  const ids = items.map(({ id }) => id);
  const current = await readProducts(ids);
  const products = ids.flatMap((id) => current.products.get(id) ?? []);
  const lines = products.map((product, line) => ({ ...product, quantity: items[line]?.quantity ?? 1 }));
  const delivery = deliveryTo(shippingInfo.area);
  if ('refused' in delivery) return refused(422, { code: delivery.refused });
  const { area, fee } = delivery;
  const totals = totalsOf(lines, fee);
  const now = { now: { products } };
  const isComplete = products.length === items.length && products.every(({ available }) => available);
  if (!isComplete) return refused(409, { code: 'product-unavailable' }, now);
  for (const { stock: left = Infinity, quantity, name, name_bn } of lines)
    if (quantity > left) return refused(409, { code: 'product-unavailable', left, name, name_bn }, now);
  // Whoever takes an order on the phone knows what they do.
  const many = lines.find(({ max_per_order = Infinity, quantity }) => source !== 'phone' && quantity > max_per_order);
  if (many?.max_per_order) return refused(422, { code: 'bad-quantity', limit: many.max_per_order }, now);
  if ('expectedTotal' in request) {
    const { expectedTotal, expectedProducts = asRead(products) } = request;
    const isExpected = isExpectedTotal(expectedTotal, totals.totalCost) && expectedProducts === asRead(products);
    if (!isExpected) return refused(409, { code: 'price-changed' }, now);
  }
  const limit = smallestOrder(lines, fee);
  if (limit !== null) return refused(422, { code: 'order-too-small', limit });
  const when = await placedWhen(parts, request, current.at);
  if (!when.ok) return when;
  // A visitor's phone is nobody's until it has taken an order.
  const confirmed = { shop: confirmFrom(), guest: 0, phone: null }[source];
  const id = Array.from({ length: ID_LENGTH }, () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)]).join('');
  return done({
    id,
    user_id: 'id' in by ? by.id : null,
    idempotency_key: request.idempotencyKey,
    request_hash: hashOf(request),
    status: NEW_ORDER.status,
    payment_method: 'cashon',
    payment_status: NEW_ORDER.paymentStatus,
    ...totalsInPoisha(totals),
    shipping_info: placedAt(shippingInfo, area),
    placed_at: current.at,
    division: divisionOf(shippingInfo.division) ?? '',
    area: area?.id ?? '',
    source,
    stage: confirmed !== null && totals.totalCost >= confirmed ? 'to confirm' : NEW_STAGE,
    ...when.value,
    cancel_reason: null,
    rider_id: null,
    printed_at: null,
    returned: false,
    revision: 0,
    missing: request.missing ?? MISSING[0],
    link_hash: source === 'guest' ? hashToken(parts.linkToken(id)) : null,
    language: 'guest' in by ? by.guest : null,
    lines: lines.map(withoutCounts),
  });
}

/** With the area's names of now. A shop without areas ignores one. */
export function placedAt({ area: _, ...address }: ShippingInfo, area: Area | null): PlacedShippingInfo {
  return area ? { ...address, area: area.id, areaName: area.name, areaNameBn: area.nameBn || area.name } : address;
}

/** Distinguishes two bodies with the same key. */
function hashOf({ items, shippingInfo, ...rest }: PlaceOrder | PhoneOrder): string {
  const fields = [
    items.map(({ id, quantity }) => [id, quantity]),
    Object.entries(shippingInfo).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ...('expectedTotal' in rest
      ? [rest.paymentMethod, rest.expectedTotal, rest.expectedProducts].filter((given) => given !== undefined)
      : [rest.note, ...(rest.deliveryDay ? [rest.deliveryDay] : [])]),
    ...(rest.slot ? [[rest.slot.day, rest.slot.from]] : []),
    ...(rest.missing ? [`missing ${rest.missing}`] : []),
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

function sourceOf(by: Taker): OrderSource {
  return 'id' in by ? 'shop' : 'guest' in by ? 'guest' : 'phone';
}

/**
 * What became of an attempt: its order, or 'void' when it never makes one; null: nothing yet. Waits for requests that
 * place or settle it, and keeps others waiting until the transaction ends. Without a user it is an order on the phone or
 * of a visitor; the key is a UUID in lower case.
 */
export async function madeBy(trx: Transaction<Tables>, by: { id: string } | OrderSource, key: string) {
  const userId = typeof by === 'object' ? by.id : null;
  await sql`select lock_attempt(${userId ?? by}, ${key}::uuid)`.execute(trx);
  const keyed = trx.selectFrom('orders').selectAll().where('idempotency_key', '=', key);
  // So that the index of orders without an account serves it.
  const own =
    typeof by === 'object'
      ? keyed.where('user_id', '=', by.id)
      : keyed.where('source', '=', by).where('source', '<>', 'shop');
  const [order] = await withLines(trx, await own.execute());
  if (order) return order;
  const voided = trx.selectFrom('void_order_attempts').select('voided_at').where('idempotency_key', '=', key);
  return (await voided.where('user_id', 'is not distinct from', userId).executeTakeFirst()) ? 'void' : null;
}
