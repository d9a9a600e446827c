/** Times of delivery that customers choose, each for so many orders (product §9). None by default. */
import { dayInDhaka, inDhaka, minutesOf } from '../../base/dates.ts';
import { type Weekday, WEEKDAYS } from './settings.ts';
import { deliveryDays, type DeliveryRules } from '../orders/delivery.ts';

/** What an operator has set. */
export interface SlotRule {
  days: readonly Weekday[];
  /** 'HH:MM' in Dhaka, as `to`. */
  from: string;
  to: string;
  /** How many orders it takes on each of its days. */
  orders: number;
  /** So many minutes before `from` it can be chosen no more. */
  closes: number;
}

/** One of a day, 'YYYY-MM-DD'. A day has one that begins at `from`. */
export type Slot = Pick<SlotRule, 'from' | 'to'> & { day: string };
/** `left`: so many orders more; 0: it is full. */
export type OfferedSlot = Slot & { left: number };

const ofDay = (day: string, rules: readonly SlotRule[]): SlotRule[] =>
  rules.filter(({ days }) => days.some((name) => name === WEEKDAYS[new Date(day).getUTCDay()]));

/** How many orders a time takes; null: it is over, or there is none any more, and whatever has it keeps it. */
export function placesIn(rules: readonly SlotRule[], slot: Pick<Slot, 'day' | 'from'>, today: string): number | null {
  const rule = slot.day >= today && ofDay(slot.day, rules).find(({ from }) => from === slot.from);
  return rule ? rule.orders : null;
}

/** All that can be chosen now, of the next days with any. `taken`: the orders that each has, by `slotKey`. */
export function offeredSlots(
  now: Date,
  { rules, slots, days }: { rules: DeliveryRules; slots: readonly SlotRule[]; days: number },
  taken: ReadonlyMap<string, number>,
): OfferedSlot[] {
  const local = inDhaka(now).getTime();
  const offered = deliveryDays(dayInDhaka(now), rules).map((day) =>
    ofDay(day, slots)
      .filter(({ from, closes }) => local < Date.parse(day) + (minutesOf(from) - closes) * 60_000)
      .map(({ from, to, orders }) => ({
        day,
        from,
        to,
        left: Math.max(0, orders - (taken.get(slotKey(day, from)) ?? 0)),
      }))
      .toSorted((a, b) => (a.from < b.from ? -1 : 1)),
  );
  const withAny = offered.filter(({ length }) => length > 0);
  return withAny.slice(0, days).flat();
}

export const slotKey = (day: string, from: string): string => `${day} ${from}`;
