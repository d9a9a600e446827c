/**
 * Orders: placing them, and each customer's view of their own orders (product §4, §7). The operator's side is admin.ts.
 */
import { type Kysely, sql } from 'kysely';
import { DEFAULT_LANGUAGE, type Language, PAGE_LANGUAGE, parseLanguage } from '../../base/language.ts';
import { ROW_SIZE } from '../../domain/catalogue/catalogue.ts';
import { told } from '../../domain/catalogue/product.ts';
import { usualProducts } from '../../domain/orders/cart.ts';
import { GUEST } from '../../domain/orders/checkout-state.ts';
import { type Order, type StatusCounts, countsByStatus, isOpen, isOrderId } from '../../domain/orders/order.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { type ShownEvent, shownHistory } from '../../domain/orders/history.ts';
import type { DeliveryRules } from '../../domain/orders/delivery.ts';
import type { SlotRule } from '../../domain/shop/slots.ts';
import type { PlaceOrder } from '../../domain/orders/read-order.ts';
import type { Delivery } from '../../domain/shop/areas.ts';
import { readProducts } from '../catalogue/catalogue.ts';
import { transact } from '../db/errors.ts';
import { type Page, readPage } from '../db/page.ts';
import type { Tables } from '../db/tables.ts';
import { CLIENT_ADDRESS, subnetOf } from '../http/client-address.ts';
import { type Limit, type RateLimits, limitKey } from '../limits/rate-limits.ts';
import { createOrderAdmin } from './admin.ts';
import { applyChange, type Customer } from './change.ts';
import type { ShopNames } from '../../messages/order-line.ts';
import type { OrderMails } from './order-mails.ts';
import { createGuestOrders, guestOrderOf } from './guests.ts';
import { madeBy, placeOrder } from './place.ts';
import { readSlots } from './slots.ts';
import { historyOf, isOf, ordersAfter, ORDERS_PER_PAGE, orderOf, type Owner, withLines } from './tables.ts';

type Account = Pick<Customer, 'id'>;
type Caller = Pick<Request, 'headers'>;

function languageOf(caller: Caller | undefined): Language | null {
  return parseLanguage(caller?.headers.get(PAGE_LANGUAGE));
}

function networkOf(caller: Caller | undefined): string {
  return subnetOf(caller?.headers.get(CLIENT_ADDRESS) ?? null);
}

export type Orders = ReturnType<typeof createOrders>;

/** Orders of one account, and of one network. A mobile provider can have a whole neighbourhood behind one address. */
const ORDERS_PER_ACCOUNT: Limit = { max: 30, seconds: 60 * 60 };
const ORDERS_PER_NETWORK: Limit = { max: 300, seconds: 60 * 60 };
/** Voided keys of an account, or of a network's visitors. They are stored for 90 days. */
const VOID_ATTEMPTS: Limit = { max: 100, seconds: 60 * 60 };

export interface OrderParts {
  kysely: Kysely<Tables>;
  /** As `readProducts` of the catalogue, of orders that come together in one question. */
  readProducts: (ids: readonly string[]) => ReturnType<typeof readProducts>;
  mails: OrderMails | null;
  /** Limits the number of orders in an hour; repeated and refused requests do not count. Null: no limits. */
  limits: Pick<RateLimits, 'count'> | null;
  /** Of now, by the id of an area. */
  shop: ShopNames;
  deliveryTo: (area: string | undefined) => Delivery;
  /** Whether visitors may order. */
  guests: () => boolean;
  /** The token in the link of an order without an account. */
  linkToken: (id: string) => string;
  /** On which days the shop delivers, now. */
  delivery: () => DeliveryRules;
  /** The delivery times that its operator has set. */
  slots: () => readonly SlotRule[];
  /** The total from which the first order of a phone is confirmed by a call, in Tk; null: none is. */
  confirmFrom: () => number | null;
  /** From how many pieces down pages tell how many are left. */
  lowStock: () => number;
  /** After the commit of a new order. */
  onPlaced: () => void;
}

/** The orders that show what a customer usually buys, and how many of them can be ordered again at home. */
const LATEST_ORDERS = 5;
const TO_ORDER_AGAIN = 3;

export type LatestOrders = Awaited<ReturnType<Orders['latest']>>;

const UNKNOWN = refused(404, { code: 'unknown-order' });
const NOT_SIGNED_IN = refused(401, { code: 'not-signed-in' });

