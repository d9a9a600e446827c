/** Delivery times as they are now, and the one that an order gets. The rules: domain/shop/slots.ts. */
import { dayInDhaka } from '../../base/dates.ts';
import { canDeliverOn, expectedDelivery } from '../../domain/orders/delivery.ts';
import type { OrderEdit } from '../../domain/orders/edit-order.ts';
import type { PhoneOrder, PlaceOrder } from '../../domain/orders/read-order.ts';
import { type OfferedSlot, offeredSlots, placesIn, type Slot, slotKey } from '../../domain/shop/slots.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import type { OrderParts } from './orders.ts';
import type { Placed } from './tables.ts';

type SlotParts = Pick<OrderParts, 'kysely' | 'delivery' | 'slots'>;

const NO_DELIVERY_DAY = { code: 'no-delivery-day' } as const;
const NO_DELIVERY = refused(422, NO_DELIVERY_DAY, { fields: [{ field: 'deliveryDay', reason: NO_DELIVERY_DAY }] });
const FULL = refused(409, { code: 'slot-full' });

/** So many days customers can choose from, and operators. */
const DAYS_SHOWN = 4;
export const DAYS_AHEAD = 14;

/**
 * Those of the next days, full ones too. None in a shop without delivery times. Uncounted, all look free: the statement that
 * places an order refuses one that is full.
 */
export async function readSlots(
  parts: SlotParts,
  { days = DAYS_SHOWN, now = new Date(), counted = true } = {},
): Promise<OfferedSlot[]> {
  const rules = parts.delivery();
  if (!rules.latest) return [];
  const query = parts.kysely.selectFrom('slot_orders').selectAll().where('day', '>=', dayInDhaka(now));
  const rows = counted ? await query.execute() : [];
  const taken = new Map(rows.map(({ day, slot_from, orders }) => [slotKey(day, slot_from), orders]));
  return offeredSlots(now, { rules, slots: parts.slots(), days }, taken);
}

/** What whoever was refused can choose instead. */
export async function freeSlots(parts: SlotParts): Promise<Slot[]> {
  const offered = await readSlots(parts);
  return offered.flatMap(({ left, ...slot }) => (left > 0 ? slot : []));
}

export async function withFreeSlots<T>(parts: SlotParts, outcome: Outcome<T>): Promise<Outcome<T>> {
  if (outcome.ok || outcome.reason.code !== 'slot-full') return outcome;
  return { ...outcome, now: { slots: await freeSlots(parts) } };
}

/** How many orders the time of an order takes (`placesIn`). */
export function placesOf({ slots }: SlotParts, { delivery_day: day, slot_from: from }: Placed): number | null {
  return day && from ? placesIn(slots(), { day, from }, dayInDhaka(new Date())) : null;
}

/** When a new order comes: at the time that is asked for, else the first free one. A shop without any ignores one. */
export async function placedWhen(
  parts: SlotParts,
  request: PlaceOrder | PhoneOrder,
  now: Date,
): Promise<Outcome<Placed>> {
  const rules = parts.delivery();
  const chosen = rules.latest && request.slot;
  const isByPhone = !('paymentMethod' in request);
  const given = isByPhone ? request.deliveryDay : undefined;
  const asked = chosen?.day ?? given;
  const days = isByPhone ? DAYS_AHEAD : DAYS_SHOWN;
  const offered = await readSlots(parts, { days, now, counted: !chosen });
  const fitting = offered.filter(({ day, from }) => day === (asked ?? day) && from === (chosen?.from ?? from));
  const slot = fitting.find(({ left }) => left > 0);
  // A day for which none can be chosen is not full.
  const needsOne = rules.latest && (chosen || !asked || fitting.length > 0);
  if (needsOne && !slot) return FULL;
  const day = slot?.day ?? asked ?? expectedDelivery(now, rules);
  if ((given ?? day) !== day || !canDeliverOn(day, dayInDhaka(now), rules)) return NO_DELIVERY;
  return done(placed(day, slot));
}

/** When an order comes that is moved. To another day it keeps its hours, where they can be chosen there, else none. */
export async function movedTo(parts: SlotParts, order: Placed, asked: OrderEdit): Promise<Outcome<Placed>> {
  const { delivery_day, slot_from, slot_to } = order;
  const rules = parts.delivery();
  const chosen = rules.latest && asked.slot;
  const day = chosen?.day ?? asked.deliveryDay ?? delivery_day;
  const from = chosen?.from ?? slot_from;
  if (day === delivery_day && from === slot_from) return done({ delivery_day, slot_from, slot_to });
  const isFitting = day === delivery_day || canDeliverOn(day ?? '', dayInDhaka(new Date()), rules);
  if ((asked.deliveryDay ?? day) !== day || !isFitting) return NO_DELIVERY;
  const slot = (await readSlots(parts, { days: DAYS_AHEAD })).find((one) => one.day === day && one.from === from);
  return (slot ? slot.left === 0 : chosen) ? FULL : done(placed(day, slot));
}

function placed(day: string | null, slot: Slot | undefined): Placed {
  return { delivery_day: day, slot_from: slot?.from ?? null, slot_to: slot?.to ?? null };
}
