/** Changing an order's status: canceled by its owner or the operator, delivered by the operator (product §4). */
import type { Kysely } from 'kysely';
import type { Language } from '../../base/language.ts';
import { canTransition, isOrderId } from '../../domain/orders/order.ts';
import type { ChangedStatus, Order, OrderStatus } from '../../domain/orders/order.ts';
import { type Actor, audit } from '../db/audit.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import type { OrderMails } from './order-mails.ts';
import { ORDER_COLUMNS, ordersOf } from './rows.ts';

export interface Customer {
  id: string;
  email: string;
  name: string;
  language: Language;
}

export interface OrderEvent {
  kind: 'placed' | ChangedStatus;
  customer: Customer;
}

/** The result of changing a status. Repeating a change does nothing and returns the same. */
export type StatusChange<To extends OrderStatus> =
  | { kind: To; order: Order }
  | { kind: 'not-found' }
  | { kind: 'refused'; status: OrderStatus };

interface StatusRequest<To extends OrderStatus> {
  id: string;
  to: To;
  /** Owners can change only their own orders. */
  by:
    | { actor: 'owner'; owner: string; /** Of the page. */ language: Language | null }
    | { actor: 'operator'; operator: Actor };
}

export async function changeStatus<To extends ChangedStatus>(
  kysely: Kysely<Tables>,
  mails: OrderMails | null,
  { id, to, by }: StatusRequest<To>,
): Promise<StatusChange<To>> {
  if (!isOrderId(id)) return { kind: 'not-found' };
  return retrySerializationFailures(() =>
    kysely.transaction().execute(async (trx): Promise<StatusChange<To>> => {
      // Locked, so that the second of two requests sees the first one's change.
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
        .values({
          order_number: before.number,
          actor: by.actor,
          from_status: before.status,
          to_status: to,
          operator: by.actor === 'operator' && by.operator !== 'operator' ? by.operator : null,
        })
        .execute();
      if (by.actor === 'operator') await audit(trx, { actor: by.operator, action: `orders.${to}`, subject: id });
      if (before.user_id !== null) {
        const customers = trx.selectFrom('users').select(['id', 'email', 'name', 'language']);
        const customer = await customers.where('id', '=', before.user_id).executeTakeFirst();
        if (customer) {
          const language = (by.actor === 'owner' ? by.language : null) ?? customer.language;
          await mails?.write(trx, order, { kind: to, customer: { ...customer, language } });
        }
        await notify(trx, 'profile', before.user_id);
      }
      return { kind: to, order };
    }),
  );
}
