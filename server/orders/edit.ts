/** What an edit makes of an order, and what its customer has to be told. The rules: domain/orders/edit-order.ts. */
import { type Kysely, sql } from 'kysely';
import { divisionOf } from '../../domain/accounts/address.ts';
import type { CartItem } from '../../domain/orders/cart.ts';
import { parseShippingInfo } from '../../domain/orders/checkout-state.ts';
import type { OrderChange } from '../../domain/orders/changes.ts';
import type { EditDetails, OrderEdit, PackedItem } from '../../domain/orders/edit-order.ts';
import {
  completed,
  editedLines,
  editedTotals,
  feeFor,
  isNoChange,
  lineChanges,
} from '../../domain/orders/edit-order.ts';
import { mergedEdits, shippingChanges, typedShippingErrors } from '../../domain/orders/edit-order.ts';
import { whenOf } from '../../domain/orders/delivery.ts';
import { packFaults } from '../../domain/packing/pack-order.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { readProducts, soldByWeight } from '../catalogue/catalogue.ts';
import type { Tables } from '../db/tables.ts';
import { guestOf } from './guests.ts';
import type { OrderParts } from './orders.ts';
import { placedAt } from './place.ts';
import { movedTo } from './slots.ts';
import { deliveryOf, itemOf, type OrderLineRow, orderOf, type OrderRow } from './tables.ts';
import { type StoredOrder, totalsInPoisha } from './tables.ts';

export interface Content {
  columns: Partial<OrderRow>;
  lines: CartItem[];
  added: CartItem[];
  details: EditDetails;
  /**
   * What its customer does not know yet, of earlier edits too: their mail `replaces`, by the entry's id, has not left.
   */
  untold: EditDetails;
  reasons: string[];
  replaces: number | undefined;
}

/** `items` are as `strictItems` leaves them. Null: it is so already. */
export async function edited(
  parts: OrderParts,
  order: StoredOrder,
  asked: Extract<OrderChange, { change: 'edit' | 'pack' }>,
): Promise<Outcome<Content | null>> {
  const { kysely, deliveryTo } = parts;
  const { lines: before } = order;
  const { shippingInfo: old, shippingCost, totalCost } = orderOf(order);
  const edit: OrderEdit = asked;
  const form = parseShippingInfo({ ...old, ...edit.shippingInfo }) ?? old;
  const fields = edit.shippingInfo ? typedShippingErrors(form) : [];
  if (fields[0]) return refused(422, fields[0].reason, { fields });
  const when = await movedTo(parts, order, edit);
  if (!when.ok) return when;
  const [was, is] = [whenOf(deliveryOf(order)), whenOf(deliveryOf(when.value))];
  // What nobody asked to change stays, also where a purge has left nothing of it.
  const typed = edit.shippingInfo ? completed(form) : old;
  const items: readonly PackedItem[] = asked.items ?? before.map(({ id, quantity }) => ({ id, quantity }));
  const ids = items.map(({ id }) => id);
  const { products } = await readProducts(kysely, ids);
  const once = await onceOrdered(kysely, order);
  const lines = editedLines([...once, ...before], items, products);
  if (!lines) return refused(409, { code: 'product-unavailable' });
  if (asked.change === 'pack') {
    const [fault] = packFaults(before, items, lines, await soldByWeight(kysely, ids)).values();
    if (fault) return refused(422, { code: fault });
  }
  const otherArea = edit.shippingInfo !== undefined && (typed.area ?? '') !== order.area;
  const delivery = deliveryTo(typed.area);
  if ('refused' in delivery && otherArea) return refused(422, { code: delivery.refused });
  const fee = feeFor(delivery, { shippingCost });
  const shippingInfo = otherArea && !('refused' in delivery) ? placedAt(typed, delivery.area) : { ...old, ...typed };
  const changes = lineChanges(before, lines);
  const sameContent = changes.length === 0 && !otherArea;
  const totals = sameContent ? null : editedTotals({ shippingCost }, lines, { fee, otherArea });
  const details: EditDetails = {
    lines: changes,
    total: [totalCost, totals?.totalCost ?? totalCost],
    shippingInfo: shippingChanges(old, shippingInfo),
    ...(is && is !== was && { day: [was, is] }),
  };
  if (isNoChange(details)) return done(null);
  const waiting = await waitingEdits(kysely, order);
  return done({
    lines,
    added: lines.filter(({ id }) => [...before, ...once].every((line) => line.id !== id)),
    details,
    untold: mergedEdits([...(waiting?.edits ?? []), details]),
    reasons: [...new Set([...(waiting?.reasons ?? []), edit.reason ?? ''])].filter(Boolean),
    replaces: waiting?.first,
    columns: {
      ...(totals && totalsInPoisha(totals)),
      shipping_info: shippingInfo,
      ...when.value,
      division: divisionOf(shippingInfo.division) ?? '',
      area: shippingInfo.area ?? '',
    },
  });
}

/** What was packed as ordered has no details. */
const OF_LINES = sql<boolean>`change in ('edit', 'pack') and details <> '{}'`;

/** What edits have taken away: put back, it costs what it cost. */
async function onceOrdered(kysely: Kysely<Tables>, { number }: StoredOrder): Promise<CartItem[]> {
  const { rows } = await sql<{ line: OrderLineRow }>`
    select line from order_history, jsonb_array_elements(before -> 'lines') as line
    where order_number = ${number} and ${OF_LINES} order by id`.execute(kysely);
  return rows.map(({ line }) => itemOf(line));
}

/**
 * The edits that a mail tells of which has not left, or an SMS where no mails go: from the `first` entry on. None where
 * another one has told what the order costs since.
 */
async function waitingEdits(kysely: Kysely<Tables>, order: StoredOrder) {
  const { number, user_id } = order;
  const channel = user_id !== null || guestOf(order)?.email ? 'mail' : 'sms';
  const { rows } = await sql<{ first: number; edits: EditDetails[]; reasons: string[] }>`
    select first, jsonb_agg(details order by id) as edits, array_agg(reason order by id) as reasons
    from order_history, (
      select min(history_id) as first from outbox
      where channel = ${channel} and sent_at is null and given_up_at is null and attempts = 0
        and history_id in (select id from order_history where order_number = ${number} and ${OF_LINES})
        and history_id > (
          select max(id) from order_history where order_number = ${number} and from_status is distinct from to_status)
    ) as waiting
    where order_number = ${number} and ${OF_LINES} and id >= first group by first`.execute(kysely);
  return rows[0];
}
