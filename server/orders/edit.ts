/** What an edit makes of a pending order: its lines, amounts and address, and what its customer has to be told (domain/orders/edit-order.ts). */
import { type Kysely, sql } from 'kysely';
import { divisionOf } from '../../domain/accounts/address.ts';
import { fromPoisha, toPoisha } from '../../domain/catalogue/money.ts';
import type { CartItem } from '../../domain/orders/cart.ts';
import { orderBoundsError } from '../../domain/orders/checkout.ts';
import { parseShippingInfo } from '../../domain/orders/checkout-state.ts';
import type { EditDetails, OrderEdit } from '../../domain/orders/edit-order.ts';
import { completed, editedLines, editedTotals, isNoChange, lineChanges } from '../../domain/orders/edit-order.ts';
import { mergedEdits, shippingChanges, typedShippingErrors } from '../../domain/orders/edit-order.ts';
import type { Reason } from '../../domain/reason.ts';
import type { Delivery } from '../../domain/shop/areas.ts';
import { readProducts } from '../catalogue/catalogue.ts';
import type { Tables } from '../db/tables.ts';
import { placedAt } from './place.ts';
import { itemOf, operatorOrderOf, type StoredOrder } from './rows.ts';
import type { OrderLineRow, OrderRow } from './tables.ts';

type EditedOrder = StoredOrder & Pick<OrderRow, 'area'>;

interface EditRequest {
  row: EditedOrder;
  lines: CartItem[];
  asked: OrderEdit;
  deliveryTo: (area: string | undefined) => Delivery;
}

export type Content = {
  kind: 'edited';
  columns: Partial<OrderRow>;
  lines: CartItem[];
  added: CartItem[];
  details: EditDetails;
  /** What its customer does not know yet, of earlier edits too: their mail `replaces`, by the entry's id, has not left. */
  untold: EditDetails;
  replaces: number | undefined;
};

export async function edited(
  kysely: Kysely<Tables>,
  { row, lines: before, asked, deliveryTo }: EditRequest,
): Promise<Content | { kind: 'same' } | { kind: 'unavailable' } | { kind: 'bad-edit'; reason: Reason }> {
  const { shippingInfo: old } = operatorOrderOf(row, before);
  const typed = completed(parseShippingInfo({ ...old, ...asked.shippingInfo }) ?? old);
  const [fault] = asked.shippingInfo ? typedShippingErrors(typed) : [];
  if (fault) return { kind: 'bad-edit', reason: fault.reason };
  const items = asked.items ?? before;
  if (items.length === 0) return { kind: 'bad-edit', reason: { code: 'cart-empty' } };
  const bounds = orderBoundsError(items);
  if (bounds) return { kind: 'bad-edit', reason: bounds };

  const { products } = await readProducts(
    kysely,
    items.map(({ id }) => id),
  );
  const once = await onceOrdered(kysely, row);
  const lines = editedLines([...once, ...before], items, products);
  if (!lines) return { kind: 'unavailable' };
  const otherArea = (typed.area ?? '') !== row.area;
  const delivery = deliveryTo(typed.area);
  if ('refused' in delivery && otherArea) return { kind: 'bad-edit', reason: { code: delivery.refused } };
  // Where nothing is delivered any more, an order that was taken is delivered as it was promised.
  const fee =
    'refused' in delivery ? { fee: fromPoisha(row.shipping_cost_poisha), freeFrom: null, minimum: null } : delivery.fee;
  const shippingInfo = otherArea && !('refused' in delivery) ? placedAt(typed, delivery.area) : { ...old, ...typed };
  const changes = lineChanges(before, lines);
  const ordered = { shippingCost: fromPoisha(row.shipping_cost_poisha) };
  const sameContent = changes.length === 0 && !otherArea;
  const totals = sameContent ? null : editedTotals(ordered, lines, { fee, otherArea });
  const total = totals?.totalCost ?? fromPoisha(row.total_cost_poisha);
  const details: EditDetails = {
    lines: changes,
    total: [fromPoisha(row.total_cost_poisha), total],
    shippingInfo: shippingChanges(old, shippingInfo),
  };
  if (isNoChange(details)) return { kind: 'same' };
  const waiting = await waitingEdits(kysely, row);
  return {
    kind: 'edited',
    lines,
    added: lines.filter(({ id }) => [...before, ...once].every((line) => line.id !== id)),
    details,
    untold: mergedEdits([...(waiting?.edits ?? []), details]),
    replaces: waiting?.first,
    columns: {
      ...(totals && {
        sub_total_poisha: toPoisha(totals.subTotal),
        shipping_cost_poisha: toPoisha(totals.shippingCost),
        discount_poisha: toPoisha(totals.discount),
        total_cost_poisha: toPoisha(totals.totalCost),
      }),
      shipping_info: shippingInfo,
      division: divisionOf(shippingInfo.division) ?? '',
      area: shippingInfo.area ?? '',
    },
  };
}

/** What edits have taken away: put back, it costs what it cost. */
async function onceOrdered(kysely: Kysely<Tables>, { number }: EditedOrder): Promise<CartItem[]> {
  const { rows } = await sql<{ line: OrderLineRow }>`
    select line from order_history, jsonb_array_elements(before -> 'lines') as line
    where order_number = ${number} and change = 'edit' order by id`.execute(kysely);
  return rows.map(({ line }) => itemOf(line));
}

/** The edits that a mail tells of which has not left: from the `first` entry on. */
async function waitingEdits(kysely: Kysely<Tables>, { number }: EditedOrder) {
  const { rows } = await sql<{ first: number; edits: EditDetails[] }>`
    select first, jsonb_agg(details order by id) as edits
    from order_history, (
      select min(history_id) as first from outbox
      where sent_at is null and given_up_at is null and attempts = 0
        and history_id in (select id from order_history where order_number = ${number} and change = 'edit')
    ) as waiting
    where order_number = ${number} and change = 'edit' and id >= first group by first`.execute(kysely);
  return rows[0];
}
