/** Orders: placing them, and each customer's view of their own orders (product §4, §7). The operator's side is admin.ts. */
import { readPage } from '../db/page.ts';
import { sql } from 'kysely';
import { type Language, PAGE_LANGUAGE, parseLanguage } from '../../base/language.ts';
import { type Order, type StatusCounts, countsByStatus, isOrderId } from '../../domain/orders/order.ts';
import { expectedDelivery } from '../../domain/orders/delivery.ts';
import { type ShownEvent, shownHistory } from '../../domain/orders/history.ts';
import type { PlaceOrder } from '../../domain/orders/place-order.ts';
import type { Database } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import { applyChange, type ChangeResult, type Customer } from './change.ts';
import { type Settlement, settleAttempt } from './attempts.ts';
import { createOrderAdmin } from './admin.ts';
import type { OrderMails } from './order-mails.ts';
import { subnetOf } from '../http/subnet.ts';
import { CLIENT_ADDRESS } from '../http/client-address.ts';
import type { Delivery } from '../../domain/shop/areas.ts';
import { deliveryRulesOf, feeOf, settingsWith } from '../../domain/shop/settings.ts';
import { type PlaceOrderResult, placeOrder } from './place.ts';
import { type Counter, type Limit, type RateLimits, limitKey } from '../limits/rate-limits.ts';
import { ORDER_COLUMNS, ORDERS_PER_PAGE, historyOf, olderThan, ordersOf, ownerOrderOf } from './rows.ts';
import type { OrderPage } from './rows.ts';

type Owner = Pick<Customer, 'id'>;
type Caller = Pick<Request, 'headers'>;

function languageOf(caller: Caller | undefined): Language | null {
  return parseLanguage(caller?.headers.get(PAGE_LANGUAGE));
}

export type Orders = ReturnType<typeof createOrders>;

/** Orders of one account, and of one network. A mobile provider can have a whole neighbourhood behind one address. */
const ORDERS_PER_ACCOUNT: Limit = { max: 30, seconds: 60 * 60 };
const ORDERS_PER_NETWORK: Limit = { max: 300, seconds: 60 * 60 };
/** Voided keys, each of which is stored as long as its account. */
const VOID_ATTEMPTS_PER_ACCOUNT: Limit = { max: 100, seconds: 60 * 60 };

function orderCounters(userId: string, address: string | null): Counter[] {
  return [
    { key: limitKey('order-account', userId), limit: ORDERS_PER_ACCOUNT },
    { key: limitKey('order-network', subnetOf(address)), limit: ORDERS_PER_NETWORK },
  ];
}

interface OrderOptions {
  mails?: OrderMails | null;
  /** Limits the number of orders in an hour; repeated and refused requests do not count. Null: no limits. */
  limits?: Pick<RateLimits, 'count'> | null;
  /** By the id of an area. By default that of a shop in which nothing is set. */
  deliveryTo?: (area: string | undefined) => Delivery;
  /** The day on which what is ordered at a time is delivered. */
  deliveryDay?: (orderedAt: Date) => string;
  /** The total from which the first order of a phone is confirmed by a call, in Tk; null: none is. */
  confirmFrom?: () => number | null;
  /** After the commit of a new order. */
  onPlaced?: () => void;
}

const USUAL: Delivery = { area: null, fee: feeOf(settingsWith({})) };
const USUAL_DAYS = deliveryRulesOf(settingsWith({}));

export function createOrders(
  { kysely }: Pick<Database, 'kysely'>,
  {
    mails = null,
    limits = null,
    deliveryTo = () => USUAL,
    deliveryDay = (at) => expectedDelivery(at, USUAL_DAYS),
    confirmFrom = () => null,
    onPlaced = () => {},
  }: OrderOptions = {},
) {
  const stored = kysely.selectFrom('orders').select(ORDER_COLUMNS);
  /** Undefined for an id that is not among the customer's orders. */
  const ownRow = async (owner: Owner, id: string) =>
    isOrderId(id) ? stored.where('id', '=', id).where('user_id', '=', owner.id).executeTakeFirst() : undefined;

  return {
    /** Once for each customer and key. `caller` is the HTTP request, for the rate limits and the language of the mail. */
    async place(customer: Customer, request: PlaceOrder, caller?: Caller): Promise<PlaceOrderResult> {
      const language = languageOf(caller) ?? customer.language;
      const counters = limits ? orderCounters(customer.id, caller?.headers.get(CLIENT_ADDRESS) ?? null) : [];
      const result = await retrySerializationFailures(() =>
        placeOrder(kysely, { ...customer, language }, request, {
          mails,
          counters,
          deliveryTo,
          deliveryDay,
          confirmFrom: confirmFrom(),
        }),
      );
      if (result.kind === 'placed' && !result.repeated) onPlaced();
      return result;
    },

    /** The order of the key (UUID in lower case), or null, and then it will never make one. Repeated calls return the same. */
    settle: ({ id: userId }: Owner, key: string): Promise<Settlement> =>
      retrySerializationFailures(() =>
        settleAttempt(kysely, { userId, key }, async (trx) => {
          const counter = { key: limitKey('void-attempt', userId), limit: VOID_ATTEMPTS_PER_ACCOUNT };
          return (await limits?.count([counter], trx)) ?? 0;
        }),
      ),

    async list({ id: userId }: Owner, { after, limit = ORDERS_PER_PAGE }: OrderPage = {}) {
      const newest = stored
        .where('user_id', '=', userId)
        .where(olderThan(after, sql<boolean>`user_id = ${userId}`))
        .orderBy('number', 'desc');
      const { shown, next } = await readPage(newest, limit);
      return { orders: await ordersOf(kysely, shown), next };
    },

    /** Null for an id that is not among the customer's orders. */
    async find(owner: Owner, id: string): Promise<Order | null> {
      const row = await ownRow(owner, id);
      return row ? ((await ordersOf(kysely, [row]))[0] ?? null) : null;
    },

    /** What its customer sees of what happened to the order, oldest first; null for an id that is not among theirs. */
    async history(owner: Owner, id: string): Promise<ShownEvent[] | null> {
      const row = await ownRow(owner, id);
      return row ? shownHistory(await historyOf(kysely, row.number).execute()) : null;
    },

    async cancel({ id: owner }: Owner, id: string, caller?: Caller): Promise<ChangeResult<Order>> {
      const by = { actor: 'owner', owner, language: languageOf(caller) } as const;
      const result = await retrySerializationFailures(() =>
        applyChange(kysely, { mails, deliveryTo }, { id, asked: { change: 'cancel' }, by }),
      );
      return result.kind === 'changed' ? { ...result, order: ownerOrderOf(result.order) } : result;
    },

    async counts({ id: userId }: Owner): Promise<StatusCounts> {
      const counts = kysely.selectFrom('order_counts').select(['status', 'orders']);
      return countsByStatus(await counts.where('user_id', '=', userId).execute());
    },

    admin: createOrderAdmin(kysely, { mails, deliveryTo, deliveryDay, onPlaced }),
  };
}
