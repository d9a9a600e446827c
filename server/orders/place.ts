/**
 * Placing an order: priced by the shop and made once, despite repeated requests and failures (product §7); and settling
 * an attempt whose outcome the customer does not know (product §4).
 */
import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { CartItem } from '../../domain/cart.ts';
import { divisionOf } from '../../domain/contact.ts';
import type { Product } from '../../domain/product.ts';
import { toPoisha } from '../../domain/money.ts';
import { NEW_ORDER } from '../../domain/order.ts';
import type { Order } from '../../domain/order.ts';
import type { PlaceOrder } from '../../domain/place-order.ts';
import { isExpectedTotal, totalsOf } from '../../domain/pricing.ts';
import type { Totals } from '../../domain/pricing.ts';
import { productsById } from '../catalogue/catalogue.ts';
import { FIELD_TYPES, asRecordset, productFieldsOf, namesOf } from '../catalogue/rows.ts';
import type { Tables } from '../db/tables.ts';
import { ORDER_COLUMNS, orderOf, ordersOf } from './rows.ts';

/** The result of placing an order. `products` are its current products; removed ones are missing, others may be not available. */
export type PlaceOrderResult =
  | { kind: 'placed'; order: Order; /** Whether an earlier request made the order. */ repeated: boolean }
  | { kind: 'key-reused' }
  /** The attempt was settled before this request arrived: it never makes an order. */
  | { kind: 'attempt-void' }
  /** The customer or their network has ordered too often; `retryAfter` in seconds. */
  | { kind: 'too-many-orders'; retryAfter: number }
  | { kind: 'price-changed'; products: Product[] }
  | { kind: 'product-unavailable'; products: Product[] };

/** The characters and length of an order's id: 24 of them are 124 random bits. */
const ID_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 24;

/** Counts an order that is about to be made. Returns 0, or the seconds until the next try. */
export type CountOrder = (trx: Transaction<Tables>, userId: string) => Promise<number>;

/**
 * Places the order inside a transaction. Requests with the same key wait for each other from the first statement on, so
 * that none is refused for a changed price while another one is placing the order. The unique constraint of the key is
 * the second protection.
 */
export async function placeOrder(
  trx: Transaction<Tables>,
  userId: string,
  request: PlaceOrder,
  countOrder: CountOrder = async () => 0,
): Promise<PlaceOrderResult> {
  const { idempotencyKey, items, expectedTotal } = request;
  const requestHash = hashOf(request);
  await lockAttempt(trx, userId, idempotencyKey);
  const before = await repeatedPlacement(trx, userId, idempotencyKey, requestHash);
  if (before) return before;
  if (await isVoid(trx, userId, idempotencyKey)) return { kind: 'attempt-void' };

  const current = await productsById(
    trx,
    items.map(({ id }) => id),
  );
  const products = items.flatMap(({ id }) => current.get(id) ?? []);
  if (products.length < items.length || products.some(({ available }) => !available)) {
    return { kind: 'product-unavailable', products };
  }
  const orderItems = products.map((product, line): CartItem => ({ ...product, quantity: items[line]?.quantity ?? 1 }));
  const totals = totalsOf(orderItems);
  if (!isExpectedTotal(expectedTotal, totals.totalCost)) return { kind: 'price-changed', products };

  const retryAfter = await countOrder(trx, userId);
  if (retryAfter > 0) return { kind: 'too-many-orders', retryAfter };
  const order = await insertOrder(trx, { userId, requestHash, request, orderItems, totals });
  if (order) return { kind: 'placed', order, repeated: false };
  const other = await repeatedPlacement(trx, userId, idempotencyKey, requestHash);
  if (!other) throw new Error('an order was refused for its key, and there is none with it');
  return other;
}

/** The result of settling: the order of the key, or null when the key is void. `too-many`: the attempt stays open. */
export type Settlement = { kind: 'settled'; order: Order | null } | { kind: 'too-many'; retryAfter: number };

/**
 * Settles an attempt inside a transaction. It waits for requests that place an order with the same key, so that the
 * outcome is final.
 */
