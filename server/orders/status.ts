/** Changing an order's status: canceled by its owner or the operator, delivered by the operator (product §4). */
import type { Kysely, Transaction } from 'kysely';
import { canTransition, isOrderId } from '../../domain/order.ts';
import type { ChangedStatus, Order, OrderStatus } from '../../domain/order.ts';
import { audit } from '../db/audit.ts';
import { retryCollisions } from '../db/errors.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { ORDER_COLUMNS, ordersOf } from './rows.ts';

/** The customer that an order belongs to. */
export interface Customer {
  id: string;
  email: string;
  name: string;
}

/** Something that happened to an order, and whom to tell. */
export interface OrderEvent {
  kind: 'placed' | ChangedStatus;
  customer: Customer;
}

export interface OrderHooks {
  /**
   * Called within the transaction that places or changes an order: what it writes stands and falls with that. Not for
   * orders whose account is gone.
   */
  onOrderEvent?: (trx: Transaction<Tables>, order: Order, event: OrderEvent) => Promise<void>;
}

/** What became of a change of status. Asking again for what is done already changes nothing and answers the same. */
export type StatusChange<To extends OrderStatus> =
  | { kind: To; order: Order }
  | { kind: 'not-found' }
  | { kind: 'refused'; status: OrderStatus };

export interface StatusRequest<To extends OrderStatus> {
  id: string;
  to: To;
  /** The owner changes their own orders only. */
  by: { actor: 'owner'; owner: string } | { actor: 'operator' };
}

/** Takes an order to another status where that actor may. Of two requests at once one does it, the other finds it done. */
export async function changeStatus<To extends ChangedStatus>(
  kysely: Kysely<Tables>,
  hooks: OrderHooks,
  { id, to, by }: StatusRequest<To>,
): Promise<StatusChange<To>> {
  if (!isOrderId(id)) return { kind: 'not-found' };
  return retryCollisions(() =>
    kysely.transaction().execute(async (trx): Promise<StatusChange<To>> => {
      // Locked, so that the second of two finds what the first has done.
      const found = trx.selectFrom('orders').select(ORDER_COLUMNS).where('id', '=', id).forUpdate();
      const mine = by.actor === 'owner' ? found.where('user_id', '=', by.owner) : found;
      const before = await mine.executeTakeFirst();
      const [order] = before ? await ordersOf(trx, [{ ...before, status: to }]) : [];
      if (!before || !order) return { kind: 'not-found' };
      if (before.status === to) return { kind: to, order };
      if (!canTransition(before.status, to, by.actor)) return { kind: 'refused', status: before.status };
      await trx.updateTable('orders').set({ status: to }).where('number', '=', before.number).execute();
      await trx
        .insertInto('order_history')
        .values({ order_number: before.number, actor: by.actor, from_status: before.status, to_status: to })
        .execute();
      if (by.actor === 'operator') await audit(trx, { actor: 'operator', action: `orders.${to}`, subject: id });
      if (before.user_id !== null) await tell(trx, hooks, { order, kind: to, userId: before.user_id });
      return { kind: to, order };
    }),
  );
}

async function tell(
  trx: Transaction<Tables>,
  { onOrderEvent }: OrderHooks,
  { order, kind, userId }: { order: Order; kind: OrderEvent['kind']; userId: string },
): Promise<void> {
  const customer = await trx
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (customer) await onOrderEvent?.(trx, order, { kind, customer });
  await notify(trx, 'profile', userId);
}