export function createOrders(parts: OrderParts) {
  const { kysely, limits } = parts;
  const stored = kysely.selectFrom('orders').selectAll();
  /** None for an id that is not among the customer's orders. */
  const ownRows = async (owner: Owner, id: string) =>
    isOrderId(id) ? stored.where('id', '=', id).where(isOf(owner)).execute() : [];

  return {
    /**
     * Once for each customer and key: `repeated`. `caller` is the HTTP request, for the rate limits and the language of
     * the mail. Of another customer than the page believes in it is nothing. Null is a visitor: then the order has a link.
     */
    async place(customer: Customer | null, request: PlaceOrder, caller?: Caller): Promise<Outcome<Order>> {
      const shopper = customer?.id ?? GUEST;
      if ((request.customer ?? shopper) !== shopper || !(customer || parts.guests())) return NOT_SIGNED_IN;
      const own = customer
        ? limitKey('order-account', customer.id)
        : limitKey('order-phone', request.shippingInfo.phone.slice(-11));
      const counters = [
        { key: own, limit: ORDERS_PER_ACCOUNT },
        { key: limitKey('order-network', networkOf(caller)), limit: ORDERS_PER_NETWORK },
      ];
      const language = languageOf(caller) ?? customer?.language ?? DEFAULT_LANGUAGE;
      const by = customer ? { ...customer, language } : { guest: language };
      return placeOrder(parts, by, request, limits ? counters : []);
    },

    /**
     * The order of the key (a UUID in lower case), or null: then it never makes one. Waits for orders of the same key,
     * so that the outcome is final. `believed`: the account that the page believes in. Null is a visitor.
     */
    async settle(customer: Account | null, key: string, believed?: string | null, caller?: Caller) {
      const userId = customer?.id ?? null;
      const shopper = userId ?? GUEST;
      if ((believed ?? shopper) !== shopper || !(customer || parts.guests())) return NOT_SIGNED_IN;
      return transact(kysely, async (trx): Promise<Outcome<{ order: Order | null }>> => {
        const made = await madeBy(trx, customer ?? 'guest', key);
        if (made !== null) return done({ order: made === 'void' ? null : guestOrderOf(parts, made) });
        const counter = { key: limitKey('void-attempt', userId ?? networkOf(caller)), limit: VOID_ATTEMPTS };
        const retryAfter = (await limits?.count([counter], trx)) ?? 0;
        if (retryAfter > 0) return refused(429, { code: 'too-many-orders' }, { retryAfter });
        await trx.insertInto('void_order_attempts').values({ user_id: userId, idempotency_key: key }).execute();
        return done({ order: null });
      });
    },

    /** The delivery times that a customer can choose from now, full ones too. */
    slots: () => readSlots(parts),

    async list({ id: userId }: Account, { after, limit = ORDERS_PER_PAGE }: Page = {}) {
      const newest = stored
        .where('user_id', '=', userId)
        .where(ordersAfter(after, { visible: sql<boolean>`user_id = ${userId}` }))
        .orderBy('number', 'desc');
      const { shown, next } = await readPage(newest, limit);
      return { orders: (await withLines(kysely, shown)).map(orderOf), next };
    },

    /** What home keeps places for, before `latest` is loaded. */
    async known({ id: userId }: Account) {
      const ordered = kysely.selectFrom('orders').select('status').distinct().where('user_id', '=', userId);
      const statuses = (await ordered.where('status', '<>', 'canceled').execute()).map(({ status }) => status);
      return statuses.some(isOpen) ? 'open' : statuses.length > 0 ? 'earlier' : 'none';
    },

    /**
     * For home: `next` is the order that comes next, or the newest when none is open; `orders` are the newest, and
     * `products` what the last five had and can still be bought. Without the canceled ones.
     */
    async latest({ id: userId }: Account) {
      const newest = stored.where('user_id', '=', userId).where('status', '<>', 'canceled').orderBy('number', 'desc');
      const rows = await withLines(kysely, await newest.limit(LATEST_ORDERS).execute());
      const usual = usualProducts(rows.map(({ lines }) => lines));
      const { products } = await readProducts(kysely, usual);
      const sold = usual.flatMap((id) => products.get(id) ?? []).filter(({ available }) => available);
      const next = rows.findLast(({ status }) => isOpen(status)) ?? rows[0];
      return {
        next: next ? orderOf(next) : null,
        orders: rows.slice(0, TO_ORDER_AGAIN).map(orderOf),
        products: sold.slice(0, ROW_SIZE).map((product) => told(product, parts.lowStock())),
      };
    },

    async find(owner: Owner, id: string): Promise<Outcome<Order>> {
      const [order] = await withLines(kysely, await ownRows(owner, id));
      return order ? done(orderOf(order)) : UNKNOWN;
    },

    /** What its customer sees of what happened to the order, oldest first. */
    async history(owner: Owner, id: string): Promise<Outcome<ShownEvent[]>> {
      const [row] = await ownRows(owner, id);
      return row ? done(shownHistory(await historyOf(kysely, row.number).execute())) : UNKNOWN;
    },

    async cancel(owner: Owner, id: string, caller?: Caller): Promise<Outcome<Order>> {
      const by = { actor: 'owner', owner, language: languageOf(caller) } as const;
      const canceled = await applyChange(parts, { id, asked: { change: 'cancel' }, by });
      if (canceled.ok) return { ...canceled, value: orderOf(canceled.value) };
      return canceled.status === 404 ? UNKNOWN : canceled;
    },

    async counts({ id: userId }: Account): Promise<StatusCounts> {
      const counts = kysely.selectFrom('order_counts').select(['status', 'orders']);
      return countsByStatus(await counts.where('user_id', '=', userId).execute());
    },

    guests: createGuestOrders(parts),

    admin: createOrderAdmin(parts),
  };
}