export async function settleAttempt(
  trx: Transaction<Tables>,
  userId: string,
  key: string,
  countVoid: CountOrder = async () => 0,
): Promise<Settlement> {
  await lockAttempt(trx, userId, key);
  const row = await trx
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (row) return { kind: 'settled', order: (await ordersOf(trx, [row]))[0] ?? null };
  if (await isVoid(trx, userId, key)) return { kind: 'settled', order: null };
  const retryAfter = await countVoid(trx, userId);
  if (retryAfter > 0) return { kind: 'too-many', retryAfter };
  await trx.insertInto('void_order_attempts').values({ user_id: userId, idempotency_key: key }).execute();
  return { kind: 'settled', order: null };
}

/** Until the transaction ends, no other request can place or settle an order with this key. */
async function lockAttempt(trx: Transaction<Tables>, userId: string, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${userId} ${key}`}, 0))`.execute(trx);
}

async function isVoid(trx: Transaction<Tables>, userId: string, key: string): Promise<boolean> {
  const row = await trx
    .selectFrom('void_order_attempts')
    .select('voided_at')
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** The answer when this key has already made an order. */
async function repeatedPlacement(
  executor: Kysely<Tables>,
  userId: string,
  key: string,
  requestHash: string,
): Promise<PlaceOrderResult | null> {
  const row = await executor
    .selectFrom('orders')
    .select([...ORDER_COLUMNS, 'request_hash'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  if (row.request_hash !== requestHash) return { kind: 'key-reused' };
  const [order] = await ordersOf(executor, [row]);
  return order ? { kind: 'placed', order, repeated: true } : null;
}

interface NewOrder {
  userId: string;
  requestHash: string;
  request: PlaceOrder;
  orderItems: CartItem[];
  totals: Totals;
}

/** An order line's columns. */
const LINE_TYPES = { line: 'smallint', product_id: 'text', ...FIELD_TYPES, quantity: 'integer' } as const;

/** Inserts the order, its lines and its first history entry in one statement; null when the key exists. */
async function insertOrder(trx: Transaction<Tables>, made: NewOrder): Promise<Order | null> {
  const { userId, requestHash, request, orderItems, totals } = made;
  const row = {
    id: newOrderId(),
    status: NEW_ORDER.status,
    payment_method: request.paymentMethod,
    payment_status: NEW_ORDER.paymentStatus,
    sub_total_poisha: toPoisha(totals.subTotal),
    shipping_cost_poisha: toPoisha(totals.shippingCost),
    discount_poisha: toPoisha(totals.discount),
    total_cost_poisha: toPoisha(totals.totalCost),
    shipping_info: JSON.stringify(request.shippingInfo),
    division: divisionOf(request.shippingInfo.division) ?? '',
  };
  const lines = orderItems.map(({ quantity, ...product }, line) => ({
    line,
    product_id: product.id,
    ...productFieldsOf(product),
    quantity,
  }));
  const { rows } = await sql<{ placed_at: Date }>`
    with placed as (
      insert into orders (id, user_id, idempotency_key, request_hash, status, payment_method, payment_status,
        sub_total_poisha, shipping_cost_poisha, discount_poisha, total_cost_poisha, shipping_info, division)
      values (${row.id}, ${userId}, ${request.idempotencyKey}::uuid, ${requestHash}, ${row.status}, ${row.payment_method},
        ${row.payment_status}, ${row.sub_total_poisha}, ${row.shipping_cost_poisha}, ${row.discount_poisha},
        ${row.total_cost_poisha}, ${row.shipping_info}::jsonb, ${row.division})
      on conflict (user_id, idempotency_key) do nothing
      returning number, placed_at
    ), lines as (
      insert into order_lines (order_number, ${namesOf(LINE_TYPES)})
      select placed.number, given.* from placed cross join ${asRecordset(LINE_TYPES, lines, sql`given`)}
    ), history as (
      insert into order_history (order_number, actor, to_status) select number, 'owner', ${row.status} from placed
    )
    select placed_at from placed`.execute(trx);
  const placed = rows[0];
  if (!placed) return null;
  return orderOf({ ...row, placed_at: placed.placed_at, shipping_info: request.shippingInfo }, orderItems);
}

function newOrderId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)]).join('');
}

/** Distinguishes two bodies with the same key. */
function hashOf({ items, shippingInfo, paymentMethod, expectedTotal }: PlaceOrder): string {
  const fields = [
    items.map(({ id, quantity }) => [id, quantity]),
    Object.entries(shippingInfo).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    paymentMethod,
    expectedTotal,
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
