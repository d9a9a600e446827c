/** Delivery times as they are now, and the one that an order gets. The rules: domain/orders/slots.ts. */
import { dayInDhaka } from '../../base/dates.ts';
import { canDeliverOn, expectedDelivery } from '../../domain/orders/delivery.ts';
import type { OrderEdit } from '../../domain/orders/edit-order.ts';
import type { PhoneOrder, PlaceOrder } from '../../domain/orders/read-order.ts';
import {
  freeSlots,
  type OfferedSlot,
  offeredSlots,
  openSlots,
  placesIn,
  slotFor,
  slotKey,
} from '../../domain/orders/slots.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import type { OrderParts } from './orders.ts';
import type { Placed } from './tables.ts';

type SlotParts = Pick<OrderParts, 'kysely' | 'delivery' | 'slots'>;

const NO_DELIVERY_DAY = { code: 'no-delivery-day' } as const;
const NO_DELIVERY = refused(422, NO_DELIVERY_DAY, { fields: [{ field: 'deliveryDay', reason: NO_DELIVERY_DAY }] });
const FULL = refused(409, { code: 'slot-full' });

/** Those of the next days, and what each still takes. None in a shop without delivery times. */
export async function readSlots({ kysely, delivery, slots }: SlotParts, now = new Date()): Promise<OfferedSlot[]> {
  const rules = delivery();
  if (!rules.latest) return [];
  const counted = kysely.selectFrom('slot_orders').selectAll().where('day', '>=', dayInDhaka(now));
  const rows = await counted.execute();
  const taken = new Map(rows.map(({ day, slot_from: from, orders }) => [slotKey({ day, from }), orders]));
  return offeredSlots(now, { rules, slots: slots() }, taken);
}

/** When a new order comes. An operator can also choose a time that customers cannot choose any more. */
export async function placedWhen(
  parts: SlotParts,
  request: PlaceOrder | PhoneOrder,
  now: Date,
): Promise<Outcome<Placed>> {
  const given = 'deliveryDay' in request ? request.deliveryDay : undefined;
  const offered = await readSlots(parts, now);
  const slot = slotFor('paymentMethod' in request ? openSlots(offered) : offered, request.slot ?? { day: given });
  if (slot === 'full') return FULL;
  const day = slot?.day ?? given ?? expectedDelivery(now, parts.delivery());
  if ((given ?? day) !== day || !canDeliverOn(day, dayInDhaka(now), parts.delivery())) return NO_DELIVERY;
  return done(placed(day, slot));
}

/**
 * When an order comes that is moved. To another day it keeps its hours, where that day has them, else it gets the first
 * ones that are free; one without a time stays without.
 */
export async function movedTo(parts: SlotParts, order: Placed, asked: OrderEdit): Promise<Outcome<Placed>> {
  const { delivery_day, slot_from, slot_to } = order;
  const now = new Date();
  const day = asked.slot?.day ?? asked.deliveryDay ?? delivery_day;
  const isOtherDay = day !== delivery_day;
  const from = asked.slot?.from ?? slot_from ?? undefined;
  if ((asked.deliveryDay ?? day) !== day) return NO_DELIVERY;
  if (isOtherDay && !(day && canDeliverOn(day, dayInDhaka(now), parts.delivery()))) return NO_DELIVERY;
  if (from === undefined || (!isOtherDay && from === slot_from)) return done({ delivery_day: day, slot_from, slot_to });
  const offered = await readSlots(parts, now);
  const hasHours = asked.slot || offered.some((slot) => slot.day === day && slot.from === from);
  const slot = slotFor(offered, hasHours ? { day, from } : { day });
  if (slot === 'full') return FULL;
  return done(slot || isOtherDay ? placed(day, slot) : order);
}

/** How many orders the time of an order takes; null: it has none, or one that is over or no longer set. */
export function placesOf({ slots }: SlotParts, { delivery_day: day, slot_from: from }: Placed): number | null {
  return day && from ? placesIn(slots(), { day, from }, dayInDhaka(new Date())) : null;
}

function placed(day: string | null, slot: OfferedSlot | null): Placed {
  return { delivery_day: day, slot_from: slot?.from ?? null, slot_to: slot?.to ?? null };
}

/** To whoever chose a time that is full, those that are free. */
export async function withFreeSlots<T>(parts: SlotParts, outcome: Outcome<T>): Promise<Outcome<T>> {
  if (outcome.ok || outcome.reason.code !== 'slot-full') return outcome;
  return { ...outcome, now: { slots: freeSlots(await readSlots(parts)) } };
}
