/** Times of delivery that customers choose, each for so many orders (product §9). None by default. */
import { dayInDhaka, inDhaka, minutesOf } from '../../base/dates.ts';
import { type Weekday, WEEKDAYS } from '../shop/settings.ts';
import { deliveryDays, type DeliveryRules } from './delivery.ts';

/** What an operator has set. */
export interface SlotRule {
  days: readonly Weekday[];
  /** 'HH:MM' in Dhaka, as `to`. */
  from: string;
  to: string;
  /** How many orders it takes on each of its days. */
  orders: number;
  /** So many minutes before `from` customers can choose it no more. */
  closes: number;
}

/** One of a day, 'YYYY-MM-DD'. A day has one that begins at `from`. */
export type Slot = Pick<SlotRule, 'from' | 'to'> & { day: string };

export interface OfferedSlot extends Slot {
  /** So many orders more. 0: it is full. */
  left: number;
  /** It is too late for customers. */
  closed: boolean;
}

/** How many days a customer can choose from. */
const DAYS_SHOWN = 4;

const ofDay = (day: string, rules: readonly SlotRule[]): SlotRule[] =>
  rules.filter(({ days }) => days.some((name) => name === WEEKDAYS[new Date(day).getUTCDay()]));

/** How many orders a time takes; null: it is over, or there is none any more, and whatever has it keeps it. */
export function placesIn(rules: readonly SlotRule[], slot: Pick<Slot, 'day' | 'from'>, today: string): number | null {
  const rule = slot.day >= today && ofDay(slot.day, rules).find(({ from }) => from === slot.from);
  return rule ? rule.orders : null;
}

/** All of the next days, in their order. `taken`: the orders that each has, by `slotKey`. */
export function offeredSlots(
  now: Date,
  { rules, slots }: { rules: DeliveryRules; slots: readonly SlotRule[] },
  taken: ReadonlyMap<string, number>,
): OfferedSlot[] {
  const local = inDhaka(now).getTime();
  return deliveryDays(dayInDhaka(now), rules).flatMap((day) =>
    ofDay(day, slots)
      .map((rule) => ({
        day,
        from: rule.from,
        to: rule.to,
        left: Math.max(0, rule.orders - (taken.get(slotKey({ day, from: rule.from })) ?? 0)),
        closed: local >= Date.parse(day) + (minutesOf(rule.from) - rule.closes) * 60_000,
      }))
      .toSorted((a, b) => (a.from < b.from ? -1 : 1)),
  );
}

export function slotKey({ day, from }: Pick<Slot, 'day' | 'from'>): string {
  return `${day} ${from}`;
}

/** What customers choose from, full ones too. */
export function openSlots(offered: readonly OfferedSlot[]): OfferedSlot[] {
  const open = offered.filter(({ closed }) => !closed);
  const days = [...new Set(open.map(({ day }) => day))].slice(0, DAYS_SHOWN);
  return open.filter(({ day }) => days.includes(day));
}

/** What whoever was refused can choose instead. */
export function freeSlots(offered: readonly OfferedSlot[]): Slot[] {
  const free = openSlots(offered).filter(({ left }) => left > 0);
  return free.map(({ day, from, to }) => ({ day, from, to }));
}

/** The one that is wished for, of a day alone the first free one; null: no time has to be chosen. */
export function slotFor(
  offered: readonly OfferedSlot[],
  { day, from }: { day?: string | null | undefined; from?: string | undefined },
): OfferedSlot | 'full' | null {
  const ofIt = offered.filter((slot) => !day || slot.day === day);
  if (offered.length === 0 || (ofIt.length === 0 && from === undefined)) return null;
  const fits = (slot: OfferedSlot): boolean => (from === undefined ? !slot.closed : slot.from === from);
  return ofIt.find((slot) => slot.left > 0 && fits(slot)) ?? 'full';
}

/** When an order comes, as one text: '2026-11-26', with its time '2026-11-26 17:00-20:00'. */
export function whenOf<Day extends string | null>(order: { deliveryDay: Day; slot?: Slot | undefined }): Day | string {
  return order.slot ? `${order.slot.day} ${order.slot.from}-${order.slot.to}` : order.deliveryDay;
}
