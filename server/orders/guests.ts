/**
 * Orders without an account (product §4). Whoever has the link of one opens its page, and nobody else; the token in it is
 * made of the shop's secret and the order's id, so that a lost answer can be given again. The database has its hash.
 */
import { linkWith, tokenIn } from '../../base/order-link.ts';
import { sql } from 'kysely';
import { DEFAULT_LANGUAGE } from '../../base/language.ts';
import { GUEST, parsePlacedShippingInfo } from '../../domain/orders/checkout-state.ts';
import { type Order } from '../../domain/orders/order.ts';
import { notify } from '../db/notify.ts';
import { hashToken } from '../identity/tokens.ts';
import type { Customer } from './change.ts';
import type { OrderParts } from './orders.ts';
import { type NewOrder, orderOf, type StoredOrder, withLines } from './tables.ts';

/** Whom messages about an order without an account go to; the e-mail address may be ''. */
export function guestOf({ source, shipping_info, language }: NewOrder): Customer | null {
  if (source !== 'guest') return null;
  const { email, name } = parsePlacedShippingInfo(shipping_info);
  return { id: GUEST, email, name, language: language ?? DEFAULT_LANGUAGE };
}

/** Undefined where no link opens it, or not any more. */
export function linkOf({ linkToken }: Pick<OrderParts, 'linkToken'>, { id, link_hash }: NewOrder): string | undefined {
  return link_hash === null ? undefined : linkWith(linkToken(id));
}

/** As whoever has its link sees it. */
export function guestOrderOf(parts: Pick<OrderParts, 'linkToken'>, order: NewOrder): Order {
  const link = linkOf(parts, order);
  return { ...orderOf(order), ...(link && { link }) };
}

export function createGuestOrders(parts: Pick<OrderParts, 'kysely' | 'linkToken'>) {
  const { kysely } = parts;
  const hashesOf = (links: readonly string[]): string[] =>
    links.flatMap((link) => {
      const token = tokenIn(link);
      return token === null ? [] : [hashToken(token)];
    });
  const read = async (hashes: readonly string[]): Promise<StoredOrder[]> => {
    if (hashes.length === 0) return [];
    const found = kysely.selectFrom('orders').selectAll().where('link_hash', 'in', hashes);
    return withLines(kysely, await found.orderBy('number', 'desc').execute());
  };
  return {
    /** Of these links, the newest first. A link that opens nothing is left out. */
    list: async (links: readonly string[]): Promise<Order[]> =>
      (await read(hashesOf(links))).map((order) => guestOrderOf(parts, order)),

    /** Makes them orders of an account. From then on no link opens them. */
    add: (customer: Pick<Customer, 'id'>, links: readonly string[]): Promise<void> =>
      kysely.transaction().execute(async (trx) => {
        const hashes = hashesOf(links);
        const own = { user_id: customer.id, link_hash: null };
        await trx
          .updateTable('orders')
          .set(own)
          .where('link_hash', '=', sql<string>`any(${hashes}::text[])`)
          .execute();
        await notify(trx, 'profile', customer.id);
      }),
  };
}
