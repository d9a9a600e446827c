/** Placing an order: priced by the shop and made once, despite repeated requests and failures (product §7). */
import { createHash, randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { CartItem } from '../../domain/orders/cart.ts';
import { divisionOf } from '../../domain/accounts/address.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import { toPoisha } from '../../domain/catalogue/money.ts';
import { type Order, NEW_ORDER } from '../../domain/orders/order.ts';
import type { PhoneOrder, PlaceOrder } from '../../domain/orders/place-order.ts';
import { isExpectedTotal, smallestOrder, totalsOf } from '../../domain/orders/pricing.ts';
import type { Area, Delivery } from '../../domain/shop/areas.ts';
import { NEW_STAGE, type OrderStage } from '../../domain/orders/stages.ts';
import type { PlacedShippingInfo, ShippingInfo } from '../../domain/orders/checkout-state.ts';
import type { SimpleCode } from '../../domain/reason.ts';
import { readProducts } from '../catalogue/catalogue.ts';
import type { Actor } from '../db/audit.ts';
import type { Tables } from '../db/tables.ts';
import type { Counter } from '../limits/rate-limits.ts';
import { type AttemptOutcome, outcomeOf } from './attempts.ts';
import { lineOf, operatorOrderOf, orderOf } from './rows.ts';
import type { OrderMails } from './order-mails.ts';
import type { Customer, OrderEvent } from './change.ts';

export type PlaceOrderResult =
  | { kind: 'placed'; order: Order; /** Whether an earlier request made the order. */ repeated: boolean }
  | { kind: 'key-reused' }
  /** The attempt was settled before this request arrived: it never makes an order. */
  | { kind: 'attempt-void' }
  /** The customer or their network has ordered too often; `retryAfter` in seconds. */
  | { kind: 'too-many-orders'; retryAfter: number }
  /** The account or the phone is blocked. */
  | { kind: 'blocked' }
  | { kind: 'area-refused'; code: SimpleCode }
  | { kind: 'order-too-small'; /** The smallest one, in Tk. */ limit: number }
  | { kind: 'price-changed'; products: Product[] }
  | { kind: 'product-unavailable'; products: Product[] };

/** Who takes an order on the phone. */
export interface PhoneOrderTaker {
  takenBy: Actor;
}

const TO_CONFIRM: OrderStage = 'to confirm';

/** The characters and length of an order's id: 24 of them are 124 random bits. */
const ID_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 24;

/** How often an order is priced when prices change at the moment it is placed. */
const MAX_TRIES = 10;

interface PlaceOptions {
  mails: OrderMails | null;
  counters: readonly Counter[];
  /** Of now: what the shop's operator has set for an area. */
  deliveryTo: (area: string | undefined) => Delivery;
  /** The day on which what is ordered at a time is delivered. */
  deliveryDay: (orderedAt: Date) => string;
  /** The total from which the first order of a phone is confirmed by a call, in Tk; null: none is. */
  confirmFrom: number | null;
}

/**
 * Prices the order with the products as they are, and places it in one statement. There requests with the same key wait
 * for each other, and the prices are compared once more: none is refused for a changed price while another one is placing the order.
 */
export async function placeOrder(
  kysely: Kysely<Tables>,
  by: Customer | PhoneOrderTaker,
  request: PlaceOrder | PhoneOrder,
  { mails, counters, deliveryTo, deliveryDay, confirmFrom }: PlaceOptions,
): Promise<PlaceOrderResult> {
  const { items, idempotencyKey, shippingInfo } = request;
  const expectedTotal = 'expectedTotal' in request ? request.expectedTotal : null;
  const customer = 'id' in by ? by : null;
  const requestHash = hashOf(request);
  const outcome = (): Promise<AttemptOutcome> =>
    kysely.transaction().execute((trx) => outcomeOf(trx, { userId: customer?.id ?? null, key: idempotencyKey }));

  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const ids = items.map(({ id }) => id);
    const current = await readProducts(kysely, ids);
    const products = ids.flatMap((id) => current.products.get(id) ?? []);
    const orderItems = products.map((product, line) => ({ ...product, quantity: items[line]?.quantity ?? 1 }));
    const delivery = deliveryTo(shippingInfo.area);
    if ('refused' in delivery)
      return repeated(await outcome(), requestHash) ?? { kind: 'area-refused', code: delivery.refused };
    const totals = totalsOf(orderItems, delivery.fee);
    const isComplete = products.length === items.length && products.every(({ available }) => available);
    if (!isComplete || !(expectedTotal === null || isExpectedTotal(expectedTotal, totals.totalCost))) {
      const kind = isComplete ? 'price-changed' : 'product-unavailable';
      return repeated(await outcome(), requestHash) ?? { kind, products };
    }
    const limit = smallestOrder(orderItems, delivery.fee);
    if (limit !== null) return repeated(await outcome(), requestHash) ?? { kind: 'order-too-small', limit };
    const row = {
      id: newOrderId(),
      user_id: customer?.id ?? null,
      idempotency_key: idempotencyKey,
      request_hash: requestHash,
      status: NEW_ORDER.status,
      payment_method: 'cashon' as const,
      payment_status: NEW_ORDER.paymentStatus,
      sub_total_poisha: toPoisha(totals.subTotal),
      shipping_cost_poisha: toPoisha(totals.shippingCost),
      discount_poisha: toPoisha(totals.discount),
      total_cost_poisha: toPoisha(totals.totalCost),
      shipping_info: placedAt(shippingInfo, delivery.area),
      placed_at: current.at,
      division: divisionOf(shippingInfo.division) ?? '',
      area: delivery.area?.id ?? '',
      source: customer ? ('shop' as const) : ('phone' as const),
      stage: customer && confirmFrom !== null && totals.totalCost >= confirmFrom ? TO_CONFIRM : NEW_STAGE,
      delivery_day: deliveryDay(current.at),
    };
    const unchanged = { cancel_reason: null, rider_id: null, printed_at: null, revision: 0 };
    const order = customer ? orderOf(row, orderItems) : operatorOrderOf({ ...row, ...unchanged }, orderItems);
    const event: OrderEvent | null = customer && { kind: 'placed', customer };
    const mail = (event && mails?.compose(order, event)) ?? null;
    const taker = 'takenBy' in by ? { takenBy: by.takenBy, note: 'note' in request ? (request.note ?? '') : '' } : null;
    const made = await insertOrder(kysely, { row, orderItems, counters, mail, taker });
    switch (made.outcome) {
      case 'placed':
        if (!made.mailed && event) mails?.leftOut(order, event);
        return { kind: 'placed', order, repeated: false };
      case 'blocked':
        return { kind: 'blocked' };
      case 'limited':
        return { kind: 'too-many-orders', retryAfter: made.wait };
      case 'settled': {
        const before = repeated(await outcome(), requestHash);
        if (before) return before;
      }
    }
  }
  throw new Error('the products of an order changed each time it was placed');
}

/** With the area's names of now. A shop without areas ignores one. */
export function placedAt({ area: _, ...address }: ShippingInfo, area: Area | null): PlacedShippingInfo {
  return area ? { ...address, area: area.id, areaName: area.name, areaNameBn: area.nameBn || area.name } : address;
}

function repeated(outcome: AttemptOutcome, requestHash: string): PlaceOrderResult | null {
  if (outcome.kind === 'open') return null;
  if (outcome.kind === 'void') return { kind: 'attempt-void' };
  if (outcome.requestHash !== requestHash) return { kind: 'key-reused' };
  return { kind: 'placed', order: outcome.order, repeated: true };
}

interface NewOrder {
  row: object;
  orderItems: readonly CartItem[];
  counters: readonly Counter[];
  mail: ReturnType<OrderMails['compose']> | null;
  taker: { takenBy: Actor; note: string } | null;
}

type Insertion =
  | { outcome: 'placed'; /** False: the limit of its recipient left out the mail. */ mailed: boolean }
  /** The key has made an order, or never will. */
  | { outcome: 'settled' }
  /** A product is no longer as it was priced. */
  | { outcome: 'changed' }
  | { outcome: 'blocked' }
  /** A limit is exceeded; `wait` in seconds. */
  | { outcome: 'limited'; wait: number };

async function insertOrder(
  kysely: Kysely<Tables>,
  { row, orderItems, counters, mail, taker }: NewOrder,
): Promise<Insertion> {
  const lines = orderItems.map(lineOf);
  const limits = counters.map(limitOf);
  const mailLimit = mail?.counter ? limitOf(mail.counter) : null;
  const { rows } = await sql<Insertion>`
    select * from place_order(
      jsonb_populate_record(null::orders, ${JSON.stringify(row)}::jsonb), ${JSON.stringify(lines)}::jsonb,
      ${JSON.stringify(limits)}::jsonb, ${mail?.to ?? null}::text, ${mail?.subject ?? null}::text, ${mail?.text ?? null}::text,
      ${mail?.html ?? null}::text, ${mailLimit && JSON.stringify(mailLimit)}::jsonb,
      ${taker?.takenBy ?? null}::text, ${taker?.note ?? null}::text)`.execute(kysely);
  const [insertion] = rows;
  if (!insertion) throw new Error('place_order answered nothing');
  return insertion;
}

function limitOf({ key, limit }: Counter) {
  return { key, ...limit };
}

function newOrderId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)]).join('');
}

/** Distinguishes two bodies with the same key. */
function hashOf({ items, shippingInfo, ...rest }: PlaceOrder | PhoneOrder): string {
  const fields = [
    items.map(({ id, quantity }) => [id, quantity]),
    Object.entries(shippingInfo).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ...('expectedTotal' in rest ? [rest.paymentMethod, rest.expectedTotal] : [rest.note]),
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
